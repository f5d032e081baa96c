import { describe, expect, test } from '@jest/globals'
import jsonwebtoken from 'jsonwebtoken'
import { createAccessTokens } from './jwt.ts'

const options = { secret: 's'.repeat(32), issuer: 'gleaner', audience: 'gleaner-api' }
const tokens = createAccessTokens(options)
const valid = { issuer: 'gleaner', audience: 'gleaner-api', subject: 'u1', expiresIn: 60 } as const

describe('access tokens', () => {
  test('an issued token names its subject and lasts an hour', () => {
    const { token, expiresIn } = tokens.issue('user-1', { sid: 'family-1' })
    expect(expiresIn).toBe(3600)
    const verified = tokens.verify(token)!
    expect(verified).toMatchObject({ subject: 'user-1', claims: { sid: 'family-1' } })
    expect(Number(verified.claims.exp) - Number(verified.claims.iat)).toBe(3600)
  })

  test('the hand-made control token is accepted', () => {
    expect(tokens.verify(jsonwebtoken.sign({}, options.secret, valid))?.subject).toBe('u1')
  })

  test.each([
    ['another secret', jsonwebtoken.sign({}, 'x'.repeat(32), valid)],
    ['another algorithm', jsonwebtoken.sign({}, options.secret, { ...valid, algorithm: 'HS512' })],
    ['no signature', jsonwebtoken.sign({}, '', { ...valid, algorithm: 'none' })],
    ['another issuer', jsonwebtoken.sign({}, options.secret, { ...valid, issuer: 'other' })],
    ['another audience', jsonwebtoken.sign({}, options.secret, { ...valid, audience: 'other' })],
    ['the past', jsonwebtoken.sign({}, options.secret, { ...valid, expiresIn: -60 })],
    [
      'no subject',
      jsonwebtoken.sign({}, options.secret, { issuer: 'gleaner', audience: 'gleaner-api', expiresIn: 60 }),
    ],
    [
      'no expiry',
      jsonwebtoken.sign({}, options.secret, { issuer: 'gleaner', audience: 'gleaner-api', subject: 'u' }),
    ],
    ['no form', 'a.b.c'],
    ['no text', ''],
  ])('a token with %s is refused', (_fault, token) => {
    expect(tokens.verify(token)).toBeUndefined()
  })

  test('a short secret stops the start', () => {
    expect(() => createAccessTokens({ ...options, secret: 'short' })).toThrow('at least 32')
  })
})
