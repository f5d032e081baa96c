import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { HOSTILE } from '../fixtures/hostile-addresses.ts'
import { AddressNotAllowed } from './address-not-allowed.ts'
import { createUrlGuard } from './url-guard.ts'

const guard = createUrlGuard({})

function verdict(decide: () => unknown): string {
  try {
    decide()
    return 'allowed'
  } catch (error) {
    if (error instanceof AddressNotAllowed) return 'blocked'
    throw error
  }
}

describe('checkUrl', () => {
  test.each(HOSTILE.url)('answers %s to %j: %s', (expected, url) => {
    expect(verdict(() => guard.checkUrl(url))).toBe(expected)
  })

  test.each(HOSTILE.redirect)('answers %s to a redirect to %j: %s', (expected, location) => {
    const target = () => guard.checkUrl(new URL(location, 'http://public-a.example.com/r').href)
    expect(verdict(target)).toBe(expected)
  })

  test('returns the URL as it was parsed, so that nobody parses it a second time', () => {
    expect(guard.checkUrl('hTTp://EXAMPLE.com:80/a/../b').href).toBe('http://example.com/b')
  })

  test('refuses every spelling of a forbidden IPv4 address', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    const forbidden = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127, 240), octet, octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    )
    const radix = fc.constantFrom(8, 10, 16)
    fc.assert(
      fc.property(
        forbidden,
        fc.array(radix, { minLength: 4, maxLength: 4 }),
        fc.nat(3),
        (ip, bases, joined) => {
          const host = spell(ip, bases, joined)
          expect(verdict(() => guard.checkUrl(`http://${host}/`))).toBe('blocked')
        },
      ),
    )
  })

  test('never throws anything but AddressNotAllowed, whatever the string', () => {
    fc.assert(fc.property(fc.string(), (text) => void verdict(() => guard.checkUrl(`http://${text}`))))
    expect(verdict(() => guard.checkUrl(`http://${'a.'.repeat(100_000)}com/`))).toBe('blocked')
  })
})

describe('a host name', () => {
  const longest = `${'a.'.repeat(124)}a.com`

  test('may be as long as the DNS can hold, and no longer', () => {
    expect(longest).toHaveLength(253)
    expect(verdict(() => guard.checkUrl(`http://${longest}/`))).toBe('allowed')
    expect(verdict(() => guard.checkUrl(`http://a${longest}/`))).toBe('blocked')
  })

  test.each(['.example.com', 'a..example.com', 'example.com..', '.'])(
    'has no empty part, as %s has',
    (host) => {
      expect(() => guard.checkUrl(`http://${host}/`)).toThrow('empty part')
    },
  )
})

