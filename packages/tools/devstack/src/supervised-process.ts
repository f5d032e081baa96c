import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { allocatorVariables } from './allocator.ts'
import { openLog } from './open-log.ts'

const READY_MS = 60_000
// A child that lived this long did not fail because of how it was started: its next start need not wait.
const STABLE_MS = 10_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
const LAST_LINES = 15

/**
 * The young generation is 8 MB from the start: growing there from 1 would take a twentieth more CPU, and a third where more processes want
 * to run than there are cores. Growing on to V8's 16 would keep three times as much more. An idle process gives it back.
 */
const NODE_OPTIONS = ['--min-semi-space-size=8', '--max-semi-space-size=8']

export interface ProcessSpec {
  readonly name: string
  /** Path of the TypeScript file that the child runs. */
  readonly main: string
  readonly args: readonly string[]
  readonly env: Record<string, string | undefined>
  readonly logFile: string
  /** Longest graceful stop; then the child is killed. */
  readonly stopMs: number
}

export interface ProcessEvents {
  say(line: string): void
  /** The child is ready, for the first time or again: its pid is a new one. */
  onReady(): void
}

/** A child process that is restarted whenever it ends unexpectedly, and that ends when we do. */
export interface SupervisedProcess {
  readonly name: string
  readonly pid: number | undefined
  readonly opsPort: number | undefined
  /** Resolves when the child reports that it is ready; rejects with the end of its log when it ends before that. */
  start(): Promise<void>
  stop(): Promise<void>
  kill(): void
}

export function superviseProcess(spec: ProcessSpec, events: ProcessEvents): SupervisedProcess {
  let child: ChildProcess | undefined
  let opsPort: number | undefined
  let started = false
  let stopping = false
  let pause = FIRST_PAUSE_MS
  let pending: NodeJS.Timeout | undefined
  let logStart = 0

  function launch(): ChildProcess {
    const startedAt = Date.now()
    const log = openLog(spec.logFile)
    logStart = log.size
    // Detached: a Ctrl-C of the terminal reaches only the supervisor, which stops its children in order. The IPC
    // channel ends them when the supervisor is killed.
    const launched = fork(spec.main, spec.args, {
      env: { ...spec.env, ...allocatorVariables(spec.env) },
      execArgv: NODE_OPTIONS,
      stdio: ['ignore', log.descriptor, log.descriptor, 'ipc'],
      detached: true,
    })
    closeSync(log.descriptor)
    child = launched
    launched.on('message', (message) => {
      opsPort = (message as { opsPort?: number }).opsPort
      events.onReady()
    })
    launched.once('exit', (code, signal) => {
      child = undefined
      if (stopping || !started) return
      events.say(
        `${spec.name} ended unexpectedly (${signal ?? `exit code ${code}`}): starting it again. See ${spec.logFile}`,
      )
      pause = Date.now() - startedAt > STABLE_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS)
      pending = setTimeout(launch, pause)
    })
    return launched
  }

  return {
    name: spec.name,
    get pid() {
      return child?.pid
    },
    get opsPort() {
      return opsPort
    },
    async start() {
      const first = launch()
      const outcome = await Promise.race([
        once(first, 'message').then(() => 'ready'),
        once(first, 'exit').then(() => 'does not start'),
        new Promise<string>((resolve) => setTimeout(resolve, READY_MS, 'is not ready in time').unref()),
      ])
      if (outcome !== 'ready') {
        first.kill('SIGKILL')
        throw new Error(`${spec.name} ${outcome}:\n${await endOfLog(spec.logFile, logStart)}`)
      }
      started = true
    },
    async stop() {
      stopping = true
      clearTimeout(pending)
      const running = child
      if (!running) return
      const ended = once(running, 'exit')
      running.kill('SIGTERM')
      const killer = setTimeout(() => running.kill('SIGKILL'), spec.stopMs)
      await ended
      clearTimeout(killer)
    },
    kill() {
      stopping = true
      child?.kill('SIGKILL')
    },
  }
}

async function endOfLog(logFile: string, from: number): Promise<string> {
  const written = (await readFile(logFile)).subarray(from).toString()
  return written.trim().split('\n').slice(-LAST_LINES).join('\n')
}
