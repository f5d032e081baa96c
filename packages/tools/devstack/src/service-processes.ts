import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Environment } from './environment.ts'
import type { Home } from './home.ts'
import { isFront, type ProcessGroup } from './services.ts'
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts'

/** A little more than a process's own deadline (STOP_TIMEOUT_MS, 25 s), after which it ends by itself. */
const STOP_MS = 28_000
const GROUP_MAIN = join(import.meta.dirname, 'group-main.ts')

/** The processes that run the services. */
export interface ServiceProcesses {
  /** By service. */
  pids(): Record<string, number>
  /** Base address of `/healthz`, `/readyz` and `/metrics`, by service. */
  ops(): Record<string, string>
  stop(): Promise<void>
  /** Ends all at once. */
  kill(): void
}

/** Starts all processes and waits until each is ready. When one does not start, the others are stopped again. */
export async function startServices(options: {
  groups: readonly ProcessGroup[]
  home: Home
  env: Environment
  say: (line: string) => void
  onReady: () => void
}): Promise<ServiceProcesses> {
  const { groups, home, env, say, onReady } = options
  // A server on all addresses is asked at loopback.
  const opsHost = env.OPS_HOST === undefined || env.OPS_HOST === '0.0.0.0' ? '127.0.0.1' : env.OPS_HOST
  const running = groups.map((group) => ({
    group,
    process: superviseProcess(
      {
        name: group.name,
        ...mainOf(group),
        env,
        logFile: join(home.logs, `${group.name}.log`),
        stopMs: STOP_MS,
      },
      { say, onReady },
    ),
  }))

  /** The services that callers connect to stop first, while the workers that they wait for still run. */
  const stop = async () => {
    const [front, rest] = [
      running.filter(({ group }) => isFront(group)),
      running.filter(({ group }) => !isFront(group)),
    ]
    for (const part of [front, rest]) await Promise.all(part.map(({ process }) => process.stop()))
  }
  const byService = <T>(read: (process: SupervisedProcess) => T | undefined) =>
    Object.fromEntries(
      running.flatMap(({ group, process }) => {
        const value = read(process)
        return value === undefined ? [] : group.services.map((service) => [service, value] as const)
      }),
    )

  const results = await Promise.allSettled(running.map(({ process }) => process.start()))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  return {
    pids: () => byService((process) => process.pid),
    ops: () =>
      byService(({ opsPort }) => (opsPort === undefined ? undefined : `http://${opsHost}:${opsPort}`)),
    stop,
    kill: () => {
      for (const { process } of running) process.kill()
    },
  }
}

/** A service alone in its process runs its own main.ts, as in production. */
function mainOf(group: ProcessGroup): { main: string; args: string[] } {
  const [only, ...others] = group.services
  if (others.length > 0) return { main: GROUP_MAIN, args: [group.name, ...group.services] }
  return { main: createRequire(import.meta.url).resolve(`@gleaner/${only}/main`), args: [] }
}
