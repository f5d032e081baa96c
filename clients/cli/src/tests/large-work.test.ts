import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type LargeWork, startLargeService } from '@gleaner/devstack/testing/large-service'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { BIN, cliAt, type Ran } from '../testing/run-cli.ts'

// Work that is larger than a fleet on one machine makes in the time of a test.

const isLong = process.env.GLEANER_LONG_TESTS === '1'
const PAGES = isLong ? 10_000 : 300
const LARGE = { pages: isLong ? 60 : 6, size: 10 * 2 ** 20 }
const SLOW_MS = 900_000

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'gleaner-large-'))
  await writeFile(join(home, 'pages.txt'), 'https://example.com/\n')
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** Prints the most memory that the process took as it ends, as the last line of stderr. */
const AT_EXIT = `process.on('exit', () => process.stderr.write('peak_mb=' + Math.round(process.resourceUsage().maxRSS / 1024)))`
const TELL_PEAK = `--import=data:text/javascript,${encodeURIComponent(AT_EXIT).replaceAll("'", '%27')}`

async function run(work: LargeWork, args: string[]): Promise<Ran & { peakMb: number; asked: string[] }> {
  const service = await startLargeService(work)
  try {
    const env = { GLEANER_URL: service.url, GLEANER_API_KEY: 'sk_test_1', NODE_OPTIONS: TELL_PEAK }
    const ran = await cliAt(home, env).run(args)
    const [, peak] = /peak_mb=(\d+)$/.exec(ran.stderr) ?? []
    return {
      ...ran,
      stderr: ran.stderr.replace(/peak_mb=.*$/, ''),
      peakMb: Number(peak),
      asked: service.asked,
    }
  } finally {
    await service.close()
  }
}

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const urls = (count: number) => Array.from({ length: count }, (_, at) => `https://example.com/${at}`)

describe.each([
  ['batch in a pipe', ['batch', 'pages.txt']],
  ['crawl in a file', ['crawl', 'example.com', '-o', 'pages.jsonl']],
])('a %s', (_, args) => {
  const read = async ({ stdout }: Ran) =>
    linesOf(args.includes('-o') ? await readFile(join(home, 'pages.jsonl'), 'utf8') : stdout)

  test(
    'has each of many pages once and in order, though connections break, and little is held',
    async () => {
      const breaks = { times: 3, after: PAGES / 5 }
      const ran = await run({ pages: PAGES, size: isLong ? 20_000 : 1_000, breaks }, args)
      expect([ran.code, ran.stderr]).toEqual([0, ''])
      expect((await read(ran)).map(({ url }) => url)).toEqual(urls(PAGES))
      // How much a process takes before it collects is the machine's.
      expect(ran.peakMb).toBeLessThan(700)
    },
    SLOW_MS,
  )

  test(
    'has pages of 10 MB',
    async () => {
      const ran = await run(LARGE, args)
      expect([ran.code, ran.stderr]).toEqual([0, ''])
      const pages = await read(ran)
      expect(pages.map(({ markdown }) => markdown.length)).toEqual(Array(LARGE.pages).fill(LARGE.size))
      expect(ran.peakMb).toBeLessThan(700)
    },
    SLOW_MS,
  )

  test('whose key is revoked in the middle keeps what came, says so, and how to go on', async () => {
    const ran = await run({ pages: 100, size: 100, revokedAfter: 30 }, args)
    expect(ran.code).toBe(3)
    expect(ran.stderr).toMatch(
      /^error: This API key was revoked\. [^\n]*login[^\n]*\nThe (batch|crawl) goes on: [^\n]*--resume [^\n]*\n$/,
    )
    // What was on its way when the connection broke may be among what is fetched later.
    const came = (await read(ran)).map(({ url }) => url)
    expect(came).toEqual(urls(Math.min(30, came.length)))
  })
})

test('a crawl in a folder has a file of each page, and goes on after a revoked key with those that are missing', async () => {
  const folder = join(home, 'folder')
  const revoked = await run({ pages: 100, size: 100, revokedAfter: 30 }, [
    'crawl',
    'example.com',
    '-o',
    'folder',
  ])
  expect(revoked.code).toBe(3)
  const came = await readdir(join(folder, 'example.com'))
  expect(came.length).toBeLessThanOrEqual(30)
  expect(linesOf(await readFile(join(folder, 'gleaner-pages.jsonl'), 'utf8'))).toHaveLength(came.length)
  const rest = await run({ pages: 100, size: 100 }, ['crawl', '--resume', '-o', 'folder'])
  expect([rest.code, rest.stderr]).toEqual([0, ''])
  expect(await readdir(join(folder, 'example.com'))).toHaveLength(100)
  const index = linesOf(await readFile(join(folder, 'gleaner-pages.jsonl'), 'utf8'))
  expect(index.map(({ url }) => url)).toEqual(urls(100))
})

test('a pipe that is closed early ends it at once, without a word', async () => {
  const service = await startLargeService({ pages: PAGES, size: 10_000 })
  const env = { PATH: process.env.PATH, HOME: home, GLEANER_URL: service.url, GLEANER_API_KEY: 'sk_test_1' }
  const line = `"${process.execPath}" "${BIN}" batch pages.txt | head -n 1; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = await promisify(execFile)('/bin/bash', ['-c', line], { env, cwd: home })
  await service.close()
  const [first, code] = stdout.trim().split('\n')
  expect([JSON.parse(first!).url, code, stderr]).toEqual(['https://example.com/0', '0', ''])
})
