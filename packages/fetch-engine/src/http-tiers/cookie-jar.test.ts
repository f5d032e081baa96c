import { cookiesOfHost } from '@gleaner/cookies'
import { describe, expect, test } from '@jest/globals'
import { createCookieJar } from './cookie-jar.ts'

const asked = new URL('https://shop.example.com/cart')
const given = (values: Record<string, string>) => cookiesOfHost('shop.example.com', values)

describe('cookies of an attempt', () => {
  test("the caller's go to the host that was asked for, and to no other", async () => {
    const jar = createCookieJar(asked, given({ sid: '1', lang: 'de' }))
    expect(await jar.headerFor(asked)).toBe('sid=1; lang=de')
    for (const other of ['https://example.com/', 'https://www.example.com/', 'https://evil.example/']) {
      expect(await jar.headerFor(new URL(other))).toBeUndefined()
    }
  })

  test('the rule stays when the target has set cookies too', async () => {
    const jar = createCookieJar(asked, given({ sid: '1' }))
    await jar.store(['seen=yes; Path=/', 'wide=1; Domain=example.com; Path=/'], asked)
    expect(await jar.headerFor(asked)).toBe('sid=1; seen=yes; wide=1')
    expect(await jar.headerFor(new URL('https://www.example.com/'))).toBe('wide=1')
    expect(await jar.headerFor(new URL('https://evil.example/'))).toBeUndefined()
  })

  test('cookies given for https are not shown over http', async () => {
    const jar = createCookieJar(asked, given({ sid: '1' }))
    expect(await jar.headerFor(new URL('http://shop.example.com/'))).toBeUndefined()
    await jar.store(['seen=yes'], asked)
    expect(await jar.headerFor(new URL('http://shop.example.com/cart'))).not.toContain('sid')
  })

  test('a target replaces and deletes what the caller gave', async () => {
    const jar = createCookieJar(asked, given({ sid: 'old', gone: 'x' }))
    await jar.store(['sid=new; Path=/', 'gone=; Path=/; Max-Age=0'], asked)
    expect(await jar.headerFor(asked)).toBe('sid=new')
  })

  test('nobody sets cookies for a public suffix or for someone else', async () => {
    const jar = createCookieJar(asked, undefined)
    await jar.store(['a=1; Domain=com', 'b=1; Domain=evil.example', 'c=1; Domain=other.example.com'], asked)
    expect(await jar.headerFor(asked)).toBeUndefined()
  })

  test('a flood of cookies is cut', async () => {
    const jar = createCookieJar(asked, undefined)
    await jar.store(
      Array.from({ length: 5_000 }, (_, i) => `c${i}=1`),
      asked,
    )
    await jar.store([`big=${'x'.repeat(100_000)}`], asked)
    expect((await jar.headerFor(asked))!.split('; ').length).toBeLessThanOrEqual(100)
  })
})
