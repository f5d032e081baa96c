import { type Cookie, cookiesOfHost } from '@gleaner/cookie-rules'
import { describe, expect, test } from '@jest/globals'
import { createCookieJar } from './cookie-jar.ts'

const asked = new URL('https://shop.example.com/cart')
const given = (values: Record<string, string>) => cookiesOfHost('shop.example.com', values)
const cookie = (more: Partial<Cookie>): Cookie => ({ ...given({ sid: '1' })[0]!, ...more })
const WIDE = { domain: 'example.com', hostOnly: false }

/** What a jar that begins with these cookies sends to an address. */
async function sentTo(address: string, cookies: Cookie[], { at = asked.href, from = '' } = {}) {
  const jar = await createCookieJar(new URL(at), cookies)
  return jar.headerFor(new URL(address), from === '' ? undefined : new URL(from))
}

/** What is sent to `address` when the response of `from` has set cookies. */
async function sentAfter(from: string, lines: string[], address = from, cookies: Cookie[] = []) {
  const jar = await createCookieJar(new URL(from), cookies)
  await jar.store(lines, new URL(from))
  return jar.headerFor(new URL(address))
}

describe('cookies that an attempt begins with', () => {
  test("the caller's go to the host that was asked for, and to no other", async () => {
    expect(await sentTo(asked.href, given({ sid: '1', lang: 'de' }))).toBe('sid=1; lang=de')
    for (const other of ['https://example.com/', 'https://www.example.com/', 'https://evil.example/'])
      expect(await sentTo(other, given({ sid: '1' }))).toBeUndefined()
  })

  test.each<[title: string, address: string, more: Partial<Cookie>, goes: boolean]>([
    ['a domain', 'https://example.com/', WIDE, true],
    ['its subdomains', 'https://a.b.example.com/', WIDE, true],
    ['its neighbour', 'https://badexample.com/', WIDE, false],
    ['its name with a dot at its end', 'https://shop.example.com./', WIDE, false],
    ['another port', 'https://shop.example.com:8443/', {}, true],
    ['a path', 'https://shop.example.com/app/x', { path: '/app' }, true],
    ['a path that begins like it', 'https://shop.example.com/apple', { path: '/app' }, false],
    ['another path', 'https://shop.example.com/', { path: '/app' }, false],
    ['the address, when it has expired', asked.href, { expiresAt: 1_000 }, false],
    ['the address, when it has time', asked.href, { expiresAt: Date.now() + 60_000 }, true],
    ['http, where it does not say', 'http://shop.example.com/', {}, false],
    ['http, when it is for TLS', 'http://shop.example.com/', { secure: true }, false],
    ['http, when it is not for TLS', 'http://shop.example.com/', { secure: false }, true],
    ['hosts below a public suffix', 'https://me.github.io/', { domain: 'github.io', hostOnly: false }, false],
    ['a public suffix', 'https://github.io/', { domain: 'github.io', hostOnly: false }, false],
    ['an IPv4 address', 'https://127.0.0.1/', { domain: '127.0.0.1' }, true],
    ['an address alone', 'https://127.0.0.1/', { domain: '127.0.0.1', hostOnly: false }, false],
    ['an IPv6 address', 'https://[::1]/', { domain: '[::1]' }, true],
    ['what looks like its subdomain', 'https://1.127.0.0.1.example/', { domain: '127.0.0.1' }, false],
  ])('to %s', async (_title, address, more, goes) => {
    expect(await sentTo(address, [cookie(more)])).toBe(goes ? 'sid=1' : undefined)
  })

  test('what does not say goes over http when that is what was asked for', async () => {
    const http = 'http://shop.example.com/'
    expect(await sentTo(http, given({ sid: '1', '__Secure-a': '1' }), { at: http })).toBe('sid=1')
    expect(await sentTo(asked.href, given({ sid: '1' }), { at: http })).toBe('sid=1')
  })

  test.each(['github.io', 'intranet', 'localhost'])(
    'what is for all of %s goes to it alone, and only if it was asked for',
    async (domain) => {
      const cookies = [cookie({ domain, hostOnly: false })]
      expect(await sentTo(`https://${domain}:8443/`, cookies, { at: `https://${domain}/` })).toBe('sid=1')
      expect(await sentTo(`https://me.${domain}/`, cookies, { at: `https://${domain}/` })).toBeUndefined()
      expect(await sentTo(`https://${domain}/`, cookies)).toBeUndefined()
    },
  )

  test('a page of another site does not bring along what is for the same site only', async () => {
    const cookies = [cookie({ name: 'a', sameSite: 'strict' }), cookie({ name: 'b', sameSite: 'lax' })]
    expect(await sentTo(asked.href, cookies)).toBe('a=1; b=1')
    expect(await sentTo(asked.href, cookies, { from: 'https://www.example.com/' })).toBe('a=1; b=1')
    for (const from of ['https://evil.example/', 'http://shop.example.com/'])
      expect(await sentTo(asked.href, cookies, { from })).toBe('b=1')
  })

  test('longer paths come first', async () => {
    const cookies = [cookie({ name: 'a' }), cookie({ name: 'b', path: '/cart' }), cookie({ name: 'c' })]
    expect(await sentTo(asked.href, cookies)).toBe('b=1; a=1; c=1')
  })
})

