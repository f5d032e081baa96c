import fc from 'fast-check'

/** Text that parsers, databases and header lines are known to stumble over. */
const NASTY_TEXT = [
  '', ' ', '\u0000', 'a\u0000b', '\u007f', '\r\nX-Injected: 1', '\ud800', '\ufeff', '\u202e', '😀', 'ﬃ', 'é中',
  '__proto__', 'constructor', 'toString', '%00', '%', '../..', "' OR 1=1 --", '(a+)+$', '1e999', 'null',
  'a'.repeat(9_000),
] // biome-ignore format: a list to be read as one

const NASTY_NUMBERS = [0, -0, -1, 0.1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, Number.MIN_VALUE]

/** None leads to a host that is not ours: the stack that is fuzzed refuses them or keeps to its sample pages. */
const NASTY_URLS = [
  'http://', 'http://?', 'http://[', 'http://[::1', 'http://[::ffff:7f00:1]/', 'http://0/', 'http://0x7f.1/', 'http://127.1/',
  'http://user:pa%00ss@127.0.0.1/', 'http://127.0.0.1:0/', 'http://127.0.0.1:65536/', 'http://a..b/', 'http://-a.test/',
  'http://xn--a/', 'http://bücher.test/é?ü#中', 'http://a.test/%zz', 'http://a.test/\u0000', '//a.test/', 'javascript:1',
  'data:text/html,a', 'file:///etc/passwd', 'blob:http://a.test/1', 'HTTP:a.test', 'http:\\\\a.test\\b', `http://a.test/${'é'.repeat(3_000)}`,
] // biome-ignore format: a list to be read as one

const nasty = fc.oneof(
  fc.constantFrom(...NASTY_TEXT),
  fc.constantFrom(...NASTY_NUMBERS),
  fc.constantFrom<unknown>(true, false, null, [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 4 }),
)

const dictionary = fc.dictionary(fc.oneof(fc.constantFrom(...NASTY_TEXT), fc.string()), nasty, { maxKeys: 6 })

/** Each field with values that are nearly right; `nasty` is mixed in everywhere. */
const FIELDS: Record<string, fc.Arbitrary<unknown>> = {
  mode: fc.constantFrom('auto', 'html', 'pdf', 'ocr', 'AUTO'),
  sync: fc.boolean(),
  formats: fc.array(fc.constantFrom('text', 'json', 'json_v2', 'rag', 'html', 'links', 'raw', 'Text'), {
    maxLength: 12,
  }),
  timeout: fc.constantFrom(1, 5, 300, 301, 1.5),
  include_raw_html: fc.boolean(),
  force_refresh: fc.boolean(),
  cache: fc.boolean(),
  cache_ttl: fc.constantFrom(59, 60, 86_400, 86_401),
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'),
  body: fc.oneof(fc.constantFrom(...NASTY_TEXT), fc.string({ unit: 'binary' })),
  content_type: fc.constantFrom('application/json', 'text/plain', 'text/plain\r\nX: 1'),
  session_id: fc.oneof(fc.uuid(), fc.string()),
  location: fc.record(
    { country: fc.constantFrom('DE', 'de', 'XX'), language: fc.constantFrom('de', 'pt-BR', 'xxx') },
    { requiredKeys: [] },
  ),
  extraction_schema: fc.oneof(
    fc.record({ type: fc.constant('object'), properties: dictionary }),
    fc.record({ $ref: fc.constantFrom('#', '#/$defs/a', 'http://a.test/'), $defs: dictionary }),
    fc.record({
      properties: fc.record({
        title: fc.record({
          pattern: fc.constantFrom(...NASTY_TEXT),
          type: fc.constantFrom('string', 'number', 'null'),
        }),
      }),
    }),
  ),
  cost_controls: fc.record(
    {
      max_credits: fc.oneof(fc.constantFrom(...NASTY_NUMBERS), nasty),
      max_tier: fc.constantFrom('1', 2, '9'),
      force_tier: fc.constantFrom('1', 1, 3.5, '0'),
      fail_fast: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  advanced: fc.record(
    {
      cookies: dictionary,
      session_headers: dictionary,
      wait_for: nasty,
      rag: fc.record({
        chunk_tokens: fc.constantFrom(...NASTY_NUMBERS, 64, 512),
        overlap_tokens: fc.constantFrom(0, 31, -1),
      }),
      section_filter: dictionary,
      proxy_integration_id: fc.string(),
      use_own_proxy: fc.boolean(),
      actions: fc.array(dictionary, { maxLength: 3 }),
      evidence: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
}

/** A few fields at a time: a request with a fault in every field never gets past the first check. */
const fields = fc
  .uniqueArray(
    fc.oneof(
      ...Object.entries(FIELDS).map(([name, value]) =>
        fc.tuple(
          fc.constant(name),
          fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: nasty }),
        ),
      ),
    ),
    { selector: ([name]) => name, maxLength: 3 },
  )
  .map((entries) => Object.fromEntries(entries))

export interface FuzzRequest {
  /** The live key goes with a page of the sample site, the test key with any address at all. */
  live: boolean
  path: string
  body: string
  idempotencyKey: string | undefined
}

/** Requests that are nearly right: most get past the first check, and show what stands behind it. */
export function fuzzRequests(page: string): fc.Arbitrary<FuzzRequest> {
  const anyUrl = fc.oneof(fc.constantFrom<unknown>(...NASTY_URLS), nasty)
  const target = fc.oneof(
    fc.record({ live: fc.constant(true), url: fc.constant<unknown>(page) }),
    fc.record({ live: fc.constant(false), url: anyUrl }),
  )
  const body = fc.tuple(
    target,
    fields,
    fc.oneof({ weight: 19, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: dictionary }),
  )
  return fc
    .record({
      sent: body,
      path: fc.constantFrom('/scrape', '/scrape', '/scrape', '/scrape/estimate'),
      idempotencyKey: fc.option(fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' }), {
        nil: undefined,
      }),
    })
    .map(({ sent: [{ live, url }, asked, strange], path, idempotencyKey }) => ({
      live,
      path,
      body: JSON.stringify({ ...strange, ...asked, url }),
      idempotencyKey: idempotencyKey?.trim() || undefined,
    }))
}
