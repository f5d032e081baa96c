import { CrawlRequest, ScrapeRequest } from '@gleaner/contracts'
import { describe, expect, test } from '@jest/globals'
import type { DoorError } from '../door-error.ts'
import { CRAWL_FIELDS, settleCrawl } from '../fields/crawl-fields.ts'
import { SCRAPE_FIELDS, setUsual } from '../fields/scrape-fields.ts'
import { joined } from '../routes/extract.ts'
import { partsNamed } from '../routes/params-preview.ts'
import { createDraft, type Draft } from './draft.ts'
import { globOf } from './glob-of.ts'
import { translate } from './translate.ts'

function scrapeOf(given: Record<string, unknown>, dialect: 'v1' | 'v2' = 'v2'): Draft {
  const draft = createDraft(dialect, { url: 'https://example.com', ...given })
  translate(SCRAPE_FIELDS, draft.given as Record<string, unknown>, draft)
  setUsual(draft)
  return draft
}

function refusalOf(given: Record<string, unknown>, dialect: 'v1' | 'v2' = 'v2'): DoorError {
  try {
    scrapeOf(given, dialect)
  } catch (error) {
    return error as DoorError
  }
  throw new Error('it was taken')
}

describe('a scrape', () => {
  test('with every option is one of ours', () => {
    const { request } = scrapeOf({
      formats: [
        'markdown',
        'links',
        { type: 'screenshot', fullPage: true, viewport: { width: 1280, height: 2000 } },
        {
          type: 'json',
          schema: { type: 'object', properties: { title: { type: 'string' } } },
          prompt: 'the title',
        },
        { type: 'changeTracking', modes: ['git-diff'], tag: 'mine' },
      ],
      headers: { 'User-Agent': 'mine', Cookie: 'a=b' },
      includeTags: ['article'],
      excludeTags: ['nav'],
      onlyMainContent: false,
      waitFor: 500,
      timeout: 30_500,
      location: { country: 'de', languages: ['de-CH', 'de'] },
      blockAds: true,
      maxAge: 120_000,
      actions: [
        { type: 'wait', milliseconds: 5 },
        { type: 'click', selector: '#a' },
        { type: 'write', text: 'x' },
        { type: 'press', key: 'Enter' },
        { type: 'scroll', direction: 'down' },
        { type: 'executeJavascript', script: '1' },
        { type: 'scrape' },
        { type: 'screenshot' },
        { type: 'pdf' },
      ],
    })
    expect(ScrapeRequest.safeParse(request).error).toBeUndefined()
    expect(request).toMatchObject({
      timeout: 31,
      cache: true,
      cache_ttl: 120,
      location: { country: 'DE' },
      extraction_prompt: 'the title',
      advanced: {
        render_js: true,
        screenshot: true,
        generate_pdf: true,
        full_page: true,
        viewport: { width: 1280, height: 940 },
        user_agent: 'mine',
        accept_language: 'de-CH, de',
        session_headers: { Cookie: 'a=b' },
        include_selectors: ['article'],
        change_tracking: { tag: 'mine' },
      },
    })
  })

  test('takes null as nothing, and what asks for nothing without a word', () => {
    const idle = {
      waitFor: 0,
      mobile: false,
      skipTlsVerification: false,
      fastMode: false,
      actions: [],
      location: null,
    }
    expect(scrapeOf(idle)).toMatchObject({ warnings: [], request: { formats: ['markdown'] } })
    expect(scrapeOf(idle).request.advanced).toBeUndefined()
  })

  test('tells what has no effect', () => {
    const { warnings } = scrapeOf({
      fastMode: true,
      minAge: 5,
      formats: [{ type: 'screenshot', quality: 80 }],
    })
    for (const name of ['fastMode', 'minAge', 'quality'])
      expect(warnings).toContainEqual(expect.stringContaining(name))
    expect(warnings).toHaveLength(3)
  })

  test.each([
    [{ formatz: 1 }, 400, 'unrecognized_keys'],
    [{ jsonOptions: {} }, 400, 'unrecognized_keys'],
    [{ timeout: 'long' }, 400, 'invalid_type'],
    [{ waitFor: 1e9 }, 400, 'too_big'],
    [{ formats: ['pictures'] }, 400, 'invalid_union'],
    [{ actions: [{ type: 'fly' }] }, 400, 'invalid_union'],
    [{ lockdown: true }, 400, 'custom'],
    [{ redactPII: { mode: 'fast' } }, 400, 'custom'],
    [{ zeroDataRetention: true }, 400, 'custom'],
    [
      {
        formats: [
          { type: 'json', prompt: 'a' },
          { type: 'question', question: 'b' },
        ],
      },
      400,
      'custom',
    ],
  ])('with %j is refused', (given, status, code) => {
    expect(refusalOf(given)).toMatchObject({ status, code: 'BAD_REQUEST', details: [{ code }] })
  })

  test.each([[{ formats: ['branding'] }], [{ profile: { name: 'x' } }]])('with %j is not served', (given) => {
    expect(refusalOf(given)).toMatchObject({ status: 501, code: 'NOT_IMPLEMENTED' })
  })

  test('with what a form sends of entries that were left empty asks for nothing there', () => {
    const empty = scrapeOf({ formats: {}, includeTags: {}, actions: {}, location: {}, headers: {} })
    const { request: usual, warnings } = scrapeOf({})
    expect([empty.request, empty.warnings]).toEqual([usual, warnings])
    const { request } = scrapeOf({ actions: [{ type: 'scroll', direction: 'down', selector: '' }] })
    expect(request).toMatchObject({ advanced: { actions: [{ type: 'scroll', direction: 'down' }] } })
    expect(request).not.toHaveProperty('advanced.actions.0.selector')
    expect(ScrapeRequest.safeParse(request).error).toBeUndefined()
  })

  test('of the older dialect has the options of its formats beside them', () => {
    const { request, warnings } = scrapeOf(
      { formats: ['json'], jsonOptions: { schema: { title: 'string' } } },
      'v1',
    )
    expect(request).toMatchObject({ extraction_schema: { title: 'string' } })
    expect(warnings).toEqual([])
    expect(scrapeOf({ formats: ['markdown'], jsonOptions: {} }, 'v1').warnings).toHaveLength(1)
  })

  test('may have its schema as text, as people type it', () => {
    const asText = scrapeOf({ formats: ['json'], jsonOptions: { schema: '{ "title": "string" }' } }, 'v1')
    expect(asText.request).toMatchObject({ extraction_schema: { title: 'string' } })
    const otherwise = scrapeOf({ formats: ['json'], jsonOptions: { schema: 'title' } }, 'v1')
    expect(otherwise.request).toMatchObject({ extraction_schema: 'title' })
  })
})

