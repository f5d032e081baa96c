import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DevInfo, startFleet } from '@gleaner/devstack'
import { FLEET_UNDER_TEST } from '@gleaner/devstack/testing/fleet-under-test'

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
  const start: TestCli['start'] = (args, options = {}) => {
    const command = [process.execPath, BIN, ...args]
    const [program, ...rest] = options.terminal ? inTerminal(command) : command
    return spawn(program!, rest, {
      cwd: options.cwd ?? home,
      env: { PATH: process.env.PATH, HOME: home, TERM: 'xterm', ...env, ...options.env },
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

/** A fleet with the command beside it. */
export async function startCliFleet(
  env: Record<string, string> = {},
): Promise<{ info: DevInfo; url: string; site: string; cli: TestCli; stop(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'gleaner-cli-'))
  const fleet = await startFleet({ home: join(home, 'fleet'), port: 0, env: { ...FLEET_UNDER_TEST, ...env } })
  const url = new URL(fleet.info.base_url).origin
  return {
    info: fleet.info,
    url,
    site: fleet.info.sample_site,
    cli: cliAt(home, { GLEANER_URL: url, GLEANER_API_KEY: fleet.info.api_key }),
    async stop() {
      await fleet.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
