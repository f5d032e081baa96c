import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { normalizeUrl } from './normalize-url.ts'
import { pageKey } from './page-key.ts'

const PAGE = 'https://example.com/shop/item?color=red&size=m'

test.each([
  'http://example.com/shop/item?color=red&size=m',
  'HTTPS://EXAMPLE.COM/shop/item?color=red&size=m',
  'https://www.example.com/shop/item?color=red&size=m',
  'https://example.com./shop/item?color=red&size=m',
  'https://example.com:443/shop/item?color=red&size=m',
  'http://example.com:80/shop/item?color=red&size=m',
  'https://ann:secret@example.com/shop/item?color=red&size=m',
  'https://example.com/shop/item?size=m&color=red',
  'https://example.com/shop/item?color=red&&size=m&',
  'https://example.com/shop/item?color=red&size=m&color=red',
  'https://example.com/shop/item/?color=red&size=m',
  'https://example.com//shop///item?color=red&size=m',
  'https://example.com/shop/./x/../item?color=red&size=m',
  'https://example.com/sh%6Fp/item?c%6flor=red&size=m',
  'https://example.com/shop/item?color=red&size=m#reviews',
  'https://example.com/shop/item?color=red&size=m#/reviews',
  'https://example.com/shop/item?utm_source=x&color=red&gclid=Cj0&size=m&fbclid=IwAR',
  'https://example.com/shop/item;jsessionid=0A1B2C?color=red&size=m',
  'https://example.com/(S(lit3py55t21z5v55vlm25s55))/shop/item?color=red&size=m',
  'https://example.com/shop/item?color=red&size=m&PHPSESSID=1',
  'https://example.com/shop/item?color=red&size=m&sid=0f343b0931126a20f133d67c2b018a3b',
])('%s is the same page', (address) => {
  expect(normalizeUrl(address)).toBe('//example.com/shop/item?color=red&size=m')
  expect(pageKey(address)).toEqual(pageKey(PAGE))
})

test.each([
  'https://shop.example.com/shop/item?color=red&size=m',
  'https://example.com:8443/shop/item?color=red&size=m',
  'https://example.com/Shop/item?color=red&size=m',
  'https://example.com/shop/item?color=Red&size=m',
  'https://example.com/shop/item?color=red',
  'https://example.com/shop%2Fitem?color=red&size=m',
  'https://example.com/shop/item?color=red&size=m&s=shoes',
  'https://example.com/shop/item?color=red&size=m&ref=v1.2',
])('%s is another page', (address) => {
  expect(pageKey(address)).not.toEqual(pageKey(PAGE))
})

test.each([
  ['http://a.example', '//a.example/'],
  ['http://a.example/?', '//a.example/'],
  ['http://a.example/index.html', '//a.example/'],
  ['http://a.example/docs/INDEX.HTM', '//a.example/docs'],
  ['http://a.example/topics/auth/default.html', '//a.example/topics/auth/default.html'],
  ['http://a.example/index.php?title=A', '//a.example/?title=A'],
  ['http://a.example/index.html/x', '//a.example/index.html/x'],
  ['http://www.com/', '//www.com/'],
  ['http://127.0.0.1:8080/a/', '//127.0.0.1:8080/a'],
  ['http://[::1]:80/a', '//[::1]/a'],
  ['http://bücher.example/é', '//xn--bcher-kva.example/%C3%A9'],
  ['http://a.example/%c3%a9?q=a+b', '//a.example/%C3%A9?q=a%20b'],
  ['http://a.example/?q=a%20b', '//a.example/?q=a%20b'],
  ['http://a.example/?b&a', '//a.example/?a=&b='],
  ['http://a.example/?t=2&t=1', '//a.example/?t=2&t=1'],
  ['http://a.example/web/2020/https://b.example/x', '//a.example/web/2020/https://b.example/x'],
  ['http://a.example/100%', '//a.example/100%'],
])('%s becomes %s', (address, normalized) => {
  expect(normalizeUrl(address)).toBe(normalized)
})

test('the place behind # names a page only where scripts run', () => {
  const route = { hashRoutes: true }
  expect(normalizeUrl('https://a.example/app#/users', route)).toBe('//a.example/app#/users')
  expect(normalizeUrl('https://a.example/app#!users', route)).toBe('//a.example/app#!users')
  expect(normalizeUrl('https://a.example/app#users', route)).toBe('//a.example/app')
  expect(normalizeUrl('https://a.example/app#/', route)).toBe('//a.example/app')
})

test.each(['', 'no address', 'mailto:ann@example.com', 'javascript:void(0)', 'ftp://a.example/', 'http://'])(
  '"%s" is no page',
  (address) => expect(normalizeUrl(address)).toBeUndefined(),
)

describe('of any address', () => {
  const piece = fc.string({ unit: fc.constantFrom(...'ab1%2fF./;=&+()?#~:é _-'), maxLength: 30 })
  const address = fc.tuple(fc.webUrl(), piece, piece).map(([url, path, query]) => `${url}/${path}?${query}`)

  test('the normalized form is stable', () => {
    fc.assert(
      fc.property(address, (url) => {
        const normalized = normalizeUrl(url)!
        expect(normalizeUrl(`https:${normalized}`)).toBe(normalized)
      }),
      { numRuns: 2_000 },
    )
  })

  test('the key is 16 bytes and does not depend on scheme, fragment, tracking or the order of parameters', () => {
    const value = fc.stringMatching(/^[a-z0-9]{1,8}$/)
    const parameters = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[b-k]{1,6}$/), value), {
      selector: ([name]) => name,
      maxLength: 6,
    })
    fc.assert(
      fc.property(fc.webPath(), parameters, (path, pairs) => {
        const query = (some: [string, string][]) => some.map(([name, text]) => `${name}=${text}`).join('&')
        const key = pageKey(`http://a.example${path}?${query(pairs)}`)!
        const again = pageKey(`https://www.a.example${path}?utm_medium=x&${query(pairs.toReversed())}#part`)
        expect(key).toHaveLength(16)
        expect(again).toEqual(key)
      }),
    )
  })
})
