import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const INSTALL_MS = 300_000
const SUITE_MS = 600_000
const OUTPUT_BYTES = 64 * 1024 * 1024

/** The published suite of the protocol's authors. */
const SUITE = '@modelcontextprotocol/conformance'

/** Installs the suite in a folder; returns its program. */
export async function installSuite(folder: string, version: string): Promise<string> {
  const target = join(folder, version)
  await mkdir(target, { recursive: true })
  const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  await run('npm', ['install', '--prefix', target, `${SUITE}@${version}`, ...quietly], {
    cwd: target,
    timeout: INSTALL_MS,
  })
  return join(target, 'node_modules', SUITE, 'dist/index.js')
}

/** Runs it against a server; `code` is 0 when what fails is what `args` expect to fail. */
export async function runSuite(
  program: string,
  url: string,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  const options = { timeout: SUITE_MS, maxBuffer: OUTPUT_BYTES }
  return await run(process.execPath, [program, 'server', '--url', url, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code?: unknown; stdout?: string; stderr?: string }) => {
      if (typeof error.code !== 'number') throw error
      return { code: error.code, output: `${error.stdout}${error.stderr}` }
    },
  )
}