describe('cookies that targets set', () => {
  test.each<[line: string, from: string, to: string, sent: string | undefined]>([
    ['a=1', 'https://shop.example.com/', 'https://shop.example.com/', 'a=1'],
    ['a=1', 'https://shop.example.com/', 'https://a.shop.example.com/', undefined],
    ['a=1; Domain=example.com', 'https://shop.example.com/', 'https://www.example.com/', 'a=1'],
    ['a=1; Domain=.EXAMPLE.com', 'https://shop.example.com/', 'https://www.example.com/', 'a=1'],
    ['a=1; Domain=other.example.com', 'https://shop.example.com/', 'https://other.example.com/', undefined],
    ['a=1; Domain=a.shop.example.com', 'https://shop.example.com/', 'https://a.shop.example.com/', undefined],
    ['a=1; Domain=evil.example', 'https://shop.example.com/', 'https://evil.example/', undefined],
    ['a=1; Domain=com', 'https://shop.example.com/', 'https://shop.example.com/', undefined],
    ['a=1; Domain=co.uk', 'https://shop.co.uk/', 'https://shop.co.uk/', undefined],
    ['a=1; Domain=github.io', 'https://me.github.io/', 'https://me.github.io/', undefined],
    ['a=1; Domain=github.io', 'https://github.io/', 'https://me.github.io/', undefined],
    ['a=1; Domain=github.io', 'https://github.io/', 'https://github.io/', 'a=1'],
    ['a=1; Domain=com.', 'https://shop.example.com./', 'https://shop.example.com./', undefined],
    ['a=1; Domain=intranet', 'http://intranet/', 'http://intranet/', 'a=1'],
    ['a=1; Domain=localhost', 'http://localhost:3000/', 'http://localhost:3001/', 'a=1'],
    ['a=1; Domain=127.0.0.1', 'http://127.0.0.1/', 'http://127.0.0.1/', 'a=1'],
    ['a=1; Domain=0.0.1', 'http://127.0.0.1/', 'http://127.0.0.1/', undefined],
    ['a=1; Domain=[::1]', 'http://[::1]/', 'http://[::1]/', 'a=1'],
    [
      'a=1; Domain=bücher.example',
      'https://www.xn--bcher-kva.example/',
      'https://xn--bcher-kva.example/',
      'a=1',
    ],
    ['a=1; Domain=a b', 'https://shop.example.com/', 'https://shop.example.com/', undefined],
    ['a=1; Path=/x', 'https://shop.example.com/', 'https://shop.example.com/x/y', 'a=1'],
    ['a=1', 'https://shop.example.com/x/y', 'https://shop.example.com/x/z', 'a=1'],
    ['a=1', 'https://shop.example.com/x/y', 'https://shop.example.com/', undefined],
    ['a=1; Secure', 'https://shop.example.com/', 'http://shop.example.com/', undefined],
    ['a=1; Secure', 'http://shop.example.com/', 'https://shop.example.com/', undefined],
    ['a=1; Secure', 'http://localhost/', 'http://localhost/', 'a=1'],
    ['a=1; SameSite=None', 'https://shop.example.com/', 'https://shop.example.com/', undefined],
    ['a=1; Max-Age=0', 'https://shop.example.com/', 'https://shop.example.com/', undefined],
    ['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'https://a.test/', 'https://a.test/', 'a=1'],
    ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'https://a.test/', 'https://a.test/', undefined],
    ['__Secure-a=1', 'https://a.test/', 'https://a.test/', undefined],
    ['__Secure-a=1; Secure', 'https://a.test/', 'https://a.test/', '__Secure-a=1'],
    ['__Host-a=1; Secure; Path=/', 'https://a.test/x/y', 'https://a.test/', '__Host-a=1'],
    ['__Host-a=1; Secure', 'https://a.test/x/y', 'https://a.test/x/y', undefined],
    ['__Host-a=1; Secure; Path=/; Domain=a.test', 'https://a.test/', 'https://a.test/', undefined],
    ['__host-a=1; Path=/', 'https://a.test/', 'https://a.test/', undefined],
    ['=__Host-a=1', 'https://a.test/', 'https://a.test/', undefined],
  ])('%s from %s, to %s: %s', async (line, from, to, sent) => {
    expect(await sentAfter(from, [line], to)).toBe(sent)
  })

  test('a target replaces and deletes what the caller gave', async () => {
    const lines = ['sid=new; Path=/', 'gone=; Path=/; Max-Age=0']
    expect(await sentAfter(asked.href, lines, asked.href, given({ sid: 'old', gone: 'x' }))).toBe('sid=new')
  })

  test('what was given as a bare name and value is replaced whatever its domain, what says more only by its like', async () => {
    const bare = cookie({ domain: 'shop.example.com', hostOnly: false })
    for (const line of ['sid=2; Path=/', 'sid=2; Path=/; Domain=example.com'])
      expect(await sentAfter(asked.href, [line], asked.href, [bare])).toBe('sid=2')
    expect(await sentAfter(asked.href, ['sid=2; Path=/'], asked.href, [{ ...bare, secure: true }])).toBe(
      'sid=1; sid=2',
    )
  })

  test('plain http cannot take the place of what is for TLS', async () => {
    const jar = await createCookieJar(asked, given({ sid: '1' }))
    await jar.store(
      ['sid=planted; Path=/', 'sid=planted; Domain=example.com'],
      new URL('http://shop.example.com/'),
    )
    expect(await jar.headerFor(asked)).toBe('sid=1')
  })

  test('a flood of cookies is cut', async () => {
    const many = Array.from({ length: 5_000 }, (_, i) => `c${i}=1`)
    expect((await sentAfter(asked.href, many))!.split('; ').length).toBeLessThanOrEqual(100)
    const large = [`a=${'x'.repeat(4_096)}`, `b=1; Path=/${'x'.repeat(100_000)}`, 'c=1']
    expect(await sentAfter(asked.href, large)).toBe('c=1')
  })
})

test('the jar is handed back with all that it knows, and what nobody changed as it was given', async () => {
  const kept = cookie({ name: 'kept' })
  const jar = await createCookieJar(asked, [kept, cookie({ name: 'sid' }), cookie({ name: 'gone' })])
  const before = Date.now()
  await jar.store(
    [
      'sid=2; Domain=example.com; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=60',
      'gone=; Path=/; Max-Age=0',
      'long=1; Max-Age=99999999999',
    ],
    asked,
  )
  const [first, sid, long, ...others] = jar.cookies()
  expect(others).toEqual([])
  expect(first).toEqual(kept)
  const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' }
  expect(sid).toEqual({ name: 'sid', value: '2', ...WIDE, ...attributes, expiresAt: expect.any(Number) })
  expect(sid!.expiresAt! - before).toBeGreaterThanOrEqual(60_000)
  expect(sid!.expiresAt! - before).toBeLessThan(90_000)
  // Browsers keep none for longer than 400 days.
  expect(long!.expiresAt! - before).toBeLessThanOrEqual(401 * 24 * 3_600_000)
})
