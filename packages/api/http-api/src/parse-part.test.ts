import {
  BatchRequest,
  CrawlRequest,
  ExtractRequest,
  MapRequest,
  ScrapeRequest,
  SearchRequest,
  SessionUpdate,
  TemplateCreate,
} from '@gleaner/contracts'
import { describe, expect, test } from '@jest/globals'
import type { z } from 'zod'
import { parseValue } from './parse-part.ts'

const url = 'https://example.com/'

describe('null is absent', () => {
  test('at every level of a request', () => {
    const actions = [{ type: 'wait', ms: 5, selector: null }]
    const request = { url, mode: null, colour: null, advanced: { wait_for: null, render_js: true, actions } }
    expect(
      parseValue(ScrapeRequest, { ...request, location: { country: null, language: 'de' } }).data,
    ).toEqual(
      ScrapeRequest.parse({
        url,
        advanced: { render_js: true, actions: [{ type: 'wait', ms: 5 }] },
        location: { language: 'de' },
      }),
    )
    expect(parseValue(ScrapeRequest, { url, advanced: null, cost_controls: null }).data).toEqual(
      ScrapeRequest.parse({ url }),
    )
    expect(parseValue(BatchRequest, { urls: [url], formats: null, webhook_url: null }).data).toEqual(
      BatchRequest.parse({ urls: [url] }),
    )
  })

  test('but in what is the caller’s own, and where it means something', () => {
    const extraction_schema = { type: 'object', default: null, properties: { a: { enum: [null] } } }
    expect(parseValue(ScrapeRequest, { url, extraction_schema }).data?.extraction_schema).toEqual(
      extraction_schema,
    )
    expect(parseValue(ScrapeRequest, { url, advanced: { cookies: { a: null } } }).issues).toEqual([
      { path: 'advanced.cookies.a', message: 'must be a string' },
    ])
    expect(parseValue(SessionUpdate, { name: null, notes: null }).data).toEqual({ notes: null })
    expect(parseValue(ScrapeRequest, { url: null }).issues).toMatchObject([{ path: 'url' }])
  })
})

describe('what takes long to check is bounded over the whole request', () => {
  const issuesOf = (schema: z.ZodType, request: object) => parseValue(schema, request).issues ?? []
  const selectorOf = (chars: number) => 'a'.repeat(chars)

  test('selectors by their characters together, wherever and in whatever lists they stand', () => {
    const actions = Array.from({ length: 50 }, () => ({ type: 'click', selector: selectorOf(300) }))
    expect(issuesOf(ScrapeRequest, { url, advanced: { render_js: true, actions } })).toEqual([])
    const wait_for = selectorOf(1_000)
    const longer = actions.map((action) => ({ ...action, selector: selectorOf(320) }))
    const issues = issuesOf(ScrapeRequest, { url, advanced: { render_js: true, wait_for, actions: longer } })
    expect(issues.length).toBeGreaterThan(0)
    for (const { message } of issues) expect(message).toContain('16,384 characters together')
    // Each request has its own.
    expect(issuesOf(ScrapeRequest, { url, advanced: { render_js: true, actions } })).toEqual([])
  })

  test.each([':not(', ':is(', ':has(', ':nth-child(2n of ', '('])('selectors by their depth: %s', (open) => {
    const nested = (levels: number) => `${open.repeat(levels)}a${')'.repeat(levels)}`
    const messageOf = (selector: string) =>
      issuesOf(TemplateCreate, { name: 'a', list: { selector, fields: { b: { selector: 'b' } } } })[0]
        ?.message
    expect(messageOf(nested(11))).toContain('nests deeper than 10 levels')
    expect(messageOf(nested(10)) ?? '').not.toContain('deeper')
    expect(messageOf(`[title="${'('.repeat(40)}"] \\(\\(\\(\\(\\(\\(\\(\\(\\(\\(\\(b`)).toBeUndefined()
  })

  test('suggestions by their number', () => {
    const formats = Array.from({ length: 1_000 }, () => 'markdwon')
    const suggested = issuesOf(ScrapeRequest, { url, formats }).filter(({ message }) =>
      message.includes('did you mean "markdown"?'),
    )
    expect(suggested).toHaveLength(20)
  })
})

describe('a field that nobody knows is refused with the nearest that is known', () => {
  test.each<[object, string, string | undefined]>([
    [{ renderJs: true }, 'renderJs', 'advanced.render_js'],
    [{ forrmats: ['text'] }, 'forrmats', 'formats'],
    [{ onlyMainContent: true }, 'onlyMainContent', 'advanced.only_main_content'],
    [{ advanced: { waitFor: '#a' } }, 'advanced.waitFor', 'advanced.wait_for'],
    [{ cost_controls: { maxTier: 1 } }, 'cost_controls.maxTier', 'cost_controls.max_tier'],
    [{ advanced: { formats: [] } }, 'advanced.formats', 'formats'],
    [{ schema: {} }, 'schema', 'extraction_schema'],
    [{ webhook: 'https://a.example' }, 'webhook', 'webhook_url'],
    [{ advanced: { headers: {} } }, 'advanced.headers', 'advanced.session_headers'],
    [{ take_a_screenshot: true }, 'take_a_screenshot', 'advanced.screenshot'],
    [{ colour: 'red' }, 'colour', undefined],
  ])('%j', (request, path, meant) => {
    const remedy = meant ? `did you mean "${meant}"?` : 'check its spelling or leave it out'
    expect(parseValue(ScrapeRequest, { url, ...request }).issues).toEqual([
      { path, message: `is not a field of this request; ${remedy}` },
    ])
  })

  test.each<[string, z.ZodType, object, string]>([
    ['limit', CrawlRequest, { url, limit: 5 }, 'max_pages'],
    ['maxUrls', CrawlRequest, { url, maxUrls: 5 }, 'max_pages'],
    ['includePaths', CrawlRequest, { url, includePaths: [] }, 'include_patterns'],
    ['allowSubdomains', CrawlRequest, { url, allowSubdomains: true }, 'include_subdomains'],
    ['limit', MapRequest, { url, limit: 5 }, 'max_pages'],
    ['query', MapRequest, { url, query: 'docs' }, 'search'],
    ['limit', SearchRequest, { query: 'a', limit: 5 }, 'num_results'],
    ['lang', SearchRequest, { query: 'a', lang: 'de' }, 'language'],
    ['html', ExtractRequest, { content: 'a', html: '<p>' }, 'content'],
  ])('or that clients of other services call %s', (path, schema, request, meant) => {
    expect(parseValue(schema, request).issues).toEqual([
      { path, message: `is not a field of this request; did you mean "${meant}"?` },
    ])
  })

  test('or with those that there are, where they are few', () => {
    const actions = [{ type: 'wait', ms: 5, duration: 5 }]
    const { issues } = parseValue(ScrapeRequest, { url, advanced: { actions } })
    expect(issues).toEqual([
      {
        path: 'advanced.actions.0.duration',
        message: 'is not a field of this request; there are "type", "ms", "selector"',
      },
    ])
  })

  test('as long as there are not too many of them', () => {
    const request = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`timeout${i}`, 1]))
    const { issues = [] } = parseValue(ScrapeRequest, { url, ...request })
    expect(issues).toHaveLength(1_000)
    expect(issues[0]!.message).toContain('did you mean "timeout"?')
    expect(issues.at(-1)!.message).toContain('check its spelling')
  })

  test('a country by the code that it has', () => {
    const { issues } = parseValue(ScrapeRequest, { url, location: { country: 'uk' } })
    expect(issues?.[0]?.message).toContain('did you mean "GB"?')
  })
})
