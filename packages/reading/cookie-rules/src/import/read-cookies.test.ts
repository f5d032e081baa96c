import { LIMITS } from '@gleaner/contracts/limits'
import { describe, expect, test } from '@jest/globals'
import { readCookies } from './read-cookies.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const DOMAIN = 'app.example.com'

async function read(given: unknown, domain = DOMAIN) {
  const result = await readCookies(given, domain, NOW)
  if (result.issues) throw new Error(JSON.stringify(result.issues))
  return result
}
async function issuesOf(given: unknown, domain = DOMAIN) {
  return (await readCookies(given, domain, NOW)).issues ?? []
}

describe('a cookie goes nowhere but to the domain of its session', () => {
  const where = async (domain: string, more: object = {}, session = DOMAIN) => {
    const result = await readCookies([{ name: 'a', value: 'v', domain, ...more }], session, NOW)
    return result.issues ? result.issues[0]!.path : [result.cookies[0]!.domain, result.cookies[0]!.hostOnly]
  }

  test.each([
    ['its own host', DOMAIN, {}, [DOMAIN, true]],
    ['its own, with subdomains', `.${DOMAIN}`, {}, [DOMAIN, false]],
    ['what the export says goes before the dot', `.${DOMAIN}`, { hostOnly: true }, [DOMAIN, true]],
    ['a subdomain', 'eu.app.example.com', {}, ['eu.app.example.com', true]],
    ['the whole site', '.example.com', {}, [DOMAIN, false]],
    ['the whole site in capitals', '.EXAMPLE.com', {}, [DOMAIN, false]],
    ['no domain', '', {}, [DOMAIN, false]],
    ['another host of the site', 'www.example.com', {}, 'cookies'],
    ['the host above alone', 'example.com', { hostOnly: true }, 'cookies'],
    ['a look-alike', 'evilapp.example.com', {}, 'cookies'],
    ['a look-alike suffix', `${DOMAIN}.evil.com`, {}, 'cookies'],
    ['a public suffix', '.com', {}, 'cookies'],
    ['a look-alike of its end', 'pp.example.com', {}, 'cookies'],
    ['what is no host', 'a b', {}, 'cookies[0].domain'],
  ])('%s', async (_, domain, more, expected) => {
    expect(await where(domain, more)).toEqual(expected)
  })

  test('the address that a list may name instead stands for its host alone', async () => {
    const { cookies } = await read([{ name: 'a', value: 'v', url: `https://${DOMAIN}/x` }])
    expect(cookies[0]).toMatchObject({ domain: DOMAIN, hostOnly: true })
  })

  test('an IP address is only itself', async () => {
    expect(await where('10.0.0.1', {}, '10.0.0.1')).toEqual(['10.0.0.1', true])
    expect(await where('0.0.1', {}, '10.0.0.1')).toEqual('cookies')
  })

  test('prefixes of names hold whatever the export says', async () => {
    const { cookies } = await read({ '__Host-a': 'v', '__secure-b': 'v' })
    expect(cookies).toMatchObject([
      { hostOnly: true, path: '/', secure: true },
      { hostOnly: false, secure: true },
    ])
    const entry = { name: '__Host-a', value: 'v', path: '/x', secure: false }
    expect((await read([{ ...entry, domain: `.${DOMAIN}` }])).cookies).toMatchObject([
      { hostOnly: true, path: '/', secure: true },
    ])
    expect(await issuesOf([{ ...entry, domain: '.example.com' }])).toHaveLength(1)
  })

  test('cookies of other sites are left out, and named where none is left', async () => {
    const other = { name: 'a', value: 'secret-value', domain: '.other.org' }
    expect(await read([other, { ...other, domain: DOMAIN }])).toMatchObject({
      cookies: [{ domain: DOMAIN }],
      leftOut: 1,
    })
    const [issue] = await issuesOf([other, { ...other, domain: 'x.net' }])
    expect(issue!.message).toContain('other.org, x.net')
  })
})

describe('limits', () => {
  const many = (count: number, domain?: string) =>
    Array.from({ length: count }, (_, i) => ({ name: `c${i}`, value: 'v', domain }))

  test('100 cookies that fit, out of as many as a browser has', async () => {
    expect((await read([...many(100), ...many(900, 'other.org')])).cookies).toHaveLength(100)
    expect((await issuesOf(many(101)))[0]!.message).toContain('at most 100')
    expect((await issuesOf(many(1_001, 'other.org')))[0]!.message).toContain('1000')
  })

  test('512 KB of text', async () => {
    const text = '# a comment\n'.repeat(10)
    expect(await issuesOf('x'.repeat(512 * 1024 + 1))).toMatchObject([{ path: 'cookies' }])
    expect(await issuesOf(`${text}${DOMAIN}\tTRUE\t/\tTRUE\t0\ta\tv`)).toEqual([])
  })

  test('4,096 bytes each, 128 KB together', async () => {
    expect(await issuesOf({ a: 'é'.repeat(2_048) })).toEqual([])
    expect(await issuesOf({ a: 'é'.repeat(2_049) })).toMatchObject([{ path: 'cookies.a' }])
    const big = Object.fromEntries(many(40).map(({ name }) => [name, 'x'.repeat(4_000)]))
    expect((await issuesOf(big))[0]!.message).toContain('128 KB')
    expect(await issuesOf({ ['n'.repeat(513)]: 'v' })).toHaveLength(1)
  })

  test('names that browsers keep beyond the tokens of RFC 6265', async () => {
    const { cookies } = await read({ 'prefs[lang]': 'v', 'a@b': 'v', '{x}': 'v' })
    expect(cookies.map(({ name }) => name)).toEqual(['prefs[lang]', 'a@b', '{x}'])
  })

  test('of two that are the same the last counts', async () => {
    const entry = { name: 'a', domain: DOMAIN, path: '/x' }
    const { cookies } = await read([
      { ...entry, value: '1' },
      { ...entry, value: '2' },
      { ...entry, path: '/y', value: '3' },
    ])
    expect(cookies.map(({ value }) => value)).toEqual(['2', '3'])
  })
})

