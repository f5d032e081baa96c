import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import { call, connectHttp, connectStdio, type Revision } from '../testing/connect.ts'
import type { ServiceUnderTest } from '../testing/start-service.ts'

const WAYS = [
  ['HTTP', '2026-07-28', connectHttp],
  ['HTTP', '2025-11-25', connectHttp],
  ['stdio', '2026-07-28', connectStdio],
] as const

/** What somebody wants who has never used the service, by nothing but the tools. */
export function describeNewcomer(running: () => ServiceUnderTest): void {
  describe.each(WAYS)('a newcomer over %s in %s', (_way, revision: Revision, connect) => {
    let client: Client
    let site: string
    const ask = (name: string, args: Record<string, unknown> = {}) => call(client, name, args)
    beforeAll(async () => {
      client = await connect(running(), revision)
      site = running().site
    })
    afterAll(() => client.close())

    test('is spoken to in the revision that they speak', () => {
      expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    })

    test('1: scrapes a page to Markdown', async () => {
      const { data, text } = await ask('scrape', { url: `${site}/plain` })
      expect(data).toMatchObject({
        status: 'completed',
        format: 'markdown',
        status_code: 200,
        next_cursor: null,
      })
      expect(data.untrusted.text).toContain('# The swing bridge of Port Selwyn')
      expect(text).toContain('## When it opens')
    })

    test('2: lists the addresses of a site', async () => {
      const { data, text } = await ask('map_site', { url: site, search: 'lantern product', max_urls: 50 })
      expect(data.untrusted.urls.map(({ url }: { url: string }) => url)).toContain(`${site}/product`)
      expect(text).toContain(`${site}/product`)
    })

    test('3: crawls 20 pages and reads them', async () => {
      const begun = await ask('crawl_site', {
        url: site,
        max_pages: 20,
        exclude_patterns: ['/slow*', '/never', '/hang', '/stall', '/drip*'],
        wait_seconds: 60,
      })
      const id = begun.data.work_id
      const ended = begun.data.ended ? begun : await ask('check_work', { id, wait_seconds: 60 })
      expect(ended.data).toMatchObject({ ended: true, status: 'completed', completed: 20 })
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const part = await ask('list_results', { ...(cursor ? { cursor } : { id }), tokens_per_page: 200 })
        for (const { status, untrusted } of part.data.items) {
          if (status === 'succeeded') expect(untrusted.text).not.toBe('')
          seen.push(untrusted.url)
        }
        cursor = part.data.next_cursor ?? undefined
      } while (cursor)
      expect(seen.length).toBeGreaterThanOrEqual(20)
      expect(new Set(seen).size).toBe(seen.length)
    })

    test('4: reads the second part of a long page', async () => {
      const first = await ask('scrape', { url: `${site}/article`, max_tokens: 300 })
      const second = await ask('read_page', { cursor: first.data.next_cursor, max_tokens: 300 })
      const whole = await ask('read_page', { job_id: first.data.job_id })
      expect(second.data.credits_charged).toBe(0)
      expect(whole.data.next_cursor).toBeNull()
      expect(whole.data.untrusted.text).toContain(first.data.untrusted.text + second.data.untrusted.text)
    })

    test('5: extracts fields by a schema', async () => {
      const schema = {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' }, currency: { type: 'string' } },
      }
      const { data } = await ask('extract', { url: `${site}/product`, schema })
      expect(data.untrusted.data).toEqual({
        name: 'Storm lantern No. 4, brass',
        price: 89.5,
        currency: 'EUR',
      })
    })

    test('6: scrapes ten addresses of which one is bad', async () => {
      const pages = ['plain', 'article', 'docs', 'product', 'forum', 'listing', 'service', 'recipe', 'event']
      const urls = pages.map((page) => `${site}/${page}`).toSpliced(4, 0, 'http://10.0.0.1/private')
      const { data, text } = await ask('scrape_batch', { urls, wait_seconds: 60 })
      expect(data).toMatchObject({ ended: true, completed: 9, failed: 0 })
      expect(data.skipped).toEqual([{ index: 4, message: expect.stringContaining('public address') }])
      expect(text).toContain('urls[4] was left out')
      const listed = await ask('list_results', { id: data.work_id, texts: false })
      expect(listed.data.items.map(({ untrusted }: { untrusted: { url: string } }) => untrusted.url)).toEqual(
        pages.map((page) => `${site}/${page}`),
      )
    })

    test('7: searches', async () => {
      const { data, text } = await ask('search', { query: 'swing bridge' })
      expect(data.results[0].untrusted.url).toContain(site)
      expect(data).toMatchObject({ engine: 'index', credits_charged: 0 })
      expect(text).toContain('no search engine')
    })

    test('8: learns why a page failed, and what to do', async () => {
      const scraped = await ask('scrape', { url: 'http://nothing.invalid/' })
      expect(scraped.isError).toBe(true)
      expect(scraped.text).toMatch(/ALL_TIERS_FAILED.*host name has no address/)
      expect(scraped.text).toContain('What to do:')
      const batch = await ask('scrape_batch', { urls: ['http://nothing.invalid/'], wait_seconds: 60 })
      const failed = await ask('list_results', { id: batch.data.work_id, failed_only: true })
      const why = await ask('check_work', { id: failed.data.items[0].job_id })
      expect(why.data).toMatchObject({
        status: 'failed',
        error: { code: 'ALL_TIERS_FAILED' },
        credits_charged: 0,
      })
      expect(why.data.attempts).toEqual([{ tier: '1', result: 'failed', error: expect.any(String) }])
    })

    test('9: learns beforehand what it costs', async () => {
      const page = await ask('estimate_cost', { url: `${site}/plain` })
      expect(page.data).toMatchObject({ estimated_credits: 1, max_credits: 20, estimated_pages: 1 })
      const crawl = await ask('estimate_cost', { url: site, max_pages: 10 })
      expect(crawl.data).toMatchObject({ estimated_pages: 10, estimated_credits: 10 })
    })

    test('10: sees how many credits are left', async () => {
      const before = await ask('account')
      await ask('scrape', { url: `${site}/plain` })
      const after = await ask('account', { sessions: true })
      expect(before.data.credits_available - after.data.credits_available).toBe(1)
      expect(after.data.sessions).toEqual([])
      expect(after.text).toContain('credits can be spent')
    })
  })
}
