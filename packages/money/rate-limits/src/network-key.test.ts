import { expect, test } from '@jest/globals'
import { networkKeyOf } from './network-key.ts'

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['2001:0db8:0000:0001:ffff:2:3:4', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['', ''],
  ['unknown', 'unknown'],
  ['x'.repeat(1_000), 'x'.repeat(64)],
])('%s counts as %s', (address, key) => {
  expect(networkKeyOf(address)).toBe(key)
})
