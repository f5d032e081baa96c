import { execFile } from 'node:child_process'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import config from '../jest.config.js'
import { readJestReport } from './read-jest-report.mjs'

const ROOT = join(import.meta.dirname, '..')

test('a test that cannot run is counted as skipped, and says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-report-'))
  const { globalSetup: _setup, globalTeardown: _teardown, ...rest } = config
  const fixture = join(ROOT, 'packages/tools/testkit/src/fixtures/skipping.test.ts')
  const only = { ...rest, rootDir: ROOT, testMatch: [fixture], testPathIgnorePatterns: ['/node_modules/'] }
  const report = join(folder, 'report.json')
  const words = [join(ROOT, 'node_modules/jest/bin/jest.js'), '--json', `--outputFile=${report}`]
  await promisify(execFile)(process.execPath, [...words, '--config', JSON.stringify(only)], { cwd: ROOT })
  expect(readJestReport(report, 0)).toEqual({
    passed: 2,
    failed: 0,
    skipped: 3,
    reasons: [
      'cannot run (skipped: /nowhere/unshare is not installed)',
      'a group that cannot run (skipped: /nowhere/unshare is not installed) 1',
      'a group that cannot run (skipped: /nowhere/unshare is not installed) 2',
    ],
  })
  await rm(folder, { recursive: true })
})

test('no test is skipped without a reason: `where` of testkit alone skips', async () => {
  const tests: string[] = []
  const pattern = '{packages,services,infra,scripts}/**/*.test.ts'
  for await (const file of glob(pattern, { cwd: ROOT, exclude: (path) => path.endsWith('node_modules') })) {
    tests.push(file)
  }
  expect(tests.length).toBeGreaterThan(100)
  const silent = await Promise.all(
    tests.map(async (file) => (SKIPS.test(await readFile(join(ROOT, file), 'utf8')) ? [file] : [])),
  )
  expect(silent.flat()).toEqual([])
})

const SKIPS = /\b(test|it|describe)\.(skip|todo|failing|only)\b|\bx(it|test|describe)\(/
