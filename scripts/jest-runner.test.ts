import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import config from '../jest.config.js'

const ROOT = join(import.meta.dirname, '..')
const FIXTURES = ['1-errors', '2-after', '3-dies', '4-open']

interface FileReport {
  name: string
  message: string
  assertionResults: { title: string; status: string; failureMessages: string[] }[]
}

let folder: string
const reports = new Map<string, FileReport>()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-runner-'))
  const { globalSetup: _setup, globalTeardown: _teardown, ...rest } = config
  const testMatch = FIXTURES.map((name) => join(ROOT, `packages/tools/testkit/src/fixtures/${name}.test.ts`))
  // One process, in this order: each file begins where the one before has been.
  const only = {
    ...rest,
    rootDir: ROOT,
    testMatch,
    testPathIgnorePatterns: ['/node_modules/'],
    maxWorkers: 1,
  }
  const report = join(folder, 'report.json')
  const words = [join(ROOT, 'node_modules/jest/bin/jest.js'), '--json', `--outputFile=${report}`]
  await new Promise<void>((done) => {
    execFile(process.execPath, [...words, '--config', JSON.stringify(only)], { cwd: ROOT }, () => done())
  })
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as { testResults: FileReport[] }
  for (const result of testResults) reports.set(basename(result.name, '.test.ts'), result)
})
afterAll(() => rm(folder, { recursive: true }))

test('a test that fails, takes too long, or leaves an error uncaught is told', () => {
  const { assertionResults, message } = reports.get('1-errors')!
  const failures = assertionResults.map(({ title, status, failureMessages }) => [
    title,
    status,
    failureMessages.join('').split('\n')[0] ?? '',
  ])
  expect(failures).toEqual([
    ['passes although it catches late', 'passed', ''],
    ['does not catch', 'passed', ''],
    ['fails', 'failed', expect.stringContaining('toEqual')],
    ['takes too long', 'failed', expect.stringContaining('Exceeded timeout of 50 ms')],
    ['takes longer than the file allows', 'failed', expect.stringContaining('Exceeded timeout of 40 ms')],
  ])
  expect(message).toContain('Nobody has caught: Error: lost by this file')
  expect(message).not.toContain('caught late')
})

test('what a file has set is not there for the next', () => {
  expect(reports.get('2-after')!.assertionResults).toMatchObject([{ status: 'passed' }])
})

test('a file that ends its process fails, and the next one begins in a new one', () => {
  expect(reports.get('3-dies')!.message).toContain('the process of the suite ended (SIGKILL)')
  expect(reports.get('4-open')!.assertionResults).toMatchObject([{ status: 'passed' }])
})

test('a file that leaves something open fails, and says where it was opened', () => {
  const { message } = reports.get('4-open')!
  expect(message).toContain('1 Timeout')
  expect(message).toContain('4-open.test.ts')
})
