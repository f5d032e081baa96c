import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import { call, connectHttp, type ToolReply } from '../testing/connect.ts'
import { type ServiceUnderTest, startService } from '../testing/start-service.ts'

/** A page of 10 MB, in paragraphs. */
const PARAGRAPHS = 250_000
/** As many as a crawl of a tool may have. */
const PAGES = 10_000
/** Of them, how many lists lead to the rest: a crawl takes 5,000 links of a page. */
const LISTS = 4
/** Every so many of the rest is not there. */
const MISSING = 100

/** What a gateway may hold more than before while the long page is read by many at once. */
const MOST_MEMORY = 600_000_000

const MINUTES = 60_000

let service: ServiceUnderTest
let client: Client
const ask = (name: string, args: Record<string, unknown>) => call(client, name, args)
beforeAll(async () => {
  service = await startService()
  client = await connectHttp(service, '2026-07-28')
}, 10 * MINUTES)
afterAll(async () => {
  await client.close()
  await service.close()
})

describe('a page of 10 MB', () => {
  let url: string
  let first: ToolReply
  beforeAll(async () => {
    const paragraphs = Array.from({ length: PARAGRAPHS }, (_, n) => `<p>Paragraph ${n} of a long book.</p>`)
    service.pages.set('long', `<title>Long</title><h1>Long</h1>${paragraphs.join('\n')}`)
    url = `${service.ownSite}/long`
    first = await ask('scrape', { url, max_tokens: 40_000, timeout: 300 })
    expect(first.isError ? first.text : undefined).toBeUndefined()
  }, 10 * MINUTES)

  test(
    'is led through by cursors, everything once, in replies of the size that was asked for',
    async () => {
      const parts = [first]
      for (let cursor = first.data.next_cursor; cursor !== null; cursor = parts.at(-1)!.data.next_cursor)
        parts.push(await ask('read_page', { cursor, max_tokens: 40_000 }))
      for (const { data, content } of parts) {
        expect(data.tokens).toBeLessThanOrEqual(40_000)
        // Twice, as text and as data, and what stands around it.
        expect(JSON.stringify({ data, content }).length).toBeLessThan(2.5 * 4 * 40_000)
      }
      expectAll(parts.map(({ data }) => data.untrusted.text).join(''))
    },
    30 * MINUTES,
  )

  test(
    'is read through as resources, each of which names the next',
    async () => {
      const texts: string[] = []
      let uri: string | undefined = `gleaner://jobs/${first.data.job_id}/markdown`
      while (uri !== undefined) {
        const { contents } = await client.readResource({ uri }, { timeout: 4 * MINUTES })
        const { text } = contents[0] as { text: string }
        const [, , quoted] = /<(web-content-[0-9a-f]{12})>\n([\s\S]*)\n<\/\1>/.exec(text)!
        texts.push(quoted!.slice(quoted!.indexOf('\n\n') + 2))
        uri = /The page goes on at (\S+)\.$/.exec(text)?.[1]
      }
      expectAll(texts.join(''))
    },
    30 * MINUTES,
  )

  test(
    'is bounded in every tool that shows pages',
    async () => {
      const batch = await ask('scrape_batch', { urls: [url], timeout: 300, wait_seconds: 60 })
      let state = batch
      while (!state.data.ended) state = await ask('check_work', { id: batch.data.work_id, wait_seconds: 60 })
      const schema = { type: 'object', properties: { title: { type: 'string' } } }
      for (const [name, args] of [
        ['list_results', { id: batch.data.work_id, max_tokens: 1_000 }],
        ['list_results', { id: batch.data.work_id, max_tokens: 1_000, format: 'markdown' }],
        ['search', { query: 'long book', scrape_results: true, max_tokens: 1_000 }],
        ['extract', { url, schema, max_tokens: 1_000, timeout: 300 }],
        ['map_site', { url, max_tokens: 1_000 }],
        ['read_page', { job_id: first.data.job_id, max_tokens: 1_000 }],
        ['check_work', { id: first.data.job_id }],
      ] as const) {
        const { data, content } = await ask(name, args)
        expect([name, JSON.stringify({ data, content }).length]).toEqual([name, expect.any(Number)])
        expect(JSON.stringify({ data, content }).length).toBeLessThan(20_000)
      }
    },
    30 * MINUTES,
  )

  test(
    'takes bounded memory, however many read it',
    async () => {
      const before = await memoryOf(service)
      let most = 0
      let isOver = false
      const watch = (async () => {
        while (!isOver) most = Math.max(most, await memoryOf(service))
      })()
      const reads = Array.from({ length: 16 }, () =>
        ask('read_page', { job_id: first.data.job_id, max_tokens: 1_000 }),
      )
      for (const { data } of await Promise.all(reads)) expect(data.status).toBe('completed')
      isOver = true
      await watch
      expect(most - before).toBeLessThan(MOST_MEMORY)
    },
    30 * MINUTES,
  )
})

