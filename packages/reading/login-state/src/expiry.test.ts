import type { Cookie } from '@gleaner/cookie-rules'
import { describe, expect, test } from '@jest/globals'
import { expiryOf } from './index.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const HOUR = 3_600_000
const inHours = (hours: number) => NOW.getTime() + hours * HOUR

const cookie = (name: string, value: string, more: Partial<Cookie> = {}): Cookie => ({
  name,
  value,
  domain: 'app.example',
  hostOnly: true,
  path: '/',
  httpOnly: false,
  ...more,
})

/** A token that ends at the time, unsigned but for its looks. */
function jwt(endsAt: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: '7', exp: endsAt / 1_000 })}.c2lnbmF0dXJl`
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')

describe('the end of a login', () => {
  const values: [name: string, cookie: Cookie][] = [
    ['the cookie itself', cookie('sessionid', 'k3jh4k5jh345', { expiresAt: inHours(48) })],
    ['a token', cookie('access', jwt(inHours(48)))],
    ['a signed and escaped token', cookie('jwt', `s%3A${jwt(inHours(48))}.c2ln`)],
    ['a token behind Bearer', cookie('Authorization', `Bearer%20${jwt(inHours(48))}`)],
    ['a token in Base64', cookie('sb-x-auth-token', `base64-${base64({ access_token: jwt(inHours(48)) })}`)],
    ['an object in Base64', cookie('koa.sess', base64({ user: 1, _expire: inHours(48), _maxAge: 1 }))],
    ['WordPress', cookie('wordpress_logged_in_9', `ann%7C${inHours(48) / 1_000}%7Ctoken%7Chmac`)],
  ]

  test.each(values)('as stated by %s', (_name, one) => {
    expect(expiryOf([one], {}, NOW)).toEqual({ expiresAt: new Date(inHours(48)), isSoon: false })
  })

  test('is the first of several', () => {
    const cookies = [cookie('refresh_token', jwt(inHours(720))), cookie('access_token', jwt(inHours(1)))]
    expect(expiryOf(cookies, {}, NOW)).toEqual({ expiresAt: new Date(inHours(1)), isSoon: true })
  })

  test('is that of a header, too', () => {
    expect(expiryOf([], { Authorization: `Bearer ${jwt(inHours(2))}` }, NOW)).toEqual({
      expiresAt: new Date(inHours(2)),
      isSoon: true,
    })
  })

  test('is not that of analytics, consent and forgery tokens', () => {
    const cookies = [
      cookie('_ga', 'GA1.2.123.456', { expiresAt: inHours(1) }),
      cookie('OptanonConsent', 'x', { expiresAt: inHours(1) }),
      cookie('csrftoken', 'a1b2c3d4e5f6a1b2c3d4', { expiresAt: inHours(1) }),
      cookie('__cf_bm', 'a1b2c3d4e5f6a1b2c3d4', { expiresAt: inHours(0.5), httpOnly: true }),
      cookie('grid', 'a1b2c3d4e5f6a1b2c3d4', { expiresAt: inHours(96), httpOnly: true }),
    ]
    expect(expiryOf(cookies, {}, NOW)).toEqual({ expiresAt: new Date(inHours(96)), isSoon: false })
  })

  test('is unknown where nothing says', () => {
    expect(expiryOf([cookie('PHPSESSID', 'abc')], { 'X-Api-Key': 'abc' }, NOW)).toEqual({ isSoon: false })
  })

  test('is no time that a damaged or hostile value makes up', () => {
    const values = [
      'eyJ.eyJ.',
      `eyJhbGciOi.${'eyJ'.repeat(9_000)}.x`,
      '%E0%A4%A',
      base64({ exp: 9e99 }),
      '{'.repeat(20_000),
    ]
    for (const value of values) expect(expiryOf([cookie('token', value)], {}, NOW)).toEqual({ isSoon: false })
  })
})