describe('settings of the operator', () => {
  test('a blocked domain is refused with its subdomains, and names that only end like it are not', () => {
    const strict = createUrlGuard({ blockedDomains: ['Evil.example', '*.münchen.de'] })
    expect(verdict(() => strict.checkUrl('https://evil.example./'))).toBe('blocked')
    expect(verdict(() => strict.checkUrl('https://evil.example../'))).toBe('blocked')
    expect(verdict(() => strict.checkUrl('https://a.b.EVIL.example/'))).toBe('blocked')
    expect(verdict(() => strict.checkUrl('https://xn--mnchen-3ya.de/'))).toBe('blocked')
    expect(verdict(() => strict.checkUrl('https://notevil.example/'))).toBe('allowed')
  })

  test('an allowed host:port opens exactly that', () => {
    const open = createUrlGuard({ allow: '127.0.0.1:8090, localhost:8090, [::1]:8090, wiki:6000' })
    for (const place of ['127.0.0.1:8090', 'localhost:8090', '2130706433:8090', '[::1]:8090', 'WIKI:6000']) {
      expect(verdict(() => open.checkUrl(`http://${place}/`))).toBe('allowed')
    }
    for (const place of ['127.0.0.1:8091', '127.0.0.2:8090', 'localhost', 'a.localhost:8090', '[::]:8090']) {
      expect(verdict(() => open.checkUrl(`http://${place}/`))).toBe('blocked')
    }
  })

  test('the last port of all can be opened, and none beyond', () => {
    const open = createUrlGuard({ allow: '127.0.0.1:65535' })
    expect(verdict(() => open.checkUrl('http://127.0.0.1:65535/'))).toBe('allowed')
    expect(() => createUrlGuard({ allow: '127.0.0.1:65536' })).toThrow('"127.0.0.1:65536"')
  })

  test('an allowed network opens its addresses, but neither mail ports nor local names', () => {
    const open = createUrlGuard({ allow: '10.0.0.0/8,fd00:1::/32' })
    expect(verdict(() => open.checkUrl('http://10.200.1.1:8080/'))).toBe('allowed')
    expect(verdict(() => open.checkUrl('http://[fd00:1::5]/'))).toBe('allowed')
    expect(verdict(() => open.checkUrl('http://[fd00:2::5]/'))).toBe('blocked')
    expect(verdict(() => open.checkUrl('http://10.0.0.1:25/'))).toBe('blocked')
    expect(verdict(() => open.checkUrl('http://wiki.internal/'))).toBe('blocked')
    expect(verdict(() => open.checkUrl('http://192.168.0.1/'))).toBe('blocked')
  })

  test('own addresses and names are refused even where the allow list opens them', () => {
    const own = createUrlGuard({
      allow: '10.0.0.0/8,10.0.0.5:80',
      ownAddresses: '10.0.0.5, 198.35.26.0/24, api.gleaner.example',
    })
    expect(verdict(() => own.checkUrl('http://10.0.0.5/'))).toBe('blocked')
    expect(verdict(() => own.checkUrl('http://198.35.26.96/'))).toBe('blocked')
    expect(verdict(() => own.checkUrl('https://api.gleaner.example/'))).toBe('blocked')
    expect(verdict(() => own.checkUrl('http://10.0.0.6/'))).toBe('allowed')
  })

  test.each([
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8x',
    '10.0.0.0/8/8',
    'fd00::/129',
    'fe80::1%eth0',
    'fe80::%eth0/64',
    'intranet',
    'host:99999',
    'host:80:81',
    'host:81:80',
    'a b:80',
    'http://x:80',
    'user@x:80',
  ])('a faulty entry (%s) stops the start and is named', (entry) => {
    expect(() => createUrlGuard({ allow: `127.0.0.1:1,${entry}` })).toThrow(`"${entry}"`)
  })

  test('networks reach from a single address to all of them', () => {
    const one = createUrlGuard({ allow: '10.0.0.1/32, fd00::1/128 ,,10.0.0.3' })
    const all = createUrlGuard({ allow: '0.0.0.0/0,::/0' })
    for (const host of ['10.0.0.1', '[fd00::1]', '10.0.0.3'])
      expect(verdict(() => one.checkUrl(`http://${host}/`))).toBe('allowed')
    for (const host of ['10.0.0.2', '[fd00::2]']) {
      expect(verdict(() => one.checkUrl(`http://${host}/`))).toBe('blocked')
      expect(verdict(() => all.checkUrl(`http://${host}/`))).toBe('allowed')
    }
  })

  test('blocked domains hold as they are at each request, and are read anew only when they are others', () => {
    let reads = 0
    const listOf = (...domains: string[]) => {
      const map = domains.map.bind(domains)
      return Object.assign(domains, {
        map: (...args: Parameters<typeof map>) => {
          reads++
          return map(...args)
        },
      })
    }
    let domains = listOf('evil.example')
    const live = createUrlGuard({ blockedDomains: () => domains })
    const verdicts = () =>
      ['evil.example', 'bad.example'].map((host) => verdict(() => live.checkUrl(`http://${host}/`)))
    expect([verdicts(), verdicts(), reads]).toEqual([['blocked', 'allowed'], ['blocked', 'allowed'], 1])
    domains = listOf('bad.example')
    expect([verdicts(), reads]).toEqual([['allowed', 'blocked'], 2])
  })
})

describe('other fields that name an address', () => {
  const rows = (field: string) => HOSTILE.field.filter(([, name]) => name === field)

  test.each(rows('webhook_url'))('answers %s to %s %j: %s', (expected, _field, url) => {
    expect(verdict(() => guard.checkUrl(url, { httpsOnly: true }))).toBe(expected)
  })

  test('a webhook may use plain http only at a place that the operator named', () => {
    const open = createUrlGuard({ allow: '127.0.0.1:9000,10.0.0.0/8' })
    expect(verdict(() => open.checkUrl('http://127.0.0.1:9000/h', { httpsOnly: true }))).toBe('allowed')
    expect(verdict(() => open.checkUrl('http://10.0.0.1/h', { httpsOnly: true }))).toBe('blocked')
  })

  test.each([
    ...rows('proxy')
      .slice(0, 2)
      .map(([, , url]) => url),
    'socks5://2130706433:1080',
    'socks5://0x7f.1',
    'socks5://127%2e0.0.1:1080',
    'socks5://[::ffff:127.0.0.1]:1080',
    'socks5://redis:6379',
    'socks4://proxy.example.com:1080',
    'http://proxy.example.com:25',
    'proxy.example.com:8080',
    'socks5://',
  ])('refuses the proxy %s', (url) => {
    expect(verdict(() => guard.checkProxyUrl(url))).toBe('blocked')
  })

  test.each(['http://u:p@proxy.example.com:8080', 'https://proxy.example.com', 'socks5://1.1.1.1:1080'])(
    'accepts the proxy %s',
    (url) => {
      expect(verdict(() => guard.checkProxyUrl(url))).toBe('allowed')
    },
  )
})

/** An IPv4 address with its parts in the given bases, the last `joined` + 1 of them as one number. */
function spell(ip: readonly number[], bases: readonly number[], joined: number): string {
  const kept = ip.slice(0, 3 - joined)
  const last = ip.slice(3 - joined).reduce((sum, part) => sum * 256 + part, 0)
  const prefix: Record<number, string> = { 8: '0', 10: '', 16: '0x' }
  return [...kept, last].map((part, i) => `${prefix[bases[i]!]}${part.toString(bases[i])}`).join('.')
}
