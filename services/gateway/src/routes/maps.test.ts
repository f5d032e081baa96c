import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { auditLedger, releaseExpiredCalls } from '@gleaner/billing'
import { HEADERS } from '@gleaner/contracts'
import { transaction } from '@gleaner/db'
import { beginMap, claimMap } from '@gleaner/maps/life'
import { closeServer, listen } from '@gleaner/runtime'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'
import { startMaps } from '../testing/start-maps.ts'

/** 5 credits. */
const PRICE = 1_000

let fixture: GatewayFixture
let account: TestAccount
let site: Site
let worker: AsyncDisposable
beforeAll(async () => {
  fixture = await createGatewayFixture({ EGRESS_ALLOW: '127.0.0.0/8', NODE_ENV: 'development' })
  site = await startSite()
  worker = startMaps(fixture)
})
beforeEach(async () => {
  account = await fixture.account(100_000)
  site.reset()
})
afterAll(async () => {
  await worker[Symbol.asyncDispose]()
  await site.close()
  await fixture.close()
})

interface Site {
  url: string
  /** What it answers, by path; anything else is a 404. */
  pages: Map<string, Answer>
  requests: string[]
  reset(): void
  close(): Promise<void>
}
type Answer = string | Buffer | ((request: IncomingMessage, response: ServerResponse) => void)

async function startSite(): Promise<Site> {
  const pages = new Map<string, Answer>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url!)
    const answer = pages.get(request.url!)
    if (typeof answer === 'function') return answer(request, response)
    response.statusCode = answer === undefined ? 404 : 200
    const type = /\.xml$/.test(request.url!)
      ? 'application/xml'
      : /\.txt$/.test(request.url!)
        ? 'text/plain'
        : 'text/html'
    response.setHeader('content-type', `${type}; charset=utf-8`)
    response.end(answer)
  })
  const port = await listen(server, { host: '127.0.0.1', port: 0, variable: 'PORT' })
  return {
    url: `http://127.0.0.1:${port}`,
    pages,
    requests,
    reset() {
      pages.clear()
      requests.length = 0
    },
    close: () => closeServer(server, 100),
  }
}

const html = (title: string, ...links: string[]) =>
  `<!doctype html><title>${title}</title><meta name="description" content="About ${title}.">${links.map((link) => `<a href="${link}">to ${link}</a>`).join('')}<p>${'Some text to read. '.repeat(20)}</p>`
const sitemap = (...paths: string[]) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${site.url}${path}</loc><lastmod>2026-11-02</lastmod></url>`).join('')}</urlset>`

interface Asked {
  key?: string
  idempotencyKey?: string
  signal?: AbortSignal
}
const map = (body: object, { key = account.key, idempotencyKey, signal }: Asked = {}) =>
  fixture.request('/api/v1/map', {
    method: 'POST',
    headers: {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    },
    body: JSON.stringify({ url: `${site.url}/`, ...body }),
    ...(signal && { signal }),
  })
const pathsOf = ({ body }: { body: { urls: { url: string }[] } }) =>
  body.urls.map(({ url }) => url.replace(site.url, ''))

