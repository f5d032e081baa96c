import type { FetchedPage } from '@gleaner/http-tiers'
import type { SessionSecrets } from '@gleaner/sessions'
import { describe, expect, test } from '@jest/globals'
import { redactSecrets } from './redact-secrets.ts'
import { createSearch } from './redaction/search.ts'

const TOKEN = 'k3Jf8-sL0q_9aZx7.Qw21'
const ODD = `s:${TOKEN}/x+y=&"'<z>`

function secretsOf(...values: string[]): SessionSecrets {
  const cookies = values.map((value, at) => ({
    name: `c${at}`,
    value,
    domain: 'example.com',
    hostOnly: false,
    path: '/',
    httpOnly: true,
  }))
  return { cookies, headers: {}, storage: [] }
}

function pageOf(body: string | Uint8Array, more: Partial<FetchedPage> = {}): FetchedPage {
  const page = { finalUrl: 'https://example.com/', redirectChain: [], status: 200, headers: {} }
  return { ...page, body: typeof body === 'string' ? Buffer.from(body) : body, ...more }
}

const shown = (body: string, secrets: SessionSecrets) =>
  Buffer.from(redactSecrets(pageOf(body), secrets).body).toString()

describe('what a page repeats of a session is hidden', () => {
  const escaped = ODD.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quoted = escaped.replaceAll('"', '&quot;')
  test.each([
    ['as it is', ODD],
    ['percent-encoded', encodeURIComponent(ODD)],
    ['percent-encoded in lower case', encodeURIComponent(ODD).replace(/%../g, (hex) => hex.toLowerCase())],
    ['percent-encoded as forms are', encodeURIComponent(ODD).replaceAll("'", '%27')],
    ['in an address, as far as addresses have to be', encodeURI(ODD)],
    ['in a text of HTML', escaped],
    ['in an attribute', quoted],
    ['as Python escapes', quoted.replaceAll("'", '&#x27;')],
    ['as PHP escapes', quoted.replaceAll("'", '&#039;')],
    ['as Go escapes', escaped.replaceAll('"', '&#34;').replaceAll("'", '&#39;').replaceAll('+', '&#43;')],
    [
      'as templates escape',
      quoted.replaceAll("'", '&#39;').replaceAll('/', '&#x2F;').replaceAll('=', '&#x3D;'),
    ],
    ['in JSON', JSON.stringify(ODD).slice(1, -1)],
    ['in JSON of PHP', JSON.stringify(ODD).slice(1, -1).replaceAll('/', '\\/')],
    [
      'in JSON that is safe in HTML',
      JSON.stringify(ODD)
        .slice(1, -1)
        .replace(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`),
    ],
    [
      'in JSON of .NET',
      ODD.replace(/[<>&"'+]/g, (char) => `\\u00${char.charCodeAt(0).toString(16).toUpperCase()}`),
    ],
  ])('%s', (_, form) => {
    expect(shown(`<p>before ${form} after</p>`, secretsOf(ODD))).toBe('<p>before *** after</p>')
  })

  test.each([
    ['a part of a structured value', `Jane|1735689600|${TOKEN}|x`, `hello Jane ${TOKEN}!`, 'hello Jane ***!'],
    [
      'a token in JSON that is percent-encoded',
      encodeURIComponent(`{"name":"Jane","t":"${TOKEN}"}`),
      TOKEN,
      '***',
    ],
    [
      'a value that was stored percent-encoded',
      'eyJpdiI6Ik1ha2%2BUrYn%3D',
      'x eyJpdiI6Ik1ha2+UrYn= y',
      'x *** y',
    ],
    ['twice, one touching the other', TOKEN, `${TOKEN}${TOKEN}`, '******'],
    ['at the very beginning and end', TOKEN, `${TOKEN} ${TOKEN}`, '*** ***'],
  ])('%s', (_, value, body, expected) => {
    expect(shown(body, secretsOf(value))).toBe(expected)
  })

  test('a long token, of which the page cuts the end', () => {
    const long = Array.from({ length: 100 }, (_, at) => `a${at}Z${at}x`).join('')
    expect(shown(`[${long}] [${long.slice(0, 400)}]`, secretsOf(long))).toBe('[***] [***]')
  })

  test('a header’s token, in a page of an old charset, of whose other bytes none changes', () => {
    const secrets = { cookies: [], storage: [], headers: { Authorization: `Bearer ${TOKEN}` } }
    const latin1 = (text: string) => Buffer.from(`caf\xe9 ${text} \xff\x80`, 'latin1')
    expect(Buffer.from(redactSecrets(pageOf(latin1(TOKEN)), secrets).body)).toEqual(latin1('***'))
  })

  test('wherever else a result tells of the page', () => {
    const page = pageOf('', {
      finalUrl: `https://example.com/?t=${TOKEN}`,
      redirectChain: [
        { url: `https://example.com/${TOKEN}`, status: 302 },
        { url: 'https://example.com/b', status: 301 },
      ],
      headers: { location: `/x/${TOKEN}`, server: 'nginx' },
      requestHeaders: { referer: `https://example.com/${TOKEN}`, accept: '*/*' },
      capturedXhr: [
        {
          url: `https://example.com/api?${TOKEN}`,
          method: 'GET',
          status: 200,
          body: { a: [{ [TOKEN]: `<${TOKEN}>` }, 1, null] },
        },
        { url: 'https://example.com/text', method: 'GET', status: 200, body: TOKEN },
      ],
      actionResults: [
        { type: 'click', ok: false, error: `no ${TOKEN}` },
        { type: 'wait', ok: true },
      ],
    })
    expect(redactSecrets(page, secretsOf(TOKEN))).toMatchObject({
      finalUrl: 'https://example.com/?t=***',
      redirectChain: [
        { url: 'https://example.com/***', status: 302 },
        { url: 'https://example.com/b', status: 301 },
      ],
      headers: { location: '/x/***', server: 'nginx' },
      requestHeaders: { referer: 'https://example.com/***', accept: '*/*' },
      capturedXhr: [
        { url: 'https://example.com/api?***', body: { a: [{ '***': '<***>' }, 1, null] } },
        { body: '***' },
      ],
      actionResults: [{ error: 'no ***' }, { ok: true }],
    })
  })

  test('cookies that the target sets: their names and attributes stay', () => {
    const lines = 'sid=short; Path=/; HttpOnly\nempty=\nonly-a-value; Secure\n=nameless\na=b=c; Max-Age=1'
    const { headers } = redactSecrets(pageOf('', { headers: { 'set-cookie': lines } }), secretsOf())
    expect(headers['set-cookie']).toBe(
      'sid=***; Path=/; HttpOnly\nempty=***\n***; Secure\n=***\na=***; Max-Age=1',
    )
  })
})

