import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SharedFleet, shareFleet } from '@gleaner/devstack/testing/shared-fleet'

export const BIN = fileURLToPath(import.meta.resolve('../bin.ts'))

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  env?: Record<string, string | undefined>
  input?: string
  /** In a terminal of 80 columns, made by script(1); all that it shows is then `stdout`. */
  terminal?: boolean
  cwd?: string
}

/** The command of the house as a person runs it, with a home of its own. */
export interface TestCli {
  run(args: readonly string[], options?: RunOptions): Promise<Ran>
  /** The process, for tests that end it. */
  start(args: readonly string[], options?: RunOptions): ChildProcess
  home: string
}

export function cliAt(home: string, env: Record<string, string | undefined>): TestCli {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const start: TestCli['start'] = (args, options = {}) => {
    const command = [process.execPath, BIN, ...args]
    const [program, ...rest] = options.terminal ? inTerminal(command) : command
    return spawn(program!, rest, {
      cwd: options.cwd ?? home,
      env: { PATH, NODE_COMPILE_CACHE, HOME: home, TERM: 'xterm', ...env, ...options.env },
    })
  }
  return {
    home,
    start,
    async run(args, options = {}) {
      const child = start(args, options)
      child.stdin!.end(options.input ?? '')
      return await ended(child)
    },
  }
}

export async function ended(child: ChildProcess): Promise<Ran> {
  let [stdout, stderr] = ['', '']
  child.stdout!.on('data', (data) => {
    stdout += data
  })
  child.stderr!.on('data', (data) => {
    stderr += data
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

function inTerminal(command: readonly string[]): string[] {
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  return ['script', '-qec', `stty cols 80; ${quoted}`, '/dev/null']
}

/** The shared fleet with the command beside it. */
export interface CliFleet extends SharedFleet {
  site: string
  cli: TestCli
  /** Deletes the home of the command. */
  stop(): Promise<void>
}

export async function startCliFleet(): Promise<CliFleet> {
  const home = await mkdtemp(join(tmpdir(), 'gleaner-cli-'))
  const fleet = await shareFleet()
  const { info, url } = fleet
  return {
    ...fleet,
    site: info.sample_site,
    cli: cliAt(home, { GLEANER_URL: url, GLEANER_API_KEY: info.api_key }),
    stop: () => rm(home, { recursive: true, force: true }),
  }
}