describe('a map', () => {
  beforeEach(() => {
    site.pages.set('/', html('Home', '/a', '/b?x=1', '/pic.png', 'https://elsewhere.example/', '/private/x'))
    site.pages.set('/a', html('Page A', '/c', '/'))
    site.pages.set('/b?x=1', html('Page B', '/d'))
    site.pages.set('/robots.txt', 'User-agent: *\nDisallow: /private/')
  })

  test('has the links of the start page and what the sitemap names, each once, and costs 5 credits', async () => {
    site.pages.set('/sitemap.xml', sitemap('/a', '/only-in-sitemap'))
    const { status, body } = await map({})
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        total_urls: 4,
        sitemap_found: true,
        robots_txt: { exists: true, disallowed_paths: ['/private/'] },
        credits_used: 5,
        warnings: [expect.stringContaining('robots.txt')],
      },
    })
    expect(body.urls).toEqual([
      { url: `${site.url}/`, source: 'link', depth: 0, title: 'Home', description: 'About Home.' },
      { url: `${site.url}/a`, source: 'sitemap', depth: 1, title: 'to /a', last_modified: '2026-11-02' },
      { url: `${site.url}/b?x=1`, source: 'link', depth: 1, title: 'to /b?x=1' },
      { url: `${site.url}/only-in-sitemap`, source: 'sitemap', depth: 1, last_modified: '2026-11-02' },
    ])
    expect(await fixture.balance(account)).toEqual([100_000 - PRICE, 0])
    const again = await fixture.get(account, `/map/${body.map_id}`)
    expect(again.body).toEqual(body)
    expect(await fixture.balance(account)).toEqual([100_000 - PRICE, 0])
  })

  test('goes one level further where there is no sitemap, and as deep as is asked for', async () => {
    expect(pathsOf(await map({}))).toEqual(['/', '/a', '/b?x=1', '/c', '/d'])
    site.pages.set('/sitemap.xml', sitemap('/a'))
    expect(pathsOf(await map({}))).toEqual(['/', '/a', '/b?x=1'])
    expect(pathsOf(await map({ max_depth: 2 }))).toEqual(['/', '/a', '/b?x=1', '/c', '/d'])
    expect(pathsOf(await map({ max_depth: 0 }))).toEqual(['/', '/a'])
  })

  test.each([
    ['sitemap "only"', { sitemap: 'only' }, ['/a', '/s/x']],
    ['sitemap "skip"', { sitemap: 'skip', max_depth: 1 }, ['/', '/a', '/b?x=1']],
    ['sitemap false, as some clients say it', { sitemap: false, max_depth: 1 }, ['/', '/a', '/b?x=1']],
    ['max_pages', { max_pages: 2 }, ['/', '/a']],
    ['include_patterns', { include_patterns: ['/s/**'] }, ['/', '/s/x']],
    ['exclude_patterns', { exclude_patterns: ['/a', '/b'] }, ['/', '/s/x']],
    ['respect_robots false', { respect_robots: false }, ['/', '/a', '/b?x=1', '/private/x', '/s/x']],
    ['sitemap_path', { sitemap_path: '/other.xml', max_depth: 0 }, ['/', '/o']],
  ])('is narrowed by %s', async (_, body, paths) => {
    site.pages.set('/sitemap.xml', sitemap('/a', '/s/x'))
    site.pages.set('/other.xml', sitemap('/o'))
    expect(pathsOf(await map(body))).toEqual(paths)
  })

  test('reads titles off the pages when it is asked to', async () => {
    const { body } = await map({ include_metadata: true, max_depth: 1 })
    expect(body.urls[1]).toMatchObject({
      url: `${site.url}/a`,
      title: 'Page A',
      description: 'About Page A.',
    })
  })

  test('with a search has what it is about alone, the most relevant first', async () => {
    const many = Array.from({ length: 300 }, (_, at) => `/blog/2024/post-${at}`)
    site.pages.set(
      '/sitemap.xml',
      sitemap(
        ...many,
        '/docs/webhooks',
        '/docs/webhook-signatures',
        '/blog/why-webhooks-fail-and-what-we-did',
      ),
    )
    const { body } = await map({ search: 'webhook signature', max_pages: 2 })
    expect(pathsOf({ body })).toEqual(['/docs/webhook-signatures', '/docs/webhooks'])
    expect(body.urls[0].relevance_score).toBeGreaterThan(body.urls[1].relevance_score)
  })

  test('is ready before its pages are, when these take too long', async () => {
    site.pages.set('/sitemap.xml', sitemap('/a'))
    site.pages.set('/b?x=1', () => {})
    const { body } = await map({ max_depth: 2, timeout: 2 })
    expect(body.warnings).toContainEqual(expect.stringContaining('time was over'))
    expect(pathsOf({ body })).toContain('/c')
  })
})

