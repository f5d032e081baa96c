import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type LargeWork, startLargeService } from '@gleaner/devstack/testing/large-service'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { cliAt } from './run-cli.ts'

// Work that is larger than a fleet on one machine makes in the time of a test.

const SLOW_MS = 900_000
const LARGE = 10 * 2 ** 20

/** What came of a page. */
interface Seen {
  url: string
  length: number
}

interface RanLarge {
  code: number
  stderr: string
  peakMb: number
  /** Of each line that was printed. */
  printed: Seen[]
}

/** A command that gives pages one after the other, and the pages that it has given. */
type Giving = (work: LargeWork) => Promise<RanLarge & { pages: Seen[] }>

/** Tries the commands that give pages one after the other, each with the tests of `more` as well. */
export function describeLargeWork(
  { pages, size, largePages }: { pages: number; size: number; largePages: number },
  more?: (give: Giving) => void,
): void {
  let home: string
  beforeAll(async () => {
    home = await createHome()
  })
  afterAll(() => rm(home, { recursive: true, force: true }))

  describe.each([
    ['batch in a pipe', ['batch', 'pages.txt']],
    ['crawl in a file', ['crawl', 'example.com', '-o', 'pages.jsonl']],
  ])('a %s', (_, args) => {
    const give: Giving = async (work) => {
      const ran = await runLarge(home, work, args)
      const file = join(home, 'pages.jsonl')
      return { ...ran, pages: args.includes('-o') ? await seenIn(createReadStream(file)) : ran.printed }
    }

    test(
      'has each of many pages once and in order, though connections break, and little is held',
      async () => {
        const ran = await give({ pages, size, breaks: { times: 3, after: pages / 5 } })
        expect([ran.code, ran.stderr]).toEqual([0, ''])
        expect(ran.pages.map(({ url }) => url)).toEqual(urls(pages))
        // How much a process takes before it collects is the machine's.
        expect(ran.peakMb).toBeLessThan(700)
      },
      SLOW_MS,
    )

    test(
      'has pages of 10 MB',
      async () => {
        const ran = await give({ pages: largePages, size: LARGE })
        expect([ran.code, ran.stderr]).toEqual([0, ''])
        expect(ran.pages.map(({ length }) => length)).toEqual(Array(largePages).fill(LARGE))
        expect(ran.peakMb).toBeLessThan(700)
      },
      SLOW_MS,
    )

    more?.(give)
  })
}

/** With a list for batches, whose one address stands for as many as the service has pages. */
export async function createHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'gleaner-large-'))
  await writeFile(join(home, 'pages.txt'), 'https://example.com/\n')
  return home
}

/** Prints the most memory that the process took as it ends, as the last line of stderr. */
const AT_EXIT = `process.on('exit', () => process.stderr.write('peak_mb=' + Math.round(process.resourceUsage().maxRSS / 1024)))`
const TELL_PEAK = `--import=data:text/javascript,${encodeURIComponent(AT_EXIT).replaceAll("'", '%27')}`

export async function runLarge(home: string, work: LargeWork, args: string[]): Promise<RanLarge> {
  const service = await startLargeService(work)
  try {
    const env = { GLEANER_URL: service.url, GLEANER_API_KEY: 'sk_test_1', NODE_OPTIONS: TELL_PEAK }
    const child = cliAt(home, env).start(args)
    child.stdin!.end()
    let stderr = ''
    child.stderr!.on('data', (data) => {
      stderr += data
    })
    const ended = once(child, 'close')
    const printed = await seenIn(child.stdout!)
    const [code] = await ended
    const [, peak] = /peak_mb=(\d+)$/.exec(stderr) ?? []
    return { code, stderr: stderr.replace(/peak_mb=.*$/, ''), peakMb: Number(peak), printed }
  } finally {
    await service.close()
  }
}

/** Line by line: all together may be more than a string holds. */
async function seenIn(stream: Readable): Promise<Seen[]> {
  const seen: Seen[] = []
  for await (const line of createInterface(stream)) {
    const { url, markdown = '' } = JSON.parse(line)
    seen.push({ url, length: markdown.length })
  }
  return seen
}

export const urls = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `https://example.com/${at}`)
