import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Program {
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string>
  /** Where it writes what it says. */
  log: string
}

export type Stop = () => Promise<void>

const START_MS = 120_000
const STOP_MS = 15_000

/** Runs a set-up command to its end. Throws with what it said when it fails. */
export async function runToEnd(program: Program, input = ''): Promise<void> {
  const child = launch(program, 'pipe')
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${program.command} ended with ${code}:\n${await lastWords(program.log)}`)
}

/** Starts a server and waits until `isUp`. What it returns stops it with all its children. */
export async function startProgram(program: Program, isUp: () => Promise<boolean>): Promise<Stop> {
  const child = launch(program, 'ignore')
  const stop = () => stopGroup(child)
  const deadline = Date.now() + START_MS
  while (child.exitCode === null && Date.now() < deadline) {
    if (await isUp().catch(() => false)) return stop
    await sleep(300)
  }
  await stop()
  throw new Error(`${program.command} does not start:\n${await lastWords(program.log)}`)
}

/** Whether something answers HTTP at this address, whatever it says. */
export async function answers(url: string): Promise<boolean> {
  const { body } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
  // A long page that nobody reads would hold its connection.
  await body?.cancel()
  return true
}

function launch({ command, args, cwd, env, log }: Program, stdin: 'pipe' | 'ignore'): ChildProcess {
  const output = openSync(log, 'a')
  // A group of its own: some servers fork, and are stopped whole.
  const options = { cwd, env: { ...process.env, ...env }, detached: true }
  const child = spawn(command, args, { ...options, stdio: [stdin, output, output] })
  child.once('error', (error) => console.error(`${command}: ${error.message}`))
  if (stdin === 'ignore') {
    const kill = () => signal(child, 'SIGKILL')
    process.once('exit', kill)
    child.once('exit', () => process.off('exit', kill))
  }
  return child
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return
  const ended = once(child, 'exit')
  signal(child, 'SIGTERM')
  const killer = setTimeout(() => signal(child, 'SIGKILL'), STOP_MS)
  await ended
  clearTimeout(killer)
  signal(child, 'SIGKILL')
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, name)
  } catch {
    // It has ended.
  }
}

const lastWords = async (log: string) => (await readFile(log, 'utf8')).slice(-3_000)