describe('errors name the entry and never a value', () => {
  const SECRET = 's3cret-value-of-somebody'
  test.each<[unknown, string]>([
    [
      [
        { name: 'a', value: 'v' },
        { name: 'b', value: `${SECRET};` },
      ],
      'cookies[1].value',
    ],
    [[{ name: SECRET.repeat(30), value: 'v' }], 'cookies[0].name'],
    [[{ name: `${SECRET} x`, value: 'v' }], 'cookies[0].name'],
    [[{ value: SECRET }], 'cookies[0].name'],
    [[{ name: 'a', value: { x: SECRET } }], 'cookies[0].value'],
    [[{ name: 'a', value: 'v', domain: `${SECRET} x` }], 'cookies[0].domain'],
    [[{ name: 'a', value: 'v', domain: [SECRET] }], 'cookies[0].domain'],
    [[{ name: 'a', value: 'v', http_only: SECRET }], 'cookies[0].http_only'],
    [[SECRET], 'cookies[0]'],
    [{ a: `${SECRET}\n` }, 'cookies.a'],
    [{ [`${SECRET} x`]: 'v' }, 'cookies'],
    [`a=1; ${SECRET}`, 'cookies'],
    [`app.example.com\tTRUE\t/\tTRUE\t0\tsid\t${SECRET}\t${SECRET}`, 'cookies'],
    [`app.example.com\tTRUE\t/\tTRUE\t${SECRET}\tsid\tv`, 'cookies'],
    [`{"a": "${SECRET}`, 'cookies'],
    [`Set-Cookie: ${SECRET}`, 'cookies'],
  ])('%j', async (given, path) => {
    const issues = await issuesOf(given)
    expect(issues[0]?.path).toBe(path)
    expect(JSON.stringify(issues)).not.toContain(SECRET)
  })

  test('at most 20 of them', async () => {
    expect(await issuesOf(Array.from({ length: 50 }, () => 7))).toHaveLength(20)
  })
})

describe('the origins of a storage state', () => {
  const item = (name: string, value: unknown = 'v') => ({ name, value })
  const state = (...origins: unknown[]) => ({ cookies: [], origins })

  test('are kept with what they have stored, of the domain alone, also as a text', async () => {
    const given = state(
      { origin: `https://${DOMAIN}`, localStorage: [item('token', 'a\ud800\n')] },
      { origin: `http://eu.${DOMAIN}:8080/`, localStorage: [item('t')], sessionStorage: [item('s')] },
      { origin: `https://${DOMAIN}:444`, localStorage: [] },
      { origin: 'https://www.example.com', localStorage: [item('t')] },
      { origin: `https://evil${DOMAIN}`, localStorage: [item('t')] },
      { origin: `chrome-extension://${DOMAIN}`, localStorage: [item('t')] },
      { origin: 'null', localStorage: [item('t')] },
    )
    const kept = [
      { origin: `https://${DOMAIN}`, local: [['token', 'a\ud800\n']], session: [] },
      { origin: `http://eu.${DOMAIN}:8080`, local: [['t', 'v']], session: [['s', 'v']] },
    ]
    expect((await read(given)).storage).toEqual(kept)
    expect((await read(JSON.stringify(given))).storage).toEqual(kept)
    expect((await read({ sid: 'v' })).storage).toEqual([])
  })

  test('do for cookies that are of other sites', async () => {
    const cookies = [{ name: 'a', value: 'v', domain: 'other.example.org' }]
    const origins = [{ origin: `https://${DOMAIN}`, localStorage: [item('t')] }]
    expect(await read({ cookies, origins })).toMatchObject({ cookies: [], leftOut: 1 })
  })

  test.each([
    ['cookies.origins', { cookies: [], origins: 'x' }],
    ['cookies.origins[0]', state({ localStorage: [] })],
    ['cookies.origins[0].localStorage', state({ origin: `https://${DOMAIN}`, localStorage: { a: 'b' } })],
    [
      'cookies.origins[0].sessionStorage[1]',
      state({ origin: `https://${DOMAIN}`, sessionStorage: [item('a'), item('b', 5)] }),
    ],
    [
      'cookies.origins',
      state({
        origin: `https://${DOMAIN}`,
        localStorage: [item('a', 'x'.repeat(LIMITS.sessionStorage.bytes))],
      }),
    ],
    [
      'cookies.origins',
      state(
        ...Array.from({ length: LIMITS.sessionStorage.origins + 1 }, (_, at) => ({
          origin: `https://${DOMAIN}:${at + 1_000}`,
          localStorage: [item('a')],
        })),
      ),
    ],
  ])('that are faulty are refused: %s', async (path, given) => {
    const issues = await issuesOf(given)
    expect(issues[0]!.path).toBe(path)
    expect(JSON.stringify(issues)).not.toContain('xxx')
  })
})