describe('a site', () => {
  test('that moves to another host is mapped there', async () => {
    site.pages.set('/', html('Home', '/a'))
    const other = await startSite()
    other.pages.set('/', (_, response) => response.writeHead(301, { location: `${site.url}/` }).end())
    const { body } = await map({ url: `${other.url}/`, max_depth: 1 })
    expect(body.urls.map(({ url }: { url: string }) => url)).toEqual([`${site.url}/`, `${site.url}/a`])
    await other.close()
  })

  test('whose start page is refused to plain requests is read with the headers of a browser', async () => {
    site.pages.set('/', (request, response) => {
      if (/Gleaner/.test(request.headers['user-agent'] ?? '')) response.writeHead(403).end('no')
      else response.setHeader('content-type', 'text/html').end(html('Home', '/a'))
    })
    expect(pathsOf(await map({ max_depth: 1 }))).toEqual(['/', '/a'])
  })

  test('whose sitemap is gzip and named by robots.txt alone is read', async () => {
    site.pages.set('/', html('Home'))
    site.pages.set('/robots.txt', `Sitemap: ${site.url}/maps/all.xml.gz`)
    site.pages.set('/maps/all.xml.gz', gzipSync(sitemap('/z')))
    expect(pathsOf(await map({}))).toEqual(['/', '/z'])
  })

  test.each([
    ['answers 404 and has no sitemap', () => {}, /HTTP 404/],
    [
      'may not be read',
      () => void site.pages.set('/robots.txt', 'User-agent: *\nDisallow: /'),
      /robots\.txt disallows.*respect_robots/,
    ],
    [
      'fails to give its robots.txt',
      () =>
        void site.pages.set('/robots.txt', (_, response) => {
          response.statusCode = 500
          response.end()
        }),
      /robots\.txt cannot be read \(.*500.*\), .*respect_robots/,
    ],
  ])('that %s is an error, and costs nothing', async (_, prepare, message) => {
    prepare()
    const { status, body } = await map({})
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { error: 'ALL_TIERS_FAILED', message: expect.stringMatching(message) },
    })
    expect(await fixture.balance(account)).toEqual([100_000, 0])
  })
})

/** Maps of the account that have not ended. */
async function asOpen(): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ id: string }>(
    'SELECT id FROM site_map WHERE account_id = $1 AND ended_at IS NULL',
    [account.id],
  )
  return rows.map(({ id }) => id)
}

