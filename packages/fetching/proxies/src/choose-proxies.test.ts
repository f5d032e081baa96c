import { describe, expect, test } from '@jest/globals'
import { orderForJob, proxiesOf, sourceOf } from './choose-proxies.ts'
import { type OperatorProxy, parseOperatorProxies, withSession } from './operator-proxies.ts'
import { createProxyHealth } from './proxy-health.ts'

const request = { useOwnProxy: false, usePremium: false, useSystem: false, country: undefined }

describe('the source of a proxy', () => {
  test.each([
    ['nothing asked', {}, 'direct'],
    ['a country', { country: 'DE' }, 'standard'],
    ['the premium network', { usePremium: true, country: 'DE' }, 'premium'],
    ['an own proxy', { useOwnProxy: true, usePremium: true }, 'own'],
    ['the system proxy, which overrides an own one', { useSystem: true, useOwnProxy: true }, 'system'],
  ])('for %s', (_, asked, source) => {
    expect(sourceOf({ ...request, ...asked })).toBe(source)
  })
})

describe('the proxies of a pool', () => {
  const proxies: OperatorProxy[] = [
    { url: 'http://de', pool: 'premium', country: 'DE' },
    { url: 'http://any', pool: 'premium' },
    { url: 'http://free', pool: 'standard' },
  ]
  const urls = (...args: Parameters<typeof proxiesOf>) => proxiesOf(...args).map(({ url }) => url)

  test('are those in the country, else those of no country', () => {
    expect(urls(proxies, 'premium', 'DE')).toEqual(['http://de'])
    expect(urls(proxies, 'premium', 'FR')).toEqual(['http://any'])
    expect(urls(proxies, 'premium', undefined)).toEqual(['http://de', 'http://any'])
  })

  test('never stand in for a country that was asked for free', () => {
    expect(urls(proxies, 'standard', 'DE')).toEqual([])
  })
})

describe('the order of proxies', () => {
  const proxies = ['a', 'b', 'c'].map((name): OperatorProxy => ({ url: `http://${name}`, pool: 'premium' }))
  const order = (jobId: string, health = createProxyHealth()) =>
    orderForJob(jobId, proxies, health).map(({ url }) => url.at(-1))

  test('starts at a place that the job decides, and is the same each time', () => {
    expect(order('00000000-0000-7000-8000-000000000001')).toEqual(['b', 'c', 'a'])
    expect(order('00000000-0000-7000-8000-000000000002')).toEqual(['c', 'a', 'b'])
  })

  test('puts proxies that failed last, until their pause is over', () => {
    let now = 0
    const health = createProxyHealth(() => now)
    const [a] = proxies as [OperatorProxy]
    const current = () => order('00000000-0000-7000-8000-000000000000', health)
    health.recordFailure(a)
    expect(current()).toEqual(['b', 'c', 'a'])
    now = 5_000
    expect(current()).toEqual(['a', 'b', 'c'])
    health.recordFailure(a)
    now = 10_000
    expect(current()).toEqual(['b', 'c', 'a'])
    health.recordSuccess(a)
    expect(current()).toEqual(['a', 'b', 'c'])
  })

  test('counts a burst of failures at once as one', () => {
    let now = 0
    const health = createProxyHealth(() => now)
    const [a] = proxies as [OperatorProxy]
    for (let i = 0; i < 50; i++) health.recordFailure(a)
    now = 5_000
    expect(health.isPaused(a)).toBe(false)
  })
})

describe('the operator setting', () => {
  test('gives each job its own session', () => {
    const [entry] = parseOperatorProxies(
      '[{"url": "http://u-{session}:p@proxy.example:8080", "country": "de"}]',
    )
    expect(entry).toMatchObject({ pool: 'standard', country: 'DE' })
    expect(withSession(entry!.url, 'abc')).toBe('http://u-abc:p@proxy.example:8080')
  })

  test.each([
    ['no JSON', '{'],
    ['another scheme', '[{"url": "ftp://u:topsecret@host"}]'],
    ['an unknown field', '[{"url": "http://u:topsecret@host", "contry": "DE"}]'],
  ])('is refused without its credentials being shown: %s', (_, setting) => {
    expect(() => parseOperatorProxies(setting)).toThrow(expect.not.stringContaining('topsecret'))
  })
})