describe('a crawl', () => {
  const crawlOf = (given: Record<string, unknown>) => {
    const draft = createDraft('v2', given)
    translate(CRAWL_FIELDS, given, draft)
    settleCrawl(draft)
    return draft.request
  }

  test('is one of ours, and stays below the path of its start page', () => {
    const request = crawlOf({ url: 'https://example.com/docs/', scrapeOptions: { formats: ['html'] } })
    expect(CrawlRequest.safeParse(request).error).toBeUndefined()
    expect(request).toMatchObject({
      max_pages: 10_000,
      include_patterns: ['/docs', '/docs/**'],
      formats: ['html'],
    })
    expect(crawlOf({ url: 'https://example.com/docs', crawlEntireDomain: true })).not.toHaveProperty(
      'include_patterns',
    )
    expect(crawlOf({ url: 'example.com', limit: 2 })).toMatchObject({
      url: 'http://example.com',
      max_pages: 2,
    })
  })
})

test.each([
  ['blog/.*', '**blog/**'],
  ['^/docs/.*$', '/docs/**'],
  ['/blog/*', '**/blog**'],
  ['^/(en|de)/[^/]+$', '/{en,de}/?*'],
  ['\\.pdf$', '**.pdf'],
  ['.*', '**'],
  ['^/a.c$', '/a?c'],
])('the pattern %j is the glob %j', (pattern, glob) => {
  expect(globOf(pattern)).toBe(glob)
})

test.each(['/v\\d+/', '(?!a)b', 'a{2}', '[a-z]+', 'a*b'])('the pattern %j has no glob', (pattern) => {
  expect(globOf(pattern)).toBeUndefined()
})

test('parts of a site are those that words name', () => {
  const addresses = ['/blog/1', '/docs/a', '/pricing', '/'].map((path) => `https://example.com${path}`)
  expect(partsNamed('Extract all blog posts and the documentation', addresses)).toEqual([
    'blog/.*',
    'docs/.*',
  ])
})

test('pages are put together: lists grow, the first that says something counts', () => {
  expect(
    joined([
      { a: 1, list: [1], b: null },
      { a: 2, list: [2], b: 'x' },
    ]),
  ).toEqual({ a: 1, list: [1, 2], b: 'x' })
  expect(joined([{ a: 1 }])).toEqual({ a: 1 })
  expect(joined([[1], [2]])).toEqual([1, 2])
})

test('a webhook brings its headers, of which no word stands in what is kept of the call', () => {
  const given = {
    url: 'https://example.com/',
    webhook: { url: 'https://a.example/', headers: { Authorization: 'Bearer t0ken' }, events: ['page'] },
  }
  const draft = createDraft('v2', given)
  translate(CRAWL_FIELDS, given, draft)
  expect(CrawlRequest.parse(draft.request)).toMatchObject({
    webhook_url: 'https://a.example/',
    webhook_headers: { Authorization: 'Bearer t0ken' },
  })
  expect(draft.marker.webhook).toEqual({ events: ['page'] })
})
