import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type SearchStandIn, startSearchStandIn } from '../testing/search-stand-in.ts'
import { createBrave } from './brave.ts'
import type { EngineQuery, SearchEngine } from './engine.ts'
import { createSearxng } from './searxng.ts'

let network: SearchStandIn
let searxng: SearchEngine
let brave: SearchEngine
beforeAll(async () => {
  network = await startSearchStandIn()
  searxng = createSearxng({ url: `${network.url}/sub/`, timeoutMs: 1_500 })
  brave = createBrave({ url: network.url, apiKey: 'secret-key', timeoutMs: 1_500 })
})
afterAll(() => network.close())

const ask = (engine: SearchEngine, more: Partial<EngineQuery> = {}) =>
  engine.search({ query: 'x', page: 1, numResults: 10, ...more }, 'nobody', new AbortController().signal)
const asked = () => Object.fromEntries(network.asked.at(-1)!.url.searchParams)
const urlsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `https://${from + index}.test/`)

const json = (response: ServerResponse, body: unknown) => response.end(JSON.stringify(body))

describe('SearXNG', () => {
  const pages = (perPage: number, most = 100) =>
    network.answer((url, response) => {
      const page = Number(url.searchParams.get('pageno'))
      const urls = page <= most ? urlsOf((page - 1) * perPage, perPage) : []
      json(response, { results: urls.map((url) => ({ url, title: 'T', content: 'C' })) })
    })

  test('is asked in its own words', async () => {
    pages(20)
    await ask(searxng, {
      query: 'a "b c"',
      domain: 'd.test',
      language: 'de',
      country: 'AT',
      timeRange: 'month',
      safeSearch: true,
    })
    expect(network.asked[0]!.url.pathname).toBe('/sub/search')
    expect(asked()).toEqual({
      q: 'site:d.test a "b c"',
      format: 'json',
      categories: 'general',
      pageno: '1',
      language: 'de-AT',
      time_range: 'month',
      safesearch: '2',
    })
  })

  test('is read page by page until the asked results are there, whatever the size of its pages', async () => {
    pages(7)
    const { results } = await ask(searxng, { page: 2, numResults: 10 })
    expect(results.map(({ url }) => url)).toEqual(urlsOf(10, 10))
    expect(network.asked).toHaveLength(3)
    pages(7, 1)
    expect((await ask(searxng, { numResults: 30 })).results).toHaveLength(7)
    expect(network.asked).toHaveLength(2)
  })

  test('its results are cleaned: markup, addresses that are no pages, the same twice, times', async () => {
    network.answer((url, response) =>
      json(response, {
        results:
          url.searchParams.get('pageno') !== '1'
            ? []
            : [
                { url: 'javascript:alert(1)', title: 'bad' },
                { url: 'file:///etc/passwd', title: 'bad' },
                { url: 42 },
                null,
                'text',
                { title: 'no address' },
                {
                  url: 'https://user:secret@a.test/',
                  title: '<b>A</b> &amp; B\n\u0000',
                  content: `${'long '.repeat(1_000)}`,
                },
                { url: 'https://a.test/', title: 'again' },
                {
                  url: 'https://b.test/',
                  title: { toString: 1 },
                  content: ['x'],
                  publishedDate: '2026-01-02T03:04:05',
                },
                { url: `https://c.test/${'x'.repeat(9_000)}`, title: 'too long' },
              ],
        answers: ['<i>42</i>'],
        unresponsive_engines: [['google', 'CAPTCHA'], 'nonsense', [null]],
      }),
    )
    const { results, warnings, featuredSnippet } = await ask(searxng)
    expect(results).toMatchObject([
      { url: 'https://a.test/', title: 'A & B' },
      {
        url: 'https://b.test/',
        title: 'https://b.test/',
        snippet: '',
        publishedAt: '2026-01-02T03:04:05.000Z',
      },
    ])
    expect(results[0]!.snippet.length).toBeLessThanOrEqual(600)
    expect(warnings[0]).toContain('google: CAPTCHA')
    expect(featuredSnippet).toBe('42')
  })

  test('when all engines behind it fail, it has failed; when there is nothing, there is nothing', async () => {
    network.answer((_, response) =>
      json(response, { results: [], unresponsive_engines: [['bing', 'timeout']] }),
    )
    await expect(ask(searxng)).rejects.toThrow('None of the engines behind SearXNG answered (bing: timeout)')
    network.answer((_, response) => json(response, { results: [] }))
    expect((await ask(searxng)).results).toEqual([])
  })

  test('what was found stands when a later page fails', async () => {
    network.answer((url, response) =>
      url.searchParams.get('pageno') === '1'
        ? json(response, { results: [{ url: 'https://a.test/', title: 'A' }] })
        : response.writeHead(403).end(),
    )
    expect((await ask(searxng)).results).toHaveLength(1)
  })
})

