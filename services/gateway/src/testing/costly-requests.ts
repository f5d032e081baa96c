import { MEGABYTE as MB } from '@gleaner/runtime/units'
import { costlyBatches } from './costly-batches.ts'
import { randomBody } from './random-body.ts'
import { seededRandom } from './seeded-random.ts'

/** A request that is allowed in size, and chosen to cost the gateway as much as it can. */
export interface CostlyRequest {
  category: string
  name: string
  method: string
  /** Below the API's root. */
  path: string
  headers?: Record<string, string>
  /** Made when it is sent: some have 20 MB. */
  body?: () => string
  /** False: sent without a key. */
  withKey: boolean
  /** Sent by a person who has signed in, in place of a key. */
  asUser?: boolean
}

/**
 * Everything that a request of the greatest allowed size can be made of, by the part of the gateway that has to pay
 * for it. `url` is a page that may be fetched; `seed` varies numbers and letters.
 */
export function costlyRequests(url: string, seed = 1): CostlyRequest[] {
  const random = seededRandom(seed)
  const scrape = (fields: object) => JSON.stringify({ url, sync: false, ...fields })
  const schema = (extraction_schema: unknown) => scrape({ extraction_schema })
  const letter = () => String.fromCharCode(97 + Math.floor(random() * 26))
  const many = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, i) => make(i))
  const names = (count: number, value: unknown, tag = letter()) =>
    Object.fromEntries(many(count, (i) => [`${tag}${i.toString(36)}`, value]))
  /** As many properties with the pattern as 62 KB hold, at most `most`. */
  const patterns = (pattern: string, most = 100) =>
    schema({
      properties: names(
        Math.min(most, Math.floor(62_000 / (Buffer.byteLength(JSON.stringify(pattern)) + 20))),
        { pattern },
      ),
    })
  const nested = (open: string, close: string, bytes: number) => {
    const levels = Math.floor(bytes / (open.length + close.length))
    return open.repeat(levels) + close.repeat(levels)
  }
  /** `{"url", "<field>": <value>}` with the value written as it is. */
  const raw = (field: string, value: string) =>
    `{"url":${JSON.stringify(url)},"sync":false,"${field}":${value}}`
  const fill = (unit: string, bytes = MB - 1_000) => unit.repeat(Math.floor(bytes / unit.length))
  const letters = (chars: number, from: number, to: number) =>
    String.fromCodePoint(...many(chars, () => from + Math.floor(random() * (to - from))))

  const bodies: Record<string, Record<string, () => string>> = {
    'patterns of a schema': {
      'repeated a thousand times': () => patterns(`${letter()}{1000}`.repeat(140)),
      'optional, a thousand times': () => patterns(`${letter()}{0,1000}`.repeat(100)),
      'repetition within repetition': () => patterns(`(${letter()}{31}){32}`.repeat(70)),
      'Unicode classes': () => patterns('\\pL'.repeat(330)),
      'negated Unicode classes in one class': () => patterns(`[^${'\\PL\\pN'.repeat(165)}]`),
      'wide ranges without letter case': () => patterns(`(?i)${'[B-\u{1e942}]'.repeat(140)}`),
      'wide escaped ranges without letter case': () => patterns(`(?i)[${'\\x{42}-\\x{1e942}'.repeat(57)}]`),
      'scripts without letter case': () => patterns(`(?i)${'[\\p{Latin}\\p{Greek}]'.repeat(47)}`),
      groups: () => patterns(nested('(', ')', 990)),
      alternatives: () =>
        patterns(
          many(300, () => letter() + letter())
            .join('|')
            .slice(0, 990),
        ),
      'a class of single characters, repeated': () =>
        patterns(`[${many(480, (i) => String.fromCharCode(256 + i * 2)).join('')}]{1000}`),
      'any character, repeated': () => patterns('.{1000}'.repeat(140)),
      'loops of loops': () => patterns('(()*)*'.repeat(160)),
      'repetitions, just small enough': () =>
        schema({
          properties: names(2, {}),
          allOf: many(2, (i) => ({ pattern: `${letter()}{1000}b{1000}c{39${i}}` })),
        }),
      'ranges without letter case, just small enough': () =>
        schema({ allOf: many(2, (i) => ({ pattern: `(?i)[B-\u{1e942}]${letter()}{50${i}}` })) }),
      'Unicode classes, just few enough': () =>
        schema({ allOf: many(2, (i) => ({ pattern: `[${'\\pL\\PN'.repeat(24)}]{${i + 90}}` })) }),
      'a hundred small ones': () => patterns('^[a-z]{1,20}$'),
    },
    'graphs of a schema': {
      'references that double at every level': () =>
        schema({
          $ref: '#/$defs/d29',
          $defs: Object.fromEntries(
            many(30, (i) => [
              `d${i}`,
              i === 0
                ? {}
                : {
                    anyOf: many(2, () => ({ $ref: `#/$defs/d${i - 1}` })),
                    properties: { a: { $ref: `#/$defs/d${i - 1}` } },
                  },
            ]),
          ),
        }),
      'references by anchor to the last of many': () =>
        schema({
          $defs: { ...names(4_000, {}), z: { $anchor: 'z' } },
          anyOf: many(1_400, () => ({ $ref: '#z' })),
        }),
      'references with long pointers': () =>
        schema({
          $defs: { a: {} },
          anyOf: many(60, () => ({ $ref: `#/${'$defs/'.repeat(160)}a` })),
        }),
      'many properties': () => schema({ properties: names(5_000, {}) }),
      'an enumeration of 60 KB': () => schema({ enum: many(9_000, (i) => i.toString(36)) }),
      'as deep as allowed, many times': () =>
        schema({ anyOf: many(250, () => JSON.parse(nested('{"not":', '}', 240).replace(/}/, '{}}'))) }),
      'wrong types everywhere': () => schema({ properties: names(5_000, 5) }),
    },
    'structure of the body': {
      'nested arrays': () => fill('[', MB / 2) + fill(']', MB / 2),
      'nested objects': () => nested('{"a":', '}', MB - 10).replace('}', '1}'),
      'nested below a field': () => raw('advanced', nested('[', ']', MB - 1_000)),
      'nested below the schema': () =>
        raw('extraction_schema', nested('{"a":', '}', MB - 1_000).replace(':}', ':1}')),
      'objects of many shapes': () =>
        `[${many(35_000, (i) => `{"${letter()}${i}":{"b${i}":[]}}`).join()}]`.slice(0, MB),
      'a schema of many shapes': () =>
        raw('extraction_schema', `{"enum":[${many(30_000, (i) => `{"a${i}":{"b${i}":[]}}`).join()}]}`),
      'unknown fields': () => `{"url":"x",${many(70_000, (i) => `"${letter()}${i}":1`).join()}}`,
      'unknown fields of one object': () => raw('advanced', `{${many(70_000, (i) => `"k${i}":1`).join()}}`),
      'the same field again and again': () => raw('mode', `"auto"${fill(',"mode":"auto"')}`),
      'unknown field with a name of 1 MB': () => raw(fill('a'), '1'),
      '__proto__ again and again': () => raw('__proto__', `{}${fill(',"__proto__":{"a":1}')}`),
      'not JSON at its end': () => fill('[1,').concat('x'),
      blanks: () => `${fill(' ')}{}`,
      'digits of one number': () => raw('timeout', fill('1')),
      'a string of escapes': () => raw('body', `"${fill('\\u00e9')}"`),
    },
    'values of fields': {
      'a URL of 1 MB': () => scrape({ url: `http://a${letters(60_000, 0x300, 0x36f)}.test/` }),
      'a URL as long as allowed, of marks': () => scrape({ url: `http://a${letters(8_180, 0x300, 0x36f)}` }),
      'a URL as long as allowed, of Han letters': () =>
        scrape({ url: `http://${letters(8_180, 0x4e00, 0x9fff)}` }),
      'a URL of many labels': () => scrape({ url: `http://${'a.'.repeat(4_090)}` }),
      'formats, all wrong': () => scrape({ formats: many(100_000, () => letter()) }),
      'formats, all right': () => scrape({ formats: many(100_000, () => 'text') }),
      'actions, all wrong': () => scrape({ advanced: { actions: many(60_000, () => ({ type: letter() })) } }),
      'actions, many': () =>
        scrape({ advanced: { actions: many(30_000, () => ({ type: 'press', key: letter() })) } }),
      '100 cookies of 10 KB': () => scrape({ advanced: { cookies: names(100, letter().repeat(10_000)) } }),
      'cookies, many': () => scrape({ advanced: { cookies: names(80_000, '') } }),
      'cookies, all wrong': () => scrape({ advanced: { cookies: names(60_000, 1, '=;') } }),
      'headers, many': () => scrape({ advanced: { session_headers: names(60_000, '\u0100') } }),
      'headers of 1 MB': () => scrape({ advanced: { session_headers: { a: fill('a', MB - 2_000) } } }),
      'languages, many': () => scrape({ advanced: { ocr_languages: many(100_000, () => 'e') } }),
      'location of 1 MB': () =>
        scrape({ location: { country: fill('ß', MB / 2), language: fill('a', MB / 3) } }),
      'a mode of 1 MB': () => scrape({ mode: fill('a', MB - 2_000) }),
      'actions of long selectors': () =>
        scrape({
          advanced: {
            actions: many(390, () => ({ type: 'click', selector: '.a>b,'.repeat(190).slice(0, -1) })),
          },
        }),
      'capitals that grow': () => scrape({ cost_controls: { force_tier: fill('\u0130') } }),
      'formats that are none': () => scrape({ formats: many(1_900, (i) => `text ${i}`) }),
      'a body of 1 MB': () => scrape({ method: 'POST', body: fill('\u0001', MB / 6.5) }),
    },
    'large bodies': {
      'of letters': () => scrape({ method: 'POST', body: letter().repeat(10 * MB) }),
      'of line ends': () => scrape({ method: 'POST', body: '\n'.repeat(10 * MB) }),
      'of escapes': () => raw('method', `"POST","body":"${fill('\\u00e9', 20 * MB)}"`),
      'of emojis': () => scrape({ method: 'POST', cache: true, body: '😀'.repeat(2.5 * MB) }),
      'of Han letters': () => scrape({ method: 'PUT', cache: true, body: '中'.repeat(3 * MB) }),
      'too large': () => scrape({ method: 'POST', body: 'a'.repeat(10 * MB + 1) }),
      'not what the target gets': () => raw('advanced', `[${fill('{},', 20 * MB)}{}]`),
      nested: () => fill('[', 20 * MB),
      'without an end': () => `{"body":"${fill('a', 20 * MB)}`,
    },
  }

  bodies['made at random'] = Object.fromEntries(
    many(24, (i) => [`number ${i + 1}`, () => randomBody(raw, schema, seededRandom(seed * 1_000 + i))]),
  )

  const text = (value: unknown) => () => JSON.stringify(value)
  const fields = (count: number, selector: string) => names(count, { selector }, 'f')
  const deep = `${':not('.repeat(166)}a${')'.repeat(166)}`
  const long = '.a>b,'.repeat(199).slice(0, -1)
  const session = (cookies: unknown) => text({ name: 'a', domain: 'example.com', cookies })
  const globs = (glob: string) =>
    text({ url, include_patterns: many(100, () => glob), exclude_patterns: many(100, () => glob) })
  const elsewhere: Record<string, Record<string, () => string>> = {
    '/templates': {
      'nested selectors': text({ name: 'a', fields: fields(50, deep), list: { selector: deep, fields: fields(50, deep) } }),
      'long selectors': text({ name: 'a', fields: fields(16, long) }),
      'many long selectors': text({ name: 'a', fields: fields(380, long) }),
    },
    '/sessions': {
      'a text of brackets': session('['.repeat(250_000) + ']'.repeat(250_000)),
      'a text of empty lists': session(`[${'[],'.repeat(170_000)}[]]`),
      'attributes of a Set-Cookie': session(`Set-Cookie: a=b${';c=d'.repeat(120_000)}`),
      'a thousand Set-Cookies': session(`Set-Cookie: a=b${';c=d'.repeat(120)}\n`.repeat(1_000)),
    },
    '/crawl': {
      'nested braces': globs(`/${'{a,'.repeat(100)}b${'}'.repeat(100)}`),
      'braces in a row': globs(`/${'{a,b}'.repeat(99)}`),
    },
    '/extract': {
      'a content of many rows': text({
        content: `<table>${many(20_000, (i) => `<tr><td><a href="/${i}">${letter()}${i}</a><td>${i}<td>text</tr>`).join('')}</table>`,
        formats: ['json', 'html'],
      }),
    },
    '/llm-keys': {
      'slashes of an address': text({ name: 'a', provider: 'custom', base_url: `http://a.test/${'/'.repeat(8_100)}a` }),
    },
  } // biome-ignore format: a table

  const headerFilled = (bytes: number) => ({ 'x-filler': letter().repeat(bytes) })
  const plain: CostlyRequest[] = [
    { category: 'without a key', name: 'a body of 1 MB', method: 'POST', path: '/scrape', body: () => fill('['), withKey: false },
    { category: 'without a key', name: 'a key of 12 KB', method: 'POST', path: '/scrape', headers: { 'x-api-key': `sk_live_${letter().repeat(12_000)}` }, withKey: false },
    { category: 'without a key', name: 'a path of slashes', method: 'GET', path: `/files/${'/'.repeat(12_000)}`, withKey: false },
    { category: 'without a key', name: 'a path of escapes', method: 'GET', path: `/files/${'%41/'.repeat(3_000)}`, withKey: false },
    { category: 'without a key', name: 'a path of dots', method: 'GET', path: `/${'../'.repeat(4_000)}`, withKey: false },
    { category: 'without a key', name: 'many signatures', method: 'GET', path: `/files/a?${'signature=a&'.repeat(1_000)}`, withKey: false },
    { category: 'without a key', name: 'headers of 12 KB', method: 'GET', path: '/usage', headers: headerFilled(12_000), withKey: false },
    { category: 'queries and headers', name: 'thousands of parameters', method: 'GET', path: `/usage?${many(2_400, (i) => `${letter()}${i}`).join('&')}`, withKey: true },
    { category: 'queries and headers', name: 'a date of 12 KB', method: 'GET', path: `/usage?start_date=2026-01-31T00:00:00.${'0'.repeat(12_000)}Z`, withKey: true },
    { category: 'queries and headers', name: 'a limit of 12 KB', method: 'GET', path: `/proxies?limit=${'1'.repeat(12_000)}`, withKey: true },
    { category: 'queries and headers', name: 'many headers', method: 'GET', path: '/usage', headers: names(900, '1') as Record<string, string>, withKey: true },
    { category: 'queries and headers', name: 'a job id of 12 KB', method: 'GET', path: `/jobs/${'0'.repeat(12_000)}`, withKey: true },
    { category: 'other bodies', name: 'a proxy URL of 1 MB', method: 'POST', path: '/proxies', body: () => JSON.stringify({ name: 'a', url: `http://a${letters(60_000, 0x300, 0x36f)}.test/` }), withKey: true },
    { category: 'other bodies', name: 'a name of 1 MB', method: 'POST', path: '/proxies', body: () => JSON.stringify({ name: fill(' '), url: 'http://proxy.example.com' }), withKey: true },
    { category: 'other bodies', name: 'compressed', method: 'POST', path: '/scrape', headers: { 'content-encoding': 'gzip' }, body: () => fill('a'), withKey: true },
    { category: 'other bodies', name: 'an estimate of unknown fields', method: 'POST', path: '/scrape/estimate', body: () => `{"url":"x",${many(70_000, (i) => `"k${i}":1`).join()}}`, withKey: true },
    { category: 'other bodies', name: 'an estimate with many actions', method: 'POST', path: '/scrape/estimate', body: () => JSON.stringify({ url, advanced: { actions: many(30_000, () => ({ type: 'press', key: 'a' })) } }), withKey: true },
  ] // biome-ignore format: a table

  const posts = Object.entries(bodies).flatMap(([category, requests]) =>
    Object.entries(requests).map(([name, body]) => ({
      category,
      name,
      method: 'POST',
      path: '/scrape',
      body,
      withKey: true,
    })),
  )
  const others = Object.entries(elsewhere).flatMap(([path, requests]) =>
    Object.entries(requests).map(([name, body]) => ({
      category: `POST ${path}`,
      name,
      method: 'POST',
      path,
      body,
      withKey: true,
    })),
  )
  const batches = Object.entries(costlyBatches(url)).map(([name, body]) => ({
    category: 'batches',
    name,
    method: 'POST',
    path: '/batch',
    body,
    withKey: true,
  }))
  return [...posts, ...plain, ...others, ...batches]
}
