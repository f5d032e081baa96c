import { describe, expect, test } from '@jest/globals'
import { FORBIDDEN_IPV4, FORBIDDEN_IPV6, isPublicAddress } from './ip-ranges.ts'

const edges = FORBIDDEN_IPV4.map(([cidr, why]) => {
  const [address = '', bits] = cidr.split('/')
  const first = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  return { cidr, why, first, last: first + 2 ** (32 - Number(bits)) - 1 }
})

function dotted(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')
}

describe('isPublicAddress', () => {
  test.each(edges)('refuses both ends of $cidr ($why)', ({ first, last }) => {
    expect([isPublicAddress(dotted(first)), isPublicAddress(dotted(last))]).toEqual([false, false])
  })

  test.each(edges)(
    'lets the neighbours of $cidr through, unless they are in another network',
    ({ first, last }) => {
      for (const value of [first - 1, last + 1]) {
        const elsewhere =
          value < 0 || value >= 2 ** 32 || edges.some((one) => value >= one.first && value <= one.last)
        expect(elsewhere || isPublicAddress(dotted(value))).toBe(true)
      }
    },
  )

  test.each([...FORBIDDEN_IPV6])('refuses %s (%s)', (cidr) => {
    expect(isPublicAddress(cidr.split('/')[0]!)).toBe(false)
  })

  test.each([
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '5f00::1',
    '4000::',
  ])('refuses %s, which is no global unicast', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test('refuses what is no address, and an address with a zone', () => {
    for (const text of ['', 'example.com', '2606:4700::1%lo', '127.1', '1.2.3.4/8']) {
      expect(isPublicAddress(text)).toBe(false)
    }
  })
})