describe('what a page shows rightly stays', () => {
  test.each([
    'jane.doe.the.second@example.com',
    'Jane Alexandra Doe-Smith',
    'my-favourite-product-page-2024',
    'https://www.example.com/products/list',
    '2024-01-01T00:00:00.000Z',
    'de-DE,de;q=0.9,en-US;q=0.8',
    '1735689600000',
    'dark-mode-enabled-true',
    'thisIsOneCamelCaseSetting',
    'Europe/Berlin-Mitte-Germany',
    'iphone15-pro-max-256gb',
    'short-1aZ9',
    '',
  ])('%s', (value) => {
    const page = pageOf(`<p>${value}</p>`)
    expect(redactSecrets(page, secretsOf(value))).toBe(page)
  })

  test('a page without any secret is the page itself', () => {
    const page = pageOf(`<p>${TOKEN.slice(1)} ${TOKEN.slice(0, -1)}</p>`, {
      capturedXhr: [],
      headers: { a: 'b' },
    })
    expect(redactSecrets(page, secretsOf(TOKEN, ODD))).toBe(page)
  })
})

test.each([
  ['32 hexadecimal digits', '5f4dcc3b5aa765d61d8327deb882cf99'],
  ['a UUID', '0192f0c4-7b1e-7c3a-9a55-0c1d2e3f4a5b'],
  ['a session id of PHP', 'q8t3v0k2n5m7r1s4b6c9d0e2f4'],
  ['base64', 'TWFuIGlzIGRpc3Rpbmd1aXNoZWQ+/w=='],
  ['many digits', '84123412349871234987'],
  ['a JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9m'],
  ['letters without a word', 'qwhjzkxvbnmplkjhgfdsaqwertyuiopz'],
])('%s is a token', (_, value) => {
  expect(shown(`<i>${value}</i>`, secretsOf(value))).toBe('<i>***</i>')
})

test('JSON that is nested deeper than the stack is read, and names like __proto__ are names', () => {
  let body: unknown = TOKEN
  for (let depth = 0; depth < 100_000; depth++) body = [body]
  const odd = JSON.parse(`{"__proto__": {"a": "${TOKEN}"}, "constructor": 1}`)
  const xhr = (body: unknown) => ({ url: '', method: 'GET', status: 200, body })
  const page = pageOf('', { capturedXhr: [xhr(body), xhr(odd)] })
  const [deep, named] = redactSecrets(page, secretsOf(TOKEN)).capturedXhr!
  let inner = deep!.body
  while (Array.isArray(inner)) inner = inner[0]
  expect(inner).toBe('***')
  expect(JSON.stringify(named!.body)).toBe('{"__proto__":{"a":"***"},"constructor":1}')
})

test('the search finds what indexOf finds, whatever overlaps', () => {
  // Texts of two letters agree with each other for long, and begin inside of each other.
  const letter = (seed: number) => 'ab'[Math.imul(seed, 2_654_435_761) >>> 31]!
  const text = Array.from({ length: 6_000 }, (_, at) => letter(at * at)).join('')
  const texts = Array.from({ length: 60 }, (_, at) => text.slice(at * 95, at * 95 + 12 + at))
  const covered = new Set<number>()
  for (const each of texts)
    for (let at = text.indexOf(each); at >= 0; at = text.indexOf(each, at + 1))
      for (let inside = at; inside < at + each.length; inside++) covered.add(inside)
  const places = createSearch(texts.map((each) => Buffer.from(each)))!(Buffer.from(text))
  const found = places.flatMap((from, at) =>
    at % 2 === 0 ? Array.from({ length: places[at + 1]! - from }, (_, inside) => from + inside) : [],
  )
  expect(found.length).toBeGreaterThan(2_000)
  expect(found.length).toBeLessThan(text.length)
  expect(found).toEqual([...covered].sort((a, b) => a - b))
})

describe('what a session has stored', () => {
  const ID = '9b2e7c40-5d11-4f0a-8c3e-77aa10b2c3d4'
  const JWT = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl'
  const state = JSON.stringify({ user: JSON.stringify({ access_token: TOKEN }), last: { article: ID } })
  const secrets = {
    ...secretsOf(),
    storage: [
      { origin: 'https://example.com', local: [['state', state] as const], session: [['jot', JWT] as const] },
    ],
  }

  test('is hidden where its name or its form makes it a secret, however deep', () => {
    expect(shown(`<p>${TOKEN} ${ID} ${JWT}`, secrets)).toBe(`<p>*** ${ID} ***`)
  })

  test('is hidden altogether from who may only use it', () => {
    const foreign = { ...secrets, isForeign: true }
    expect(shown(`<p>${TOKEN} ${ID} ${JWT} article`, foreign)).toBe('<p>*** *** *** article')
  })
})