describe('Brave', () => {
  const pages = (total: number) =>
    network.answer((url, response) => {
      const [count, offset] = ['count', 'offset'].map((name) => Number(url.searchParams.get(name))) as [
        number,
        number,
      ]
      const urls = urlsOf(0, total).slice(count * offset, count * (offset + 1))
      json(response, {
        query: { more_results_available: count * (offset + 1) < total },
        web: {
          results: urls.map((url) => ({
            url,
            title: 'T',
            description: 'a <strong>word</strong>',
            page_age: '2026-01-02',
          })),
        },
      })
    })

  test('is asked in its own words, with the key in a header alone', async () => {
    pages(100)
    const { results } = await ask(brave, {
      page: 3,
      language: 'pt-BR',
      country: 'BR',
      timeRange: 'week',
      safeSearch: false,
    })
    expect(results.map(({ url }) => url)).toEqual(urlsOf(20, 10))
    expect(results[0]).toMatchObject({ snippet: 'a word', publishedAt: '2026-01-02' })
    expect(asked()).toMatchObject({
      q: 'x',
      count: '10',
      offset: '2',
      country: 'BR',
      search_lang: 'pt-br',
      freshness: 'pw',
      safesearch: 'off',
    })
    expect(network.asked[0]!.headers['x-subscription-token']).toBe('secret-key')
    expect(network.asked[0]!.url.href).not.toContain('secret-key')
  })

  test('gives more than its pages hold, from where the caller’s page begins', async () => {
    pages(200)
    const { results } = await ask(brave, { page: 2, numResults: 50 })
    expect(results.map(({ url }) => url)).toEqual(urlsOf(50, 50))
    pages(30)
    expect((await ask(brave, { numResults: 50 })).results).toHaveLength(30)
    expect(network.asked).toHaveLength(2)
    const far = await ask(brave, { page: 10, numResults: 50 })
    expect([far.results, far.warnings.length]).toEqual([[], 1])
  })
})

describe('an engine that answers wrongly', () => {
  const answers: [string, (response: ServerResponse) => void, string][] = [
    ['with text', (response) => response.end('<html>hello'), 'something that is not JSON'],
    ['with too much', (response) => response.end(`"${'x'.repeat(5_000_000)}"`), 'more than 4 MB'],
    [
      'with a redirect',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'status 302',
    ],
    ['that it is not allowed', (response) => response.writeHead(403).end(), 'status 403'],
    ['with an error', (response) => response.writeHead(502).end('x'.repeat(500_000)), 'status 502'],
    ['by closing the connection', (response) => response.destroy(), 'could not be reached'],
    ['never', () => {}, 'did not answer in time'],
    ['a byte at a time', (response) => void response.write('{'), 'did not answer in time'],
  ]
  test.each(answers)('%s has failed, and says so without a secret', async (_, answer, message) => {
    for (const engine of [searxng, brave]) {
      network.answer((_, response) => answer(response))
      const error: Error = await ask(engine).then(
        () => new Error('it answered'),
        (error: Error) => error,
      )
      expect([error.name, error.message]).toEqual(['EngineFailed', expect.stringContaining(message)])
      expect(error.message).not.toContain('secret-key')
    }
  })

  const shapes = [
    {},
    [],
    'text',
    null,
    7,
    { results: 'x', web: 'x' },
    { results: { length: 9 }, web: { results: [[]] } },
  ]
  test.each(shapes)('JSON of another shape holds no results: %j', async (body) => {
    network.answer((_, response) => json(response, body))
    for (const engine of [searxng, brave]) expect((await ask(engine)).results).toEqual([])
  })

  test.each([
    ['1', 2],
    [new Date(0).toUTCString(), 2],
    ['60', 1],
    [new Date(Date.now() + 3_600_000).toUTCString(), 1],
  ])('after a Retry-After of %s an engine is asked %d times', async (retryAfter, asked) => {
    let calls = 0
    network.answer((_, response) => {
      calls++
      response.writeHead(429, { 'retry-after': retryAfter }).end()
    })
    await expect(ask(brave)).rejects.toThrow('status 429')
    expect(calls).toBe(asked)
  })

  test('what passes at the second time is no failure', async () => {
    let calls = 0
    network.answer((_, response) =>
      ++calls === 1 ? response.writeHead(503).end() : json(response, { web: { results: [] } }),
    )
    await ask(brave)
    expect(calls).toBe(2)
  })

  test('a caller who leaves ends it', async () => {
    network.answer(() => {})
    const controller = new AbortController()
    const left = searxng.search({ query: 'x', page: 1, numResults: 1 }, 'nobody', controller.signal)
    controller.abort(new Error('left'))
    await expect(left).rejects.not.toMatchObject({ name: 'EngineFailed' })
  })

  test('an address where nobody listens is told', async () => {
    const nowhere = createSearxng({ url: 'http://127.0.0.1:1', timeoutMs: 1_500 })
    await expect(ask(nowhere)).rejects.toThrow('SearXNG could not be reached')
  })
})