describe('a crawl of 10,000 pages', () => {
  let id: string
  beforeAll(async () => {
    const lists = Array.from({ length: LISTS }, () => [] as number[])
    for (let n = 0; n < PAGES - LISTS - 1; n++) {
      lists[n % LISTS]!.push(n)
      if (n % MISSING !== 0)
        service.pages.set(`page/${n}`, `<title>Page ${n}</title><h1>Page ${n}</h1><p>Says ${n}.</p>`)
    }
    lists.forEach((numbers, n) => {
      service.pages.set(`list/${n}`, listOf(`List ${n}`, 'page', numbers))
    })
    service.pages.set('', listOf('All', 'list', [...lists.keys()]))
    const args = { url: `${service.ownSite}/`, max_pages: PAGES, max_depth: 2, wait_seconds: 60 }
    let state = await ask('crawl_site', args)
    expect(state.isError ? state.text : undefined).toBeUndefined()
    id = state.data.work_id
    while (!state.data.ended) state = await ask('check_work', { id, wait_seconds: 60 })
    expect(state.data).toMatchObject({ total: PAGES })
  }, 120 * MINUTES)

  test.each([
    { texts: false, max_tokens: 40_000 },
    { texts: true, tokens_per_page: 200, max_tokens: 40_000 },
  ])(
    'is led through by cursors, every page once, in bounded replies: %j',
    async (args) => {
      const seen: string[] = []
      let reply = await ask('list_results', { id, ...args })
      for (;;) {
        const { data, content } = reply
        expect(JSON.stringify({ data, content }).length).toBeLessThan(2.5 * 4 * args.max_tokens)
        seen.push(...data.items.map(({ job_id }: { job_id: string }) => job_id))
        if (data.next_cursor === null) break
        reply = await ask('list_results', { cursor: data.next_cursor, max_tokens: args.max_tokens })
      }
      expect([seen.length, new Set(seen).size]).toEqual([PAGES, PAGES])
    },
    60 * MINUTES,
  )

  test(
    'says which pages have failed by one call, wherever they stand',
    async () => {
      const { data } = await ask('list_results', { id, failed_only: true, texts: false, max_tokens: 40_000 })
      const state = await ask('check_work', { id })
      expect(data.items).toHaveLength(Math.min(100, state.data.failed))
    },
    10 * MINUTES,
  )
})

function listOf(title: string, folder: string, numbers: readonly number[]): string {
  const links = numbers.map((n) => `<li><a href="/${folder}/${n}">${n}</a></li>`)
  return `<title>${title}</title><h1>${title}</h1><ul>${links.join('')}</ul>`
}

function expectAll(text: string): void {
  const numbers = Array.from(text.matchAll(/Paragraph (\d+) of/g), ([, n]) => Number(n))
  expect(numbers.length).toBe(PARAGRAPHS)
  expect(numbers.every((n, at) => n === at)).toBe(true)
}

async function memoryOf({ fleet }: ServiceUnderTest): Promise<number> {
  const metrics = await (await fetch(`${fleet.info.ops.gateway}/metrics`)).text()
  return Number(/^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)$/m.exec(metrics)![1])
}
