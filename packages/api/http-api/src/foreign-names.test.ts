import { CrawlRequest, ENDPOINTS, type Endpoint, OTHER_NAMES, ScrapeRequest } from '@gleaner/contracts'
import { shapesOf } from '@gleaner/contracts/schema-shape'
import { describe, expect, test } from '@jest/globals'
import type { z } from 'zod'
import { FOREIGN_NAMES } from './foreign-names.ts'
import { parseValue } from './parse-part.ts'

/**
 * Fields of other scraping services, with what they mean here; null: nothing does. The first half is what the table was made by, the second
 * was kept back: of it no suggestion may be wrong, and not all need to be found.
 */
const KNOWN: [string, string | null][] = [
  ['webhook_headers', null],
  ['maxAge', 'cache_ttl'],
  ['callback_url', 'webhook_url'],
  ['jsonOptions', 'extraction_schema'],
  ['country_code', 'advanced.proxy_country'],
  ['js_scenario', 'advanced.actions'],
  ['premium_proxy', 'advanced.use_proxy'],
  ['block_ads', 'advanced.block_ads'],
  ['return_page_source', 'formats'],
  ['custom_google', null],
  ['screenshot_selector', null],
  ['device', null],
  ['window_width', 'advanced.viewport'],
  ['stealth', null],
  ['storeInCache', null],
  ['removeBase64Images', null],
  ['skipTlsVerification', null],
  ['proxy_type', null],
  ['httpResponseBody', 'formats'],
  ['browserHtml', 'advanced.render_js'],
  ['waitForSelector', 'advanced.wait_for'],
  ['outputFormat', 'formats'],
  ['rendering_wait', 'advanced.wait_for'],
  ['correlation_id', 'external_id'],
  ['cost_budget', 'cost_controls.max_credits'],
  ['response_type', 'formats'],
  ['page_load_timeout_secs', 'timeout'],
  ['delay_before_return_html', 'advanced.wait_for'],
  ['set_extra_http_headers', 'advanced.session_headers'],
]
const HELD_OUT: [string, string | null][] = [
  ['webhook_name', null],
  ['webhook_secret', null],
  ['session', null],
  ['session_sticky_proxy', 'advanced.proxy_session'],
  ['session_number', 'advanced.proxy_session'],
  ['session_ttl', null],
  ['lang', null],
  ['os', null],
  ['rendering_stage', null],
  ['auto_scroll', 'advanced.scroll_to_load'],
  ['debug', null],
  ['ssl', null],
  ['dns', null],
  ['tags', null],
  ['retry', null],
  ['screenshot_flags', null],
  ['extraction_model_version', null],
  ['keep_headers', null],
  ['device_type', null],
  ['autoparse', 'formats'],
  ['ultra_premium', null],
  ['max_cost_per_page', null],
  ['binary_target', 'formats'],
  ['original_status', null],
  ['allowed_status_codes', null],
  ['proxy_url', null],
  ['css_extractor', 'template'],
  ['autoparse_json', null],
  ['block_media', null],
  ['max_retries', null],
  ['max_requests', null],
  ['page_function', null],
  ['pseudo_urls', null],
  ['max_request_retries', null],
  ['initial_cookies', null],
  ['request_queue', null],
  ['dataset_id', null],
  ['word_count_threshold', null],
  ['exclude_external_links', null],
  ['magic', null],
  ['simulate_user', null],
  ['cache_mode', null],
  ['js_code', 'advanced.actions'],
  ['excluded_tags', 'advanced.exclude_selectors'],
  ['readability', 'advanced.only_main_content'],
  ['return_embeddings', null],
  ['anti_bot', null],
  ['budget_per_domain', null],
  ['fingerprint', null],
  ['metadata', 'metadata'],
  ['full_resources', null],
  ['user_agent', 'advanced.user_agent'],
  ['best_attempt', null],
  ['reject_request_pattern', null],
  ['goto_options', null],
  ['emulate_media_type', null],
  ['add_script_tag', null],
  ['mobile', 'advanced.mobile'],
]
/** Fields of ours as people misspell them. */
const SLIPS: [string, string | null][] = [
  ['renderJs', 'advanced.render_js'],
  ['render-js', 'advanced.render_js'],
  ['screnshot', 'advanced.screenshot'],
  ['format', 'formats'],
  ['timeuot', 'timeout'],
  ['extraction_shema', 'extraction_schema'],
  ['sesion_id', 'session_id'],
  ['webhookurl', 'webhook_url'],
  ['include_rawhtml', 'include_raw_html'],
  ['cacheTTL', 'cache_ttl'],
  ['cost_control', 'cost_controls'],
  ['locaton', 'location'],
]

function suggestionFor(schema: z.ZodType, name: string): string | null | undefined {
  const url = 'https://example.com/'
  const parsed = parseValue(schema, { url, [name]: {} }) as { issues?: { path: string; message: string }[] }
  const message = parsed.issues?.find(({ path }) => path === name)?.message
  // What is known has a message of its own.
  if (!message?.startsWith('is not a field')) return undefined
  return /did you mean "([^"]+)"/.exec(message)?.[1] ?? null
}

/** What is meant, where a request has it. */
function inSchema(schema: z.ZodType, meant: string | null): string | null {
  let at: z.ZodType | undefined = schema
  for (const name of meant?.split('.') ?? []) at = at && shapesOf(at).find((shape) => name in shape)?.[name]
  return at ? meant : null
}

