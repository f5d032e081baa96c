import { ApiKeyCreate } from '@gleaner/contracts'
import { expect, test } from '@jest/globals'
import { isAllowedFrom, plainAddress } from './allowed-addresses.ts'

const listOf = (entries: string[]) =>
  ApiKeyCreate.parse({ name: 'k', allowed_ips: entries }).allowed_ips as string[]

test.each<[string[], string[], string[]]>([
  [['203.0.113.7'], ['203.0.113.7', '::ffff:203.0.113.7'], ['203.0.113.8', '::1', '', 'x']],
  [['203.0.113.77/24'], ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
  [['10.0.0.0/31'], ['10.0.0.0', '10.0.0.1'], ['10.0.0.2']],
  [['128.0.0.0/1'], ['203.0.113.7'], ['1.1.1.1']],
  [['2001:DB8::/32'], ['2001:db8::1', '2001:db8:ffff::'], ['2001:db9::', '203.0.113.7']],
  [['fe80::1'], ['fe80::1', 'fe80:0:0::1', 'fe80::1%eth0'], ['fe80::2']],
  [
    ['192.0.2.1', '::1'],
    ['192.0.2.1', '::1'],
    ['192.0.2.2', '::2'],
  ],
])('%j', (entries, inside, outside) => {
  const allowed = listOf(entries)
  const verdicts = (addresses: string[]) => addresses.map((one) => isAllowedFrom(plainAddress(one), allowed))
  expect(verdicts(inside)).toEqual(inside.map(() => true))
  expect(verdicts(outside)).toEqual(outside.map(() => false))
})

test('a key that is bound to nothing is taken from anywhere', () => {
  expect(isAllowedFrom('', [])).toBe(true)
})

test.each([
  [['203.0.113.0/33']],
  [['203.0.113.0/0']],
  [['::/0']],
  [['2001:db8::/129']],
  [['203.0.113.0/024']],
  [['203.0.113.0/']],
  [['203.0.113/24']],
  [['010.0.0.1']],
  [['::ffff:203.0.113.0/120']],
  [['fe80::1%eth0']],
  [['example.com']],
  [['203.0.113.7 ']],
  [['203.0.113.0/24/1']],
  [[]],
  [Array.from({ length: 51 }, (_, i) => `192.0.2.${i}`)],
])('%j is no list of addresses', (entries) => {
  expect(ApiKeyCreate.safeParse({ name: 'k', allowed_ips: entries }).success).toBe(false)
})
