import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readProcess } from '@gleaner/runtime/process-table'
import { eventually } from '@gleaner/testkit/eventually'
import type { DevInfo } from '../dev-info.ts'

const BIN = join(import.meta.dirname, '../bin.ts')
const ROOT = join(import.meta.dirname, '../../../../..')
const START_MS = 60_000

/** `npm start` as a person runs it, with what it printed so far. */
export interface Stack {
  readonly child: ChildProcess
  readonly output: string
  readDevFile(): Promise<DevInfo>
  /** Sends the signal and resolves to the exit code, or to the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string>
}

/** Runs the program; does not wait for anything. */
export function runStack(options: { home: string; port?: number; args?: string[] }): Stack {
  const { home, port = 0, args = [] } = options
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PUPPETEER_EXECUTABLE_PATH: process.env.PUPPETEER_EXECUTABLE_PATH,
      CHROMIUM_PATH: process.env.CHROMIUM_PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      GLEANER_HOME: home,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (data: Buffer) => {
    output += data
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = once(child, 'close')
  return {
    child,
    get output() {
      return output
    },
    readDevFile: async () => JSON.parse(await readFile(join(home, 'dev.json'), 'utf8')) as DevInfo,
    end: async (signal) => {
      child.kill(signal)
      const [code, endSignal] = await ended
      return endSignal ?? code
    },
  }
}

/** Runs the program and waits until it says that all is up. */
export async function startStack(options: { home: string; port?: number; args?: string[] }): Promise<Stack> {
  const stack = runStack(options)
  const isUp = () => {
    if (!stack.output.includes('Ctrl-C stops everything')) throw new Error(`not up yet:\n${stack.output}`)
  }
  await eventually(isUp, { timeoutMs: START_MS })
  return stack
}

/** The exit code and everything printed of a start that is refused. */
export async function refusedStart(options: {
  home: string
  port?: number
}): Promise<{ code: number; output: string }> {
  const stack = runStack(options)
  const [code] = await once(stack.child, 'close')
  return { code, output: stack.output }
}

/** Everything that a process has started, and what those have. */
export async function descendants(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const found = [pid]
  for (const parent of found) found.push(...rows.filter((row) => row[1] === parent).map((row) => row[0]!))
  return found.slice(1)
}

/** A process that is there and not a zombie. */
export function isRunning(pid: number): boolean {
  return readProcess(pid) !== undefined
}