describe.each<[string, z.ZodType]>([
  ['a scrape', ScrapeRequest],
  ['a crawl', CrawlRequest],
])('in %s', (_, schema) => {
  test.each([
    ['known', KNOWN],
    ['held out', HELD_OUT],
  ] as const)('no field of another service (%s) is taken for one that means something else', (_, names) => {
    const wrong = names.flatMap(([name, meant]) => {
      const suggested = suggestionFor(schema, name)
      return suggested == null || suggested === inSchema(schema, meant) ? [] : [`${name}: ${suggested}`]
    })
    expect(wrong).toEqual([])
  })

  test('a slip of the pen is told', () => {
    expect(SLIPS.map(([name]) => [name, suggestionFor(schema, name)])).toEqual(SLIPS)
  })
})

test('of the names that the table was made by, those that mean something are told', () => {
  const meant = KNOWN.filter(
    ([name, field]) => field !== null && suggestionFor(ScrapeRequest, name) !== undefined,
  )
  expect(meant.map(([name]) => [name, suggestionFor(ScrapeRequest, name)])).toEqual(
    meant.map(([name, field]) => [name, inSchema(ScrapeRequest, field)]),
  )
})

/** Of Firecrawl, ScrapingBee, ZenRows and Zyte, as movers from them have sent them; with what it is said to be here. */
const TRIED: [string, RegExp][] = [
  ['includeTags', /include_selectors|check its spelling/],
  ['excludeTags', /exclude_selectors|check its spelling/],
  ['scrapeOptions', /stand at the top level/],
  ['pageOptions', /stand at the top level/],
  ['premium_proxy', /"advanced\.use_proxy"/],
  ['js_scenario', /"advanced\.actions"/],
  ['js_instructions', /"advanced\.actions"/],
  ['css_extractor', /"template"/],
  ['browserHtml', /"advanced\.render_js"/],
  ['httpResponseBody', /"formats", as \["raw"\]/],
  ['callback_url', /"webhook_url"/],
  ['maxAge', /"cache_ttl", as seconds/],
  ['country_code', /"advanced\.proxy_country"/],
  ['extractorOptions', /"extraction_schema"/],
  ['onlyMainContent', /"advanced\.only_main_content"/],
  ['webhook_headers', /signed/],
  ['jsonOptions', /"extraction_schema"/],
  ['waitFor', /"advanced\.wait_for"/],
  ['rawHtml', /"include_raw_html"/],
  ['js_render', /"advanced\.render_js"/],
]

test.each(TRIED)('%s is told apart', (name, said) => {
  const parsed = parseValue(ScrapeRequest, { url: 'https://example.com/', [name]: {} })
  expect(parsed.issues?.find(({ path }) => path === name)?.message).toMatch(said)
})

test.each([
  ['ignoreRobotsTxt', /"respect_robots", as false/],
  ['sitemapOnly', /"sitemap", as "include", "skip" or "only"/],
  ['urls', /POST \/batch/],
  ['q', /POST \/search/],
  ['api_key', /X-API-Key/],
])('%s of a crawl is told with the value or the way that means it here', (name, said) => {
  const { issues } = parseValue(CrawlRequest, { url: 'https://example.com/', [name]: true })
  expect(issues?.find(({ path }) => path === name)?.message).toMatch(said)
})

test('q is the words of a search or a map', () => {
  for (const [endpoint, field] of [
    [ENDPOINTS.createSearch, 'query'],
    [ENDPOINTS.createMap, 'search'],
  ] as const)
    expect(suggestionFor(endpoint.body, 'q')).toBe(field)
})

test.each<[object, RegExp]>([
  [{ formats: ['rawHtml'] }, /did you mean "raw"/],
  [{ formats: ['screenshot@fullPage'] }, /advanced\.screenshot/],
  [{ formats: ['llmExtract'] }, /extraction_prompt/],
  [{ formats: [{ type: 'json', schema: {} }] }, /send "json" alone/],
  [{ advanced: { wait_condition: 'networkidle2' } }, /did you mean "networkidle"/],
  [{ mode: 'browser' }, /did you mean "js"/],
  [{ mode: 'stealth' }, /climbing the tiers/],
])('a value of another service is told what it is here: %j', (given, said) => {
  const { issues } = parseValue(ScrapeRequest, { url: 'https://example.com/', ...given })
  expect(issues?.map(({ message }) => message).join()).toMatch(said)
})

const bodies = Object.entries<Endpoint>(ENDPOINTS).flatMap(([name, { body, query }]) =>
  [body, query].flatMap((schema) => (schema ? [[name, schema] as const] : [])),
)

test.each(bodies)('on %s a name of another service is never taken for a misspelling', (_, schema) => {
  for (const [name, meanings] of FOREIGN_NAMES) {
    const fields = meanings.flatMap((meaning) => meaning.fields)
    const message = parseValue(schema, { [name]: {} }).issues?.find(({ path }) => path === name)?.message
    const suggested = /did you mean "([^"]+)"/
      .exec(message ?? '')?.[1]
      ?.split('.')
      .at(-1)
    if (suggested === undefined || !message?.startsWith('is not a field')) continue
    const isOwn = suggested === name || isCalled(schema, suggested, name)
    expect([name, isOwn || fields.includes(suggested)]).toEqual([name, true])
  }
})

/** Whether an endpoint's own field says that it is called so elsewhere. */
function isCalled(schema: z.ZodType, field: string, name: string): boolean {
  return shapesOf(schema).some((shape) => shape[field] && OTHER_NAMES.get(shape[field])?.names.includes(name))
}
