import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface JestRun {
  /** `hung`: it was ended when its time was over. */
  outcome: 'passed' | 'failed' | 'hung'
  seconds: number
  output: string
}

export interface JestOptions {
  root: string
  args: readonly string[]
  env?: Record<string, string>
  timeoutMs: number
}

/** Runs jest in a copy of the project, on the servers that the environment names. */
export async function runJest({ root, args, env = {}, timeoutMs }: JestOptions): Promise<JestRun> {
  const startedAt = performance.now()
  const node = join(root, 'node_modules/node/bin/node')
  // For jest's own runner.
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
  const child = spawn(node, [...flags, join(root, 'node_modules/jest/bin/jest.js'), ...args], {
    cwd: root,
    env: { ...process.env, ...env, CI: 'true' },
    // A group of its own: what its tests have started ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const { promise, resolve } = Promise.withResolvers<JestRun['outcome']>()
  const timer = setTimeout(() => resolve('hung'), timeoutMs)
  child.on('error', () => resolve('failed'))
  child.on('close', (code) => resolve(code === 0 ? 'passed' : 'failed'))
  const outcome = await promise
  clearTimeout(timer)
  endGroup(child.pid!)
  return {
    outcome,
    seconds: (performance.now() - startedAt) / 1_000,
    output: Buffer.concat(chunks).toString(),
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing is left of it.
  }
}
