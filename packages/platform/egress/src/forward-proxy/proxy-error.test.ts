import { expect, test } from '@jest/globals'
import { ConnectFailed } from '../connect/dial.ts'
import { NameNotResolved } from '../connect/guarded-resolve.ts'
import { AddressNotAllowed } from '../policy/address-not-allowed.ts'
import { errorHeaders, proxyErrorOf, UpstreamLoginRefused, UpstreamRefused } from './proxy-error.ts'

const coded = (code: string) => Object.assign(new Error('inner detail'), { code })
const ANSWER = 'The target did not answer in time'
const failed = (code: string) => `The connection to the target failed (${code})`

test.each([
  [new AddressNotAllowed('why'), 403, 'not_allowed', 'why'],
  [new UpstreamLoginRefused(), 407, 'proxy_login', 'The proxy refuses its user name and password'],
  [new NameNotResolved('a.example', 'ENOTFOUND'), 502, 'dns', 'a.example has no address'],
  [new UpstreamRefused('The proxy answered 500'), 502, 'upstream', 'The proxy answered 500'],
  [new ConnectFailed('EADDRNOTAVAIL', 'inner detail'), 504, 'timeout', ANSWER],
  [coded('ETIMEDOUT'), 504, 'timeout', ANSWER],
  [coded('UND_ERR_HEADERS_TIMEOUT'), 504, 'timeout', ANSWER],
  [coded('ECONNREFUSED'), 502, 'connect', failed('ECONNREFUSED')],
  [new Error('inner detail'), 502, 'connect', failed('unknown')],
  [undefined, 502, 'connect', failed('unknown')],
  [null, 502, 'connect', failed('unknown')],
  ['text', 502, 'connect', failed('unknown')],
  [{ kind: 'a' }, 502, 'connect', failed('unknown')],
  [{ status: 200 }, 502, 'connect', failed('unknown')],
])('%p is told as %i %s', (error, status, kind, message) => {
  const shown = proxyErrorOf(error)
  expect(shown).toEqual({ status, kind, message })
  expect(errorHeaders(shown)).toEqual({
    'x-egress-error': kind,
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  })
})

test('only who has not logged in at the proxy itself is asked to', () => {
  const refused = { status: 407, kind: 'unauthorized', message: 'x' } as const
  expect(proxyErrorOf(refused)).toBe(refused)
  expect(errorHeaders(refused)['proxy-authenticate']).toBe('Basic realm="egress"')
})
