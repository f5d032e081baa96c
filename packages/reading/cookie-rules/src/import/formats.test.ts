import { describe, expect, test } from '@jest/globals'
import type { Cookie } from '../cookie.ts'
import { readCookies } from './read-cookies.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const LATER = 1_900_000_000
const DOMAIN = 'app.example.com'

async function read(given: unknown, domain = DOMAIN) {
  const result = await readCookies(given, domain, NOW)
  if (result.issues) throw new Error(JSON.stringify(result.issues))
  return result
}
async function issuesOf(given: unknown, domain = DOMAIN) {
  return (await readCookies(given, domain, NOW)).issues ?? []
}

const PLAIN: Omit<Cookie, 'name' | 'value'> = { domain: DOMAIN, hostOnly: false, path: '/', httpOnly: false }

describe('each format is told by its structure', () => {
  const extension = {
    domain: '.app.example.com',
    expirationDate: LATER + 0.5,
    hostOnly: false,
    httpOnly: true,
    name: 'sid',
    path: '/in',
    sameSite: 'no_restriction',
    secure: true,
    session: false,
    storeId: '0',
    value: 'v',
    id: 1,
  }
  const kept = {
    name: 'sid',
    value: 'v',
    domain: DOMAIN,
    hostOnly: false,
    path: '/in',
    expiresAt: LATER * 1000 + 500,
    secure: true,
    httpOnly: true,
    sameSite: 'none',
  }
  const puppeteer = { ...extension, expires: LATER, sameSite: 'Lax', partitionKey: {}, size: 4 }
  const { expirationDate: _, hostOnly: __, ...withoutExpiry } = extension

  test.each<[string, unknown, object]>([
    ['names and values', { sid: 'v' }, { ...PLAIN, name: 'sid', value: 'v' }],
    ['a cookie that is called cookies', { cookies: 'v' }, { ...PLAIN, name: 'cookies', value: 'v' }],
    ['EditThisCookie, Cookie-Editor', [extension], kept],
    ['the same as a text', ` ${JSON.stringify([extension])}\n`, kept],
    [
      'Puppeteer',
      [{ ...puppeteer, expirationDate: null }],
      { ...kept, expiresAt: LATER * 1000, sameSite: 'lax' },
    ],
    [
      'Playwright',
      { cookies: [{ ...withoutExpiry, expires: -1 }], origins: [] },
      { ...kept, expiresAt: undefined },
    ],
    [
      'Selenium',
      [{ ...withoutExpiry, expiry: LATER, sameSite: 'Strict' }],
      { ...kept, expiresAt: LATER * 1000, sameSite: 'strict' },
    ],
    [
      'Python',
      [
        {
          name: 'sid',
          value: 'v',
          domain: DOMAIN,
          host_only: true,
          http_only: true,
          same_site: 'unspecified',
        },
      ],
      { ...PLAIN, name: 'sid', value: 'v', hostOnly: true, httpOnly: true },
    ],
    [
      'cookies.txt',
      `# Netscape HTTP Cookie File\r\n\r\n#HttpOnly_.app.example.com\tTRUE\t/in\tTRUE\t${LATER}\tsid\tv\r\n# end`,
      { ...kept, expiresAt: LATER * 1000, sameSite: undefined },
    ],
    [
      'cookies.txt without a value',
      'app.example.com\tFALSE\t/\tFALSE\t0\tsid',
      { ...PLAIN, name: 'sid', value: '', hostOnly: true, secure: false },
    ],
    [
      'cookies.txt whose tabs became blanks',
      'app.example.com FALSE / FALSE 0 sid v',
      { ...PLAIN, name: 'sid', value: 'v', hostOnly: true, secure: false },
    ],
    ['a Cookie header', 'Cookie: sid=v', { ...PLAIN, name: 'sid', value: 'v' }],
    ['a Cookie header without its name', 'sid=a=b==;', { ...PLAIN, name: 'sid', value: 'a=b==' }],
    [
      'Set-Cookie',
      `set-cookie: sid=v; Path=/in; Domain=example.com; Secure; HttpOnly; SameSite=None; Expires=${new Date(LATER * 1000).toUTCString()}`,
      { ...kept, expiresAt: LATER * 1000 },
    ],
    [
      'Set-Cookie with Max-Age',
      'Set-Cookie: sid=v; Max-Age=60',
      { ...PLAIN, name: 'sid', value: 'v', secure: false, expiresAt: NOW + 60_000 },
    ],
  ])('%s', async (_name, given, cookie) => {
    expect((await read(given)).cookies).toEqual([cookie])
  })

  test('a Cookie header of many', async () => {
    const { cookies } = await read('a=1; b="x y"; c=;d=é')
    expect(cookies.map(({ name, value }) => [name, value])).toEqual([
      ['a', '1'],
      ['b', '"x y"'],
      ['c', ''],
      ['d', 'é'],
    ])
  })

  test.each([
    '[{]',
    '{"a": ',
    'sid=v; Path=/; HttpOnly',
    'novalue',
    'a=1; =b',
    '\u0000',
    7,
    null,
    true,
    [['a', 'b']],
    [7],
  ])('%j is none, which is told without it', async (given) => {
    expect(await issuesOf(given)).toHaveLength(1)
  })
})

test.each([
  ['brackets', '['.repeat(250_000), 'nested deeper than 64 levels'],
  ['lists', `[${'[],'.repeat(170_000)}[]]`, 'holds more values'],
  ['an object of names', `{${'"a":1,'.repeat(70_000)}"a":1}`, 'holds more values'],
  ['attributes', `Set-Cookie: a=b${';c=d'.repeat(100_000)}`, 'longer than any cookie'],
])('a text of %s is refused before it is read', async (_name, text, message) => {
  expect(await issuesOf(text)).toEqual([{ path: 'cookies', message: expect.stringContaining(message) }])
})

describe('times', () => {
  test.each([
    [LATER, LATER * 1000],
    [`${LATER}.25`, LATER * 1000 + 250],
    [LATER * 1000, LATER * 1000],
    ['2030-03-17T17:46:40Z', LATER * 1000],
    ['2030-03-17T17:46:40', LATER * 1000],
    ['Sun, 17 Mar 2030 17:46:40 GMT', LATER * 1000],
    [1e300, 253_402_300_799_999],
    [0, undefined],
    [-1, undefined],
    ['', undefined],
    ['Session', undefined],
    [null, undefined],
  ])('%j', async (expires, expiresAt) => {
    expect((await read([{ name: 'a', value: 'v', expires }])).cookies[0]).toMatchObject({ expiresAt })
  })

  test('a session cookie has no end, whatever is written', async () => {
    const { cookies } = await read([{ name: 'a', value: 'v', session: true, expirationDate: LATER }])
    expect(cookies[0]!.expiresAt).toBeUndefined()
  })

  test.each(['soon', 'foo 1', {}, true])('%j is none', async (expirationDate) => {
    expect(await issuesOf([{ name: 'a', value: 'v', expirationDate }])).toMatchObject([
      { path: 'cookies[0].expirationDate' },
    ])
  })

  test('what has expired is left out, and told where nothing else is left', async () => {
    const old = { name: 'a', value: 'v', expires: 'Thu, 01 Jan 1970 00:00:00 GMT' }
    expect(await read([old, { name: 'b', value: 'v' }])).toMatchObject({
      cookies: [{ name: 'b' }],
      leftOut: 1,
    })
    expect((await issuesOf([old]))[0]!.message).toContain('expired')
  })
})
