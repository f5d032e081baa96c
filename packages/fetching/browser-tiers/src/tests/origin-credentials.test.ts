import type { FetchRequest } from '@gleaner/http-tiers'
import { createOriginCredentials } from '@gleaner/http-tiers'
import { describe, expect, test } from '@jest/globals'
import type { Protocol } from 'puppeteer-core'
import { changesFor } from '../browser/network/request-changes.ts'

const AUTHORIZATION = `Basic ${Buffer.from('ann:s3cret').toString('base64')}`
const ASKED = 'http://example.com/a'

/** The origin is scheme, host and port: also the https twin of an http address is another one. */
const PLACES: [string, boolean][] = [
  ['http://example.com/', true],
  ['http://example.com:80/x?y#z', true],
  ['HTTP://EXAMPLE.com/b', true],
  ['https://example.com/', false],
  ['http://example.com:8080/', false],
  ['http://www.example.com/', false],
  ['http://example.com./', false],
  ['http://example.com.evil.example/', false],
  ['http://evil.example/http://example.com/', false],
]

describe.each(PLACES)('the login for http://example.com/ and %s', (url, goes) => {
  test(`${goes ? 'go' : 'do not go'} together at tiers 1 to 3`, () => {
    const credentials = createOriginCredentials(new URL(ASKED), AUTHORIZATION)
    expect(credentials.headerFor(new URL(url))).toBe(goes ? AUTHORIZATION : undefined)
  })

  test(`${goes ? 'go' : 'do not go'} together in a browser`, () => {
    const request: FetchRequest = { url: ASKED, method: 'GET', maxBytes: 1, authorization: AUTHORIZATION }
    const sent = { url, headers: { accept: '*/*' } } as unknown as Protocol.Network.Request
    const changes = changesFor(sent, request, { isFirst: false, isOf: () => true })
    const header = { name: 'authorization', value: AUTHORIZATION }
    expect(changes.headers?.find(({ name }) => name === 'authorization')).toEqual(goes ? header : undefined)
  })
})

test('a login that a target wrote into an address is taken out of it, and holds for its origin', () => {
  const credentials = createOriginCredentials(new URL(ASKED), AUTHORIZATION)
  expect(credentials.takeFromUrl(new URL('http://bob:x@other.example/b')).href).toBe('http://other.example/b')
  const bob = `Basic ${Buffer.from('bob:x').toString('base64')}`
  expect(credentials.headerFor(new URL('http://other.example/c'))).toBe(bob)
  expect(credentials.headerFor(new URL('https://other.example/c'))).toBeUndefined()
  expect(credentials.headerFor(new URL(ASKED))).toBe(AUTHORIZATION)
})
