import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type LargeWork, startLargeService } from '@gleaner/devstack/testing/large-service'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Gleaner } from './index.ts'
import { startTestFleet } from './testing/start-fleet.ts'
import { type Relay, startRelay } from './testing/start-relay.ts'

const LARGE = 10 * 2 ** 20
const PAGES = 2_500
const PARAGRAPH = `<p>${'All that was written down at the harbour. '.repeat(250)}</p>`
const LARGE_TEXT = PARAGRAPH.repeat(Math.ceil(LARGE / PARAGRAPH.length))

/** A site with a page of 10 MB, and as many small ones as somebody asks for. */
const site = createServer(({ url = '/' }, response) => {
  const text = url === '/large' ? LARGE_TEXT : `<p>${url}</p>`
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<title>${url}</title><main>${text}</main>`)
})
let origin: string
let fleet: Awaited<ReturnType<typeof startTestFleet>>
let relay: Relay
let client: Gleaner
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  fleet = await startTestFleet({ EGRESS_ALLOW: `127.0.0.1:${port}`, DOMAIN_CONCURRENCY: '50' })
  relay = await startRelay(fleet.url)
  client = new Gleaner({ apiKey: fleet.info.api_key, baseUrl: relay.url, WebSocket: false })
})
afterAll(async () => {
  await relay.close()
  await fleet.stop()
  site.close()
})

test('an answer of 10 MB comes whole, at once, from a job, and after a cut in its middle', async () => {
  const fields = { formats: ['raw' as const], max_response_bytes: 0 }
  const lengths: number[] = []
  for (const sync of [true, false]) {
    let isCut = false
    relay.decide = ({ path }) => {
      if (isCut || (!sync && !path.includes('/jobs/'))) return undefined
      isCut = true
      return { kind: 'cut body', after: sync ? 5_000_000 : 0 }
    }
    const { content } = await client.scrape(`${origin}/large`, { ...fields, sync })
    lengths.push((content as { raw: string }).raw.length)
    expect(isCut).toBe(true)
  }
  expect(lengths[0]).toBeGreaterThan(LARGE)
  expect(lengths[1]).toBe(lengths[0])
})

test('thousands of pages come one by one, each once, though connections break', async () => {
  const urls = Array.from({ length: PAGES }, (_, index) => `${origin}/pages/${index}`)
  let lists = 0
  // Every list of results breaks a few times before it is through.
  relay.decide = ({ path }) =>
    path.includes('/results') && lists++ % 3 < 2 ? { kind: 'cut body', after: 200_000 } : undefined
  const found: string[] = []
  for await (const { url, result } of client.batch(urls, { formats: ['markdown'] }, { timeout: 900_000 })) {
    expect(result?.status_code).toBe(200)
    found.push(url)
  }
  expect(found).toEqual(urls)
  expect(lists).toBeGreaterThan(PAGES / 1_000)
}, 1_200_000)

// More than a fleet on one machine makes in the time of a test. How much a process takes before it collects is the machine's.
describe('the client', () => {
  test.each([
    ['crawl', { pages: 10_000, size: 50_000 }, 400],
    ['batch', { pages: 10_000, size: 50_000 }, 400],
    ['list', { pages: 10_000, size: 100 }, 400],
    ['stream', { pages: 10_000, size: 100 }, 400],
    ['crawl', { pages: 80, size: LARGE }, 600],
    ['batch', { pages: 80, size: LARGE }, 600],
  ])(
    'reads a %s of %j once and in order, though connections break, with less than %d MB',
    async (what, work, mostMb) => {
      const read = await readMuch(what, { ...work, breaks: { times: 3, after: work.pages / 5 } })
      expect(read).toMatchObject({ count: work.pages, isInOrder: true })
      expect(read.error).toBeUndefined()
      expect(read.peakMb).toBeLessThan(mostMb)
    },
    900_000,
  )

  test.each(['crawl', 'batch', 'list'])(
    'ends a %s whose key is revoked with what it is, after all that came',
    async (what) => {
      const read = await readMuch(what, { pages: 100, size: 100, revokedAfter: 30 })
      // What was on its way when the connection broke is not counted.
      expect(read.count).toBeLessThanOrEqual(30)
      expect(read).toMatchObject({
        isInOrder: true,
        error: { name: 'AuthenticationError', message: expect.stringContaining('was revoked') },
      })
    },
  )
})

interface ReadMuch {
  count: number
  isInOrder: boolean
  error?: { name: string; message: string }
  peakMb: number
}

/** What a program makes of a service, in a process of its own. */
async function readMuch(what: string, work: LargeWork): Promise<ReadMuch> {
  const service = await startLargeService(work)
  const program = join(import.meta.dirname, 'testing/read-much.ts')
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, service.url, what])
    return JSON.parse(stdout)
  } finally {
    await service.close()
  }
}
