import type { FetchedPage } from '@gleaner/http-tiers'
import { describe, expect, test } from '@jest/globals'
import { redactOutcome } from './redact-outcome.ts'
import { type HiddenSecrets, redactSecrets } from './redact-secrets.ts'

// What is shown to who may only use a session: none of its values, however short and readable.

function secretsOf(values: readonly string[], headers: Record<string, string> = {}): HiddenSecrets {
  const attributes = { domain: 'example.com', hostOnly: false, path: '/', httpOnly: true }
  const cookies = values.map((value, at) => ({ name: `c${at}`, value, ...attributes }))
  return { cookies, headers, storage: [], isForeign: true }
}

function pageOf(body: string, more: Partial<FetchedPage> = {}): FetchedPage {
  const page = { finalUrl: 'https://example.com/', redirectChain: [], status: 200, headers: {} }
  return { ...page, body: Buffer.from(body), ...more }
}

const shown = (body: string, secrets: HiddenSecrets, type = 'text/html') =>
  Buffer.from(redactSecrets(pageOf(body, { headers: { 'content-type': type } }), secrets).body).toString()

const bytes = (text: string) => Buffer.from(text)
const each = (text: string, write: (code: number) => string) =>
  [...text].map((char) => write(char.codePointAt(0)!)).join('')

/** Ways in which a page may write a value. */
const SPELLINGS: [string, (value: string) => string][] = [
  ['as it is', (value) => value],
  ['after an equals sign that is percent-encoded', (value) => `sid%3D${encodeURIComponent(value)}`],
  ['after a line break in JSON', (value) => JSON.stringify(`sid\n${value}`)],
  ['in quotes of another alphabet', (value) => `»${value}«`],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded as a whole', (value) => bytes(value).toString('hex').replace(/../g, '%$&')],
  ['in base64', (value) => bytes(value).toString('base64')],
  ['in base64 for addresses', (value) => bytes(value).toString('base64url')],
  ['in base64 after its name', (value) => bytes(`sid=${value}`).toString('base64')],
  ['in hexadecimal digits', (value) => bytes(value).toString('hex')],
  ['as entities', (value) => each(value, (code) => `&#${code};`)],
  ['as hexadecimal entities', (value) => each(value, (code) => `&#x${code.toString(16)};`)],
  ['as escapes of JavaScript', (value) => each(value, (code) => `\\u${code.toString(16).padStart(4, '0')}`)],
  ['in Markdown', (value) => value.replace(/[^\p{L}\p{N}]/gu, '\\$&')],
]

const VALUES = [
  'hunter2',
  'blue-fish',
  'p@ss word!',
  'correct horse battery staple',
  '4821',
  'a"b<c>&d',
  'naïve-été',
]

describe.each(SPELLINGS)('a value %s', (name, spell) => {
  test.each(VALUES)('%s', (value) => {
    const spelt = spell(value)
    const body = `<p>before ${spelt} after</p>`
    const page = shown(body, secretsOf([value]))
    expect(page).toMatch(/^<p>before .* after<\/p>$/s)
    // Of base64 that holds more, what is cut off holds bits of the value alone; of short ones it is told as a whole.
    if (name === 'in base64 after its name' && value.length < 6) return
    expect(page).toContain('***')
    expect(page).not.toContain(spelt)
    expect(page).not.toContain(value)
  })
})

test.each<[string, HiddenSecrets, string[]]>([
  [
    'the user and the password of a Basic login',
    secretsOf([], { Authorization: `Basic ${bytes('ada:harbour').toString('base64')}` }),
    ['harbour', 'ada:harbour', bytes('ada:harbour').toString('base64')],
  ],
  ['a short token of a header', secretsOf([], { 'X-Api-Key': 'Token k-77' }), ['k-77']],
  [
    'the cookies of a Cookie header',
    secretsOf([], { Cookie: 'a=lobster; b=mackerel' }),
    ['lobster', 'mackerel'],
  ],
  ['parts of a structured value', secretsOf(['jane|1735689600|wren']), ['wren', 'jane', '1735689600']],
  [
    'the values of JSON, percent-encoded',
    secretsOf([encodeURIComponent('{"user":"jane","pin":4821}')]),
    ['jane', '4821'],
  ],
  ['a login in base64', secretsOf([bytes('jane:seagull').toString('base64')]), ['seagull', 'jane']],
  ['a value in quotes', secretsOf(['"puffin"']), ['puffin']],
])('hides %s', (_, secrets, texts) => {
  for (const text of texts) expect(shown(`<p>it is ${text}.</p>`, secrets)).toBe('<p>it is ***.</p>')
})

test('hides what the target has set meanwhile', () => {
  const cookie = {
    name: 'next',
    value: 'cormorant',
    domain: 'example.com',
    hostOnly: true,
    path: '/',
    httpOnly: true,
  }
  const page = pageOf('cormorant gannet', { cookies: [cookie], setValues: ['gannet'] })
  expect(Buffer.from(redactSecrets(page, secretsOf([])).body).toString()).toBe('*** ***')
})

test('short values are hidden as words of their own only, settings and names of JSON not at all', () => {
  const secrets = secretsOf(['wren', 'true', 'en-US', 'abc', '{"theme":"kestrel"}', 'dark'])
  const body = '<html lang="en-US" class="dark">wrench wren Wren wrens true theme kestrel abc</html>'
  expect(shown(body, secrets)).toBe(
    '<html lang="en-US" class="dark">wrench *** Wren wrens true theme *** abc</html>',
  )
})

test('JSON stays JSON where a number is hidden', () => {
  const body = '{"pin": 4821, "text": "pin \\" 4821", "list": [4821,48210,-4821, 4821.4821]}'
  expect(JSON.parse(shown(body, secretsOf(['4821']), 'application/json'))).toEqual({
    pin: '***',
    text: 'pin " ***',
    list: ['***', 48210, '***', '***'],
  })
})

test('headers, addresses, captured answers and failures', () => {
  const page = pageOf('', {
    finalUrl: 'https://example.com/?u=wren',
    redirectChain: [{ url: 'https://example.com/wren/', status: 302 }],
    headers: { location: '/?u=wren', 'set-cookie': 'sid=wren' },
    requestHeaders: { referer: 'https://example.com/?u=wren', 'x-pin': '4821' },
    capturedXhr: [
      { url: 'https://example.com/wren', method: 'GET', status: 200, body: { wren: ['wren', 4821] } },
    ],
    actionResults: [{ type: 'click', ok: false, error: 'no wren' }],
  })
  const secrets = secretsOf(['wren', '4821'])
  expect(JSON.stringify(redactSecrets(page, secrets))).not.toMatch(/wren|4821/)
  const failed = {
    kind: 'failed',
    reason: 'network_error',
    detail: 'led to /wren',
    mayHaveBeenSent: true,
  } as const
  expect(redactOutcome(failed, secrets)).toMatchObject({ detail: 'led to /***' })
})

test('a page is searched in time that grows with it, whatever the values are', () => {
  const values = Array.from({ length: 100 }, (_, at) => `value-${at}-${'ab'.repeat(at)}`)
  const megabyte = 'abababab value-9 '.repeat(65_536)
  const begun = performance.now()
  shown(megabyte, secretsOf(values))
  // Some 0.1 s; anything that tries one value after the other takes minutes.
  expect(performance.now() - begun).toBeLessThan(10_000)
})