describe('a request', () => {
  beforeEach(() => void site.pages.set('/', html('Home', '/a')))

  test.each([
    [{ max_pages: 0 }, 'max_pages'],
    [{ max_pages: 100_001 }, 'max_pages'],
    [{ max_depth: 11 }, 'max_depth'],
    [{ search: 'x'.repeat(501) }, 'search'],
    [{ sitemap: 'both' }, 'sitemap'],
    [{ sitemap_path: 'sitemap.xml' }, 'sitemap_path'],
    [{ include_patterns: ['^/a.*$'] }, 'include_patterns.0'],
    [{ url: 'https://user:pw@example.com/' }, 'url'],
    [{ max_page: 5 }, 'max_page'],
  ])('%j is refused by its field', async (body, path) => {
    const reply = await map(body)
    expect(reply).toMatchObject({
      status: 400,
      body: { details: { issues: [expect.objectContaining({ path })] } },
    })
    expect(site.requests).toEqual([])
  })

  test('of an account without credits is refused before anything is asked', async () => {
    const poor = await fixture.account(PRICE - 1)
    expect(await map({}, { key: poor.key })).toMatchObject({
      status: 402,
      body: { error: 'INSUFFICIENT_BALANCE' },
    })
    expect(site.requests).toEqual([])
  })

  test('of eight at once with money for one asks the site for one, and the others are refused at once', async () => {
    const poor = await fixture.account(2 * PRICE - 1)
    const open: ServerResponse[] = []
    site.pages.set('/', (_, response) => void open.push(response))
    let refused = 0
    const replies = Array.from({ length: 8 }, async () => {
      const reply = await map({}, { key: poor.key })
      if (reply.status === 402) refused++
      return reply.status
    })
    await eventually(() => expect([open.length, refused]).toEqual([1, 7]))
    expect(await fixture.balance(poor)).toEqual([PRICE - 1, PRICE])
    site.pages.set('/', html('Home', '/a'))
    for (const response of open) response.end(html('Home', '/a'))
    expect((await Promise.all(replies)).sort()).toEqual([200, ...Array(7).fill(402)])
    expect(await fixture.balance(poor)).toEqual([PRICE - 1, 0])
    expect(await auditLedger(fixture.pool)).toEqual([])
  })

  test('that nobody makes, as all processes were killed, has its price given back, once', async () => {
    await map({})
    const { rows } = await fixture.pool.query('SELECT request FROM site_map WHERE account_id = $1', [
      account.id,
    ])
    const [{ request }] = rows
    const [before] = await fixture.balance(account)
    const id = await transaction(fixture.pool, (sql) =>
      beginMap(sql, { accountId: account.id, apiKeyId: null, test: false, request }),
    )
    expect(await fixture.balance(account)).toEqual([before! - PRICE, PRICE])
    expect(await releaseExpiredCalls(fixture.pool)).toBe(0)
    await fixture.pool.query("UPDATE call_hold SET expires_at = now() - interval '1 s' WHERE id = $1", [id])
    expect(
      await Promise.all([releaseExpiredCalls(fixture.pool), releaseExpiredCalls(fixture.pool)]),
    ).toContain(1)
    expect(await fixture.balance(account)).toEqual([before, 0])
    expect(await auditLedger(fixture.pool)).toEqual([])
  })

  test('of a test key maps the sample site, and costs nothing', async () => {
    const { status, body } = await map({}, { key: account.testKey })
    expect(status).toBe(200)
    expect(body).toMatchObject({ credits_used: 0, sitemap_found: true })
    expect(body.total_urls).toBeGreaterThan(5)
    expect(site.requests).toEqual([])
    expect(await fixture.balance(account)).toEqual([100_000, 0])
  })

  test('that is repeated with its key is answered by the same map, charged once', async () => {
    const once = { idempotencyKey: 'map-1' }
    const [first, second] = [await map({}, once), await map({}, once)]
    expect(second.body).toEqual(first.body)
    expect(second.headers.get(HEADERS.replayed)).toBe('true')
    expect(await fixture.balance(account)).toEqual([100_000 - PRICE, 0])
  })

  test('that failed is carried out again when it is repeated with its key', async () => {
    const once = { idempotencyKey: 'map-2' }
    site.pages.clear()
    expect((await map({}, once)).status).toBe(422)
    site.pages.set('/', html('Home', '/a'))
    expect(pathsOf(await map({}, once))).toEqual(['/', '/a'])
    expect(await fixture.balance(account)).toEqual([100_000 - PRICE, 0])
  })

  test('whose caller goes away is not carried out to its end, and costs nothing', async () => {
    site.pages.set('/', () => {})
    const abort = new AbortController()
    const gone = map({}, { signal: abort.signal }).catch((error: Error) => error.name)
    await eventually(() => expect(site.requests).toContain('/'))
    abort.abort()
    expect(await gone).toBe('AbortError')
    await eventually(async () => {
      const { rows } = await fixture.pool.query(
        "SELECT error->>'code' AS code FROM site_map WHERE account_id = $1",
        [account.id],
      )
      expect(rows).toEqual([{ code: 'CANCELLED' }])
    })
    expect(await fixture.balance(account)).toEqual([100_000, 0])
  })

  test('whose message is lost is answered all the same', async () => {
    await worker[Symbol.asyncDispose]()
    const asked = map({})
    await eventually(() => expect(asOpen()).resolves.toHaveLength(1))
    await fixture.forgetLimits()
    worker = startMaps(fixture)
    expect(pathsOf(await asked)).toEqual(['/', '/a'])
  })

  test('whose worker is killed is answered by the next one, and charged once', async () => {
    await worker[Symbol.asyncDispose]()
    const asked = map({})
    const [id] = await eventually(async () => {
      const open = await asOpen()
      expect(open).toHaveLength(1)
      return open
    })
    // As a process leaves it that is killed: claimed, and never renewed. Most of its lease is over by now.
    expect(await claimMap(fixture.pool, id!)).toMatchObject({ kind: 'claimed' })
    await fixture.pool.query("UPDATE site_map SET lease_until = now() + interval '500 ms' WHERE id = $1", [
      id,
    ])
    worker = startMaps(fixture)
    expect(pathsOf(await asked)).toEqual(['/', '/a'])
    expect(await fixture.balance(account)).toEqual([100_000 - PRICE, 0])
  })

  test("for another account's map finds none", async () => {
    const { body } = await map({})
    const stranger = await fixture.account()
    expect((await fixture.get(stranger, `/map/${body.map_id}`)).status).toBe(404)
  })
})
