import { createHmac } from 'node:crypto'
import { API_ROOT, uuidv7 } from '@gleaner/contracts'
import { createPool, type Pool } from '@gleaner/db'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import Firecrawl, { FirecrawlAppV1 } from '@mendable/firecrawl-js'
import { openAccount } from '../../testing/open-account.ts'
import type { StackUnderTest } from '../stack-under-test.ts'
import { testMonitors } from './firecrawl-monitors.ts'
import { startReceiver } from './start-receiver.ts'

/** What a client of theirs throws. */
interface Refusal {
  status?: number
  code?: string
  details?: unknown
}

const WAIT = { pollInterval: 1, timeout: 60 }

/** The published client of Firecrawl's API, whose calls end in our own endpoints. */
export function describeFirecrawl(running: () => StackUnderTest, receiverPort: () => number): void {
  describe('the client of Firecrawl', () => {
    let pool: Pool
    let url: string
    let site: string
    let key: string
    let another: string
    let client: Firecrawl
    let old: FirecrawlAppV1
    beforeAll(async () => {
      const { info } = running().fleet
      pool = createPool({ url: info.database_url, max: 2 })
      ;[key, another] = [await openAccount(pool), await openAccount(pool)]
      url = new URL(info.base_url).origin
      site = info.sample_site
      client = new Firecrawl({ apiKey: key, apiUrl: `${url}/firecrawl` })
      old = new FirecrawlAppV1({ apiKey: key, apiUrl: url })
    })
    afterAll(() => pool.end())

    /** A request as it is, for what clients do not show. */
    async function send(path: string, body?: unknown, init: RequestInit & { key?: string } = {}) {
      const reply = await fetch(url + path, {
        method: body === undefined ? 'GET' : 'POST',
        ...init,
        headers: {
          authorization: `Bearer ${init.key ?? key}`,
          'content-type': 'application/json',
          ...init.headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: reply.status, headers: reply.headers, body: JSON.parse((await reply.text()) || '{}') }
    }

    test('scrapes a page in the formats that it asks for, and reads it again', async () => {
      const document = await client.scrape(`${site}/article`, {
        formats: [
          'markdown',
          'html',
          'rawHtml',
          'links',
          'images',
          { type: 'json', schema: { title: 'string' } },
        ],
        onlyMainContent: true,
        excludeTags: ['footer'],
        maxAge: 0,
      })
      expect(document).toMatchObject({
        markdown: expect.stringContaining('#'),
        html: expect.stringContaining('<'),
        rawHtml: expect.stringContaining('<html'),
        links: expect.arrayContaining([expect.stringMatching(/^http/)]),
        json: { title: expect.any(String) },
        metadata: {
          sourceURL: `${site}/article`,
          statusCode: 200,
          proxyUsed: 'basic',
          cacheState: 'miss',
          creditsUsed: expect.any(Number),
        },
      })
      const again = await send(`/v2/scrape/${document.metadata!.scrapeId}`)
      expect(again.body).toMatchObject({ success: true, data: { markdown: document.markdown } })
      expect(again.body.data).not.toHaveProperty('changeTracking')
    })

    test('is told what has no effect, and refused what is unknown, wrong or not to be had', async () => {
      const heeded = await send('/v2/scrape', { url: `${site}/article`, skipTlsVerification: true })
      expect(heeded.body.data.warning).toContain('skipTlsVerification has no effect')
      const refusals: [path: string, body: object, status: number, code: string][] = [
        ['/v2/scrape', { url: `${site}/article`, formatz: [] }, 400, 'BAD_REQUEST'],
        ['/v2/scrape', { url: 'not an address' }, 400, 'BAD_REQUEST'],
        ['/v2/scrape', { url: 'http://169.254.169.254/' }, 400, 'BAD_REQUEST'],
        ['/v2/scrape', { url: site, waitFor: 'long' }, 400, 'BAD_REQUEST'],
        ['/v2/scrape', { url: site, lockdown: true }, 400, 'BAD_REQUEST'],
        ['/v2/scrape', { url: site, formats: ['branding'] }, 501, 'NOT_IMPLEMENTED'],
        ['/v2/agent', { prompt: 'x' }, 501, 'NOT_IMPLEMENTED'],
        ['/v1/deep-research', { query: 'x' }, 501, 'NOT_IMPLEMENTED'],
        ['/v2/nothing', {}, 404, 'NOT_FOUND'],
      ]
      for (const [path, body, status, code] of refusals)
        expect(await send(path, body)).toMatchObject({
          status,
          body: { success: false, code, error: expect.any(String) },
        })
      expect(await send('/v2/scrape', { url: site }, { key: 'sk_live_none' })).toMatchObject({
        status: 401,
        body: { success: false, code: 'UNAUTHORIZED' },
      })
      const broken = await fetch(`${url}/v2/scrape`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{',
      })
      expect(await broken.json()).toMatchObject({ success: false, code: 'BAD_REQUEST_INVALID_JSON' })
    })

    test('scrapes a batch, page by page, and follows it', async () => {
      const urls = [`${site}/article`, `${site}/product`, 'no address']
      const started = await client.startBatchScrape(urls, {
        options: { formats: ['markdown'] },
        idempotencyKey: uuidv7(),
      })
      expect(started.invalidURLs).toEqual(['no address'])
      const watcher = client.watcher(started.id, { kind: 'batch', pollInterval: 1, timeout: 60 })
      const seen: unknown[] = []
      watcher.on('document', (document: unknown) => seen.push(document))
      const ended = new Promise<Record<string, unknown>>((resolve) => {
        watcher.on('done', resolve)
        watcher.on('error', resolve)
      })
      await watcher.start()
      expect(await ended).toMatchObject({ status: 'completed', id: started.id })
      expect(seen).toHaveLength(2)
      const job = await client.getBatchScrapeStatus(started.id)
      expect(job).toMatchObject({ status: 'completed', completed: 2, total: 2, next: null })
      expect(job.data).toHaveLength(2)
      const first = await send(`/v2/batch/scrape/${started.id}?limit=1`)
      expect(first.body.data).toHaveLength(1)
      expect(first.body.next).toBe(`${url}/v2/batch/scrape/${started.id}?skip=1`)
      expect(
        (await send(new URL(first.body.next).pathname + new URL(first.body.next).search)).body.data,
      ).toHaveLength(1)
      expect(await client.getBatchScrapeErrors(started.id)).toEqual({ errors: [], robotsBlocked: [] })
      expect(await client.cancelBatchScrape(started.id)).toBe(true)
    })

    test('takes a batch that is sent twice with one key once', async () => {
      const idempotencyKey = uuidv7()
      const start = () => client.startBatchScrape([`${site}/article`], { idempotencyKey })
      expect((await start()).id).toBe((await start()).id)
    })

    test('crawls a site, and lists, watches and cancels crawls', async () => {
      const crawl = await client.crawl(site, {
        limit: 2,
        maxDiscoveryDepth: 1,
        excludePaths: ['/trap/.*'],
        ...WAIT,
      })
      expect(crawl).toMatchObject({ status: 'completed', completed: 2 })
      expect(crawl.data).toHaveLength(2)
      expect(await client.getCrawlErrors(crawl.id)).toMatchObject({
        errors: expect.any(Array),
        robotsBlocked: [],
      })
      const going = await client.startCrawl(site, { limit: 50, delay: 5, maxConcurrency: 1 })
      expect((await client.getActiveCrawls()).crawls.map(({ id }) => id)).toContain(going.id)
      expect(await client.cancelCrawl(going.id)).toBe(true)
      expect(await client.crawlParamsPreview(site, 'Only articles')).toMatchObject({ url: site })
    })

    test('tells webhooks in its own words', async () => {
      const receiver = await startReceiver(receiverPort())
      try {
        const webhook = {
          url: receiver.url,
          metadata: { mine: 'yes' },
          headers: { Authorization: 'Bearer of-the-receiver' },
          events: ['started', 'page', 'completed'] as const,
        }
        const crawl = await client.startCrawl(site, {
          limit: 1,
          webhook: { ...webhook, events: [...webhook.events] },
        })
        const batch = await client.startBatchScrape([`${site}/article`], {
          webhook: { ...webhook, events: ['page', 'completed'] },
        })
        const sentFor = (id: string) => receiver.received.filter(({ body }) => body.id === id)
        await eventually(() => expect([sentFor(crawl.id).length, sentFor(batch.id).length]).toEqual([3, 2]), {
          timeoutMs: 60_000,
        })
        const typesOf = (id: string) =>
          sentFor(id)
            .map(({ body }) => body.type)
            .toSorted()
        expect(typesOf(crawl.id)).toEqual(['crawl.completed', 'crawl.page', 'crawl.started'])
        expect(typesOf(batch.id)).toEqual(['batch_scrape.completed', 'batch_scrape.page'])
        const page = sentFor(batch.id).find(({ body }) => body.type.endsWith('.page'))!
        expect(page.body).toMatchObject({
          success: true,
          data: [{ markdown: expect.any(String), metadata: { sourceURL: `${site}/article` } }],
          metadata: { mine: 'yes' },
        })
        const { body } = await send('/api/v1/webhooks/secret')
        for (const { text, signature, authorization } of receiver.received) {
          expect(authorization).toBe('Bearer of-the-receiver')
          expect(signature).toBe(`sha256=${createHmac('sha256', body.secret).update(text).digest('hex')}`)
        }
      } finally {
        await receiver.close()
      }
    })

    test('maps, searches, parses and extracts', async () => {
      const map = await client.map(site, { limit: 5 })
      expect(map.links.length).toBeGreaterThan(0)
      const found = await client.search('article', { limit: 2, sources: ['web', 'images'] })
      expect(found).toMatchObject({ web: expect.any(Array), images: [] })
      const { body } = await send('/v2/search', { query: 'article', limit: 1 })
      expect(body.id).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)
      const file = {
        data: '<h1>Sent</h1><p>A file of mine.</p>',
        filename: 'mine.html',
        contentType: 'text/html',
      }
      expect(await client.parse(file, { formats: ['markdown'] })).toMatchObject({
        markdown: expect.stringContaining('Sent'),
        metadata: { sourceURL: 'mine.html', creditsUsed: 1 },
      })
      const schema = { type: 'object', properties: { title: { type: 'string' } } }
      const extracted = await client.extract({
        urls: [`${site}/article`],
        schema,
        showSources: true,
        ...WAIT,
      })
      expect(extracted).toMatchObject({
        success: true,
        status: 'completed',
        data: { title: expect.any(String) },
        sources: { title: [`${site}/article`] },
      })
    })

    test('reads balance, usage and limits', async () => {
      expect((await client.getCreditUsage()).remainingCredits).toBeGreaterThan(0)
      expect((await client.getTokenUsage()).remainingTokens).toBeGreaterThan(0)
      expect((await client.getCreditUsageHistorical()).success).toBe(true)
      expect((await client.getTokenUsageHistorical(true)).success).toBe(true)
      expect((await client.getConcurrency()).maxConcurrency).toBeGreaterThan(0)
      expect((await client.getQueueStatus()).maxConcurrency).toBeGreaterThan(0)
      expect((await send('/v2/team/activity')).body).toMatchObject({ success: true, data: expect.any(Array) })
    })

    testMonitors(() => ({ client, site, another, send }))

    test('speaks the oldest version, as the published service does', async () => {
      const page = await send('/api/v0/scrape', {
        url: `${site}/article`,
        formats: ['markdown'],
        onlyMainContent: true,
      })
      expect(page.body).toMatchObject({ success: true, data: { markdown: expect.any(String) } })
      const crawl = await send('/api/v0/crawl', { url: site, limit: 1, ignoreSitemap: true })
      expect(crawl.body).toMatchObject({
        success: true,
        id: expect.any(String),
        url: expect.stringContaining('/api/v0/crawl/'),
      })
      const status = await send(`/api/v0/crawl/${crawl.body.id}`)
      expect(status.body).toMatchObject({
        success: true,
        total: expect.any(Number),
        expiresAt: expect.any(String),
      })
      expect(
        await send(`/api/v0/crawl/${crawl.body.id}`, undefined, { method: 'DELETE', key: another }),
      ).toMatchObject({ status: 404 })
      expect(await send(`/api/v0/crawl/${crawl.body.id}`, undefined, { method: 'DELETE' })).toMatchObject({
        status: 200,
      })
    })

    test('speaks the older version', async () => {
      const document = await old.scrapeUrl(`${site}/article`, {
        formats: ['markdown', 'json'],
        jsonOptions: { schema: { type: 'object', properties: { title: { type: 'string' } } } as never },
      })
      expect(document).toMatchObject({
        success: true,
        markdown: expect.any(String),
        json: { title: expect.any(String) },
      })
      expect(await old.crawlUrl(site, { limit: 1, ignoreSitemap: true })).toMatchObject({
        success: true,
        completed: 1,
      })
      expect(await old.batchScrapeUrls([`${site}/article`], { formats: ['markdown'] })).toMatchObject({
        completed: 1,
      })
      expect(await old.mapUrl(site, { limit: 3 })).toMatchObject({
        links: expect.arrayContaining([expect.any(String)]),
      })
      expect(await old.search('article', { limit: 1 })).toMatchObject({
        success: true,
        data: expect.any(Array),
      })
      const watch = await old.crawlUrlAndWatch(site, { limit: 1 })
      const done = await new Promise((resolve) =>
        watch.addEventListener('done', ({ detail }) => resolve(detail)),
      )
      expect(done).toMatchObject({ status: 'completed' })
    })

    test('finds nothing of another account', async () => {
      const batch = await client.startBatchScrape([`${site}/article`])
      const crawl = await client.startCrawl(site, { limit: 1 })
      const { metadata } = await client.scrape(`${site}/article`)
      const ids = {
        scrape: metadata!.scrapeId!,
        'batch/scrape': batch.id,
        crawl: crawl.id,
        extract: batch.id,
      }
      for (const version of ['v1', 'v2'])
        for (const [path, id] of Object.entries(ids))
          for (const [rest, methods] of Object.entries(ROUTES[path]!))
            for (const method of methods)
              expect(
                await send(`/${version}/${path}/${id}${rest}`, undefined, { method, key: another }),
              ).toMatchObject({
                status: 404,
                body: { success: false, code: 'NOT_FOUND' },
              })
      const reason = await new Promise<string>((resolve) => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/v2/crawl/${crawl.id}`, another)
        socket.onclose = (event) => resolve(event.reason)
      })
      expect(JSON.parse(reason)).toEqual({ type: 'error', error: 'Job not found' })
    })

    test('has the limits and the scopes of the endpoints that it calls', async () => {
      const free = await openAccount(pool, { isFree: true })
      const replies = []
      for (let i = 0; i < 40 && replies.at(-1)?.status !== 429; i++)
        replies.push(await send('/v2/team/credit-usage', undefined, { key: free }))
      expect(replies.at(-1)).toMatchObject({
        status: 429,
        body: { success: false, code: 'RATE_LIMIT_EXCEEDED', details: { retryAfter: expect.any(Number) } },
      })
      expect(Number(replies.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0)
      const reader = await openAccount(pool)
      await pool.query(`UPDATE api_key SET scopes = '{read}' WHERE hash = sha256($1::bytea)`, [reader])
      expect(await send('/v2/team/credit-usage', undefined, { key: reader })).toMatchObject({ status: 200 })
      expect(await send('/v2/scrape', { url: `${site}/article` }, { key: reader })).toMatchObject({
        status: 403,
        body: { success: false, code: 'FORBIDDEN' },
      })
    })

    test('throws what it is told', async () => {
      const refusal = await client.getCrawlStatus(uuidv7()).catch((error: Refusal) => error)
      expect(refusal).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      expect(`${url}${API_ROOT}`).toBe(running().fleet.info.base_url)
    })
  })
}

/** What stands behind an id, and how it is asked for. */
const ROUTES: Readonly<Record<string, Record<string, string[]>>> = {
  scrape: { '': ['GET'] },
  'batch/scrape': { '': ['GET', 'DELETE'], '/errors': ['GET'] },
  crawl: { '': ['GET', 'DELETE'], '/errors': ['GET'] },
  extract: { '': ['GET'] },
}
