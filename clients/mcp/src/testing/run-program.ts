import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const INSTALL_MS = 300_000
const RUN_MS = 600_000
const OUTPUT_BYTES = 64 * 1024 * 1024

/** The published suite and the inspector of the protocol's authors, and their programs. */
const PROGRAMS = {
  conformance: { version: '0.2.0-alpha.12', file: 'dist/index.js' },
  inspector: { version: '2.12.0', file: 'clients/launcher/build/index.js' },
}

/** Installs a program in a folder; returns where it is. */
export async function installProgram(folder: string, name: keyof typeof PROGRAMS): Promise<string> {
  const { version, file } = PROGRAMS[name]
  const target = join(folder, name)
  await mkdir(target, { recursive: true })
  const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  await run('npm', ['install', '--prefix', target, `@modelcontextprotocol/${name}@${version}`, ...quietly], {
    cwd: target,
    timeout: INSTALL_MS,
  })
  return join(target, 'node_modules/@modelcontextprotocol', name, file)
}

/** Runs it; of the suite `code` is 0 when what fails is what `args` expect to fail. */
export async function runProgram(
  program: string,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  const options = { timeout: RUN_MS, maxBuffer: OUTPUT_BYTES }
  return await run(process.execPath, [program, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code?: unknown; stdout?: string; stderr?: string }) => {
      if (typeof error.code !== 'number') throw error
      return { code: error.code, output: `${error.stdout}${error.stderr}` }
    },
  )
}
