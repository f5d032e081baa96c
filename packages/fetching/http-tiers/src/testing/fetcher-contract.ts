import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { cookiesOfHost } from '@gleaner/cookie-rules'
import { createEgress, type Egress } from '@gleaner/egress'
import { MEGABYTE } from '@gleaner/runtime/units'
import { startTargetSite, type TargetSite } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Fetcher, FetchOutcome, FetchRequest } from '../fetcher.ts'

/** Of the host of both sites. */
const cookies = (values: Record<string, string>) => cookiesOfHost('127.0.0.1', values)

export interface ContractOptions {
  /** Pages come as the document that a browser made of them; bodies and types are then the browser's own. */
  rendered?: boolean
  /** Longest that a plain page may take, in milliseconds: browsers start slowly. */
  patienceMs?: number
}

/** No tier reaches what is not there. */
const NOBODY_THERE = {
  kind: 'failed',
  reason: 'network_error',
  mayHaveBeenSent: false,
  unreachable: true,
}

/** The contract of every Fetcher, tried against a hostile website. Call it in a test file. */
export function describeFetcherContract(
  name: string,
  create: (egress: Egress) => Fetcher | Promise<Fetcher>,
  { rendered = false, patienceMs = 10_000 }: ContractOptions = {},
): void {
  describe(`${name} keeps what every fetcher promises`, () => {
    let site: TargetSite
    let elsewhere: TargetSite
    let egress: Egress
    let fetcher: Fetcher

    beforeAll(async () => {
      site = await startTargetSite()
      elsewhere = await startTargetSite()
      const closed = await closedPort()
      egress = createEgress({
        allow: `127.0.0.1:${site.port},127.0.0.1:${elsewhere.port},127.0.0.1:${closed}`,
      })
      refused = `http://127.0.0.1:${closed}/`
      fetcher = await create(egress)
    })

    afterAll(async () => {
      await fetcher.close()
      await egress.close()
      await Promise.all([site.close(), elsewhere.close()])
    })

    let refused = ''

    function fetch(path: string, more: Partial<FetchRequest> = {}, ms = patienceMs): Promise<FetchOutcome> {
      const url = path.startsWith('/') ? site.url + path : path
      const request: FetchRequest = { url, method: 'GET', maxBytes: 10 * MEGABYTE, ...more }
      return fetcher.fetch(request, AbortSignal.timeout(ms))
    }

    const received = (path: string) => site.requests.filter((request) => request.path.startsWith(path))
    const headersOf = (path: string) =>
      Object.fromEntries(
        received(path)
          .at(-1)!
          .headers.map(([header, value]) => [header.toLowerCase(), value]),
      )

    test('a page is delivered as it came', async () => {
      const page = pageOf(await fetch('/article'))
      expect(page).toMatchObject({ status: 200, finalUrl: `${site.url}/article`, redirectChain: [] })
      expect(page.headers['content-type']).toContain('text/html')
      expect(page.text).toContain('</html>')
    })

    test('what the target says of missing pages is its answer', async () => {
      expect(pageOf(await fetch('/status/404')).status).toBe(404)
      expect(pageOf(await fetch('/status/410')).status).toBe(410)
    })

    test.each([401, 403, 429])('status %i is a refusal', async (status) => {
      expect(await fetch(`/status/${status}`)).toMatchObject({ kind: 'blocked', status })
    })

    test.each([500, 502, 503, 504])('status %i is a fault of the target', async (status) => {
      expect(await fetch(`/status/${status}`)).toMatchObject({
        kind: 'failed',
        reason: 'server_error',
        status,
      })
    })

    test.each(['gzip', 'br', 'zstd', 'deflate'])('%s bodies are decoded', async (coding) => {
      expect(pageOf(await fetch(`/${coding}`)).text).toContain('Rope, tar and canvas')
    })

    test('redirects are followed, and every address that redirected is named', async () => {
      const page = pageOf(await fetch('/redirect/3'))
      expect(page.finalUrl).toBe(`${site.url}/plain`)
      expect(page.redirectChain).toEqual(
        ['3', '2', '1'].map((left) => ({ url: `${site.url}/redirect/${left}`, status: 302 })),
      )
    })

    test('redirects without end are given up', async () => {
      expect(await fetch('/redirect-loop')).toMatchObject({ kind: 'failed', reason: 'network_error' })
      expect(await fetch('/redirect/30')).toMatchObject({ kind: 'failed', reason: 'network_error' })
    })

    test('cookies that were set in redirects are sent on', async () => {
      const page = pageOf(await fetch('/set-cookie-chain', { cookies: cookies({ mine: 'yes' }) }))
      for (const cookie of ['mine=yes', 'step1=done', 'step2=done', 'step3=done'])
        expect(page.text).toContain(cookie)
    })

    test('a cookie in any alphabet arrives as UTF-8', async () => {
      await fetch('/plain', { cookies: cookies({ town: 'Zürich 東京' }) })
      const { cookie } = headersOf('/plain')
      expect(Buffer.from(cookie!, 'latin1').toString('utf8')).toBe('town=Zürich 東京')
    })

    test("a caller's cookies and headers reach the target, and nobody else", async () => {
      const own = { cookies: cookies({ session: 'secret' }), headers: { 'X-Token': 'secret' } }
      await fetch('/plain', own)
      expect(headersOf('/plain')).toMatchObject({ cookie: 'session=secret', 'x-token': 'secret' })
      const before = elsewhere.requests.length
      await fetch(`/redirect-to?url=${encodeURIComponent(`${elsewhere.url}/plain`)}`, own)
      const seen = elsewhere.requests.slice(before)
      expect(seen.length).toBeGreaterThan(0)
      // Cookies are bound to a host, and both sites share it; headers are bound to the origin.
      expect(JSON.stringify(seen.map(({ headers }) => headers))).not.toContain('X-Token')
    })

    test('the wanted language is asked for', async () => {
      await fetch('/plain', { country: 'DE' })
      expect(headersOf('/plain')['accept-language']).toMatch(/^de-DE,de;q=0\.9/)
      await fetch('/plain', { country: 'DE', language: 'fr' })
      expect(headersOf('/plain')['accept-language']).toMatch(/^fr-FR,fr;q=0\.9/)
    })

    test('a body is sent as it was given', async () => {
      const body = '{"a": "ü",  "b": [1,2]}\n'
      pageOf(await fetch('/echo', { method: 'POST', body, contentType: 'application/json' }))
      expect(received('/echo').at(-1)).toMatchObject({ method: 'POST', body })
      expect(headersOf('/echo')['content-type']).toBe('application/json')
    })

    test('a bomb ends, and costs no more memory than it may', async () => {
      // Laying out megabytes of one word, Chromium may need more memory than a page has before so much has arrived.
      const reason = rendered ? expect.stringMatching(/^(too_large|resource_limit)$/) : 'too_large'
      expect(await fetch('/bomb?mb=60')).toMatchObject({ kind: 'failed', reason })
    })

    test('a page over the limit is too large', async () => {
      expect(await fetch('/huge?mb=3', { maxBytes: MEGABYTE })).toMatchObject({
        kind: 'failed',
        reason: 'too_large',
      })
    })

    test.concurrent.each(['/hang', '/never'])('%s ends with the deadline', async (path) => {
      // What a first request loads and starts takes seconds on a busy machine.
      await fetch('/plain')
      const startedAt = performance.now()
      expect(await fetch(path, {}, 2_000)).toMatchObject({
        kind: 'failed',
        reason: 'timeout',
        mayHaveBeenSent: true,
      })
      expect(performance.now() - startedAt).toBeLessThan(10_000)
    })

    test('a signal that is aborted already is a timeout, and nothing is sent', async () => {
      const before = site.requests.length
      const request: FetchRequest = { url: `${site.url}/plain`, method: 'GET', maxBytes: MEGABYTE }
      const outcome = await fetcher.fetch(request, AbortSignal.abort())
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout', mayHaveBeenSent: false })
      expect(site.requests.length).toBe(before)
    })

    test('a refused connection was surely not sent', async () => {
      const outcome = await fetch(refused, { method: 'POST', body: 'x', contentType: 'text/plain' })
      expect(outcome).toMatchObject(NOBODY_THERE)
    })

    test('an unknown host was surely not asked', async () => {
      const outcome = await fetch('http://no-such-host.invalid/')
      expect(outcome).toMatchObject(NOBODY_THERE)
    })

    test('a connection that breaks after the request may have arrived', async () => {
      const outcome = await fetch('/reset', { method: 'POST', body: 'x', contentType: 'text/plain' })
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'network_error', mayHaveBeenSent: true })
      expect(received('/reset')).toHaveLength(1)
    })

    test.each(['http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data/', 'file:///etc/passwd'])(
      '%s is not allowed',
      async (url) => {
        expect(await fetch(url)).toMatchObject({
          kind: 'failed',
          reason: 'not_allowed',
          mayHaveBeenSent: false,
        })
      },
    )

    test.each(['metadata', 'decimal', 'mapped', 'file'])(
      'a redirect to a forbidden address (%s) is not followed',
      async (to) => {
        expect(await fetch(`/private-link?to=${to}`)).toMatchObject({ kind: 'failed', reason: 'not_allowed' })
      },
    )

    if (!rendered) {
      test('a page that only scripts can fill is an empty shell', async () => {
        expect(await fetch('/spa')).toMatchObject({ kind: 'failed', reason: 'empty_shell' })
      })

      test('a script challenge is a refusal that says so', async () => {
        expect(await fetch('/challenge')).toMatchObject({ kind: 'blocked', wall: 'challenge' })
      })

      test('JSON and text come byte by byte', async () => {
        const page = pageOf(await fetch('/json'))
        expect(() => JSON.parse(page.text)).not.toThrow()
      })

      test('a PDF is delivered, an image only where it can be read', async () => {
        expect(pageOf(await fetch('/pdf')).text).toMatch(/^%PDF-/)
        expect(await fetch('/image.png')).toMatchObject({ kind: 'failed', reason: 'unsupported' })
        expect(pageOf(await fetch('/image.png', { mode: 'ocr' })).body[0]).toBe(0x89)
      })
    }

    test('many at once do not mix up their answers', async () => {
      const pages = await Promise.all(
        Array.from({ length: 8 }, async (_, i) =>
          pageOf(await fetch(`/echo?n=${i}`)).text.includes(`n=${i}`),
        ),
      )
      expect(pages).toEqual(Array(8).fill(true))
    })
  })

  test(`${name} can be closed before its first fetch, and twice`, async () => {
    const egress = createEgress()
    const idle = await create(egress)
    await idle.close()
    await idle.close()
    await egress.close()
  })
}

function pageOf(outcome: FetchOutcome) {
  if (outcome.kind !== 'page') throw new Error(`No page: ${JSON.stringify(outcome)}`)
  return { ...outcome.page, text: new TextDecoder().decode(outcome.page.body) }
}

async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
