import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const INSTALL_MS = 300_000
const CASES_MS = 600_000

/** How one of a client's own cases has ended. */
export interface Case {
  title: string
  status: string
  message: string
}

/** Unpacks a published package into `folder` with all that its tests need; returns its folder. */
export async function getPackage(folder: string, name: string, version: string): Promise<string> {
  const options = { cwd: folder, timeout: INSTALL_MS, maxBuffer: 16 * 1024 * 1024 }
  const { stdout } = await run('npm', ['pack', `${name}@${version}`, '--silent'], options)
  await run('tar', ['-xzf', stdout.trim()], options)
  const unpacked = join(folder, 'package')
  const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  await run('npm', ['install', ...quietly], { ...options, cwd: unpacked })
  return unpacked
}

/** Runs the end-to-end cases that a package brings, by its own jest, against a server. */
export async function runCases(folder: string, cases: string, env: Record<string, string>): Promise<Case[]> {
  const report = join(folder, 'report.json')
  const args = ['node_modules/jest/bin/jest.js', cases, '--json', `--outputFile=${report}`, '--maxWorkers=2']
  await run(process.execPath, args, {
    cwd: folder,
    timeout: CASES_MS,
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: process.env.PATH, NODE_OPTIONS: '--experimental-vm-modules', ...env },
    // One that fails is told by the report.
  }).catch((error: { code?: unknown }) => {
    if (typeof error.code !== 'number') throw error
  })
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    testResults: {
      name: string
      assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
    }[]
  }
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }) => ({
      title: fullName,
      status,
      message: failureMessages.join('\n').slice(0, 1_000),
    })),
  )
}
