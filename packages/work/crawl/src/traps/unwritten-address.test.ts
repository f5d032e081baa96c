import { describe, expect, test } from '@jest/globals'
import { unwrittenAddress } from './unwritten-address.ts'
import { patternOf } from './url-pattern.ts'

const NAMES = { sectionOf: (segment: string) => segment, hostOf: (host: string) => host }

describe('an address that nobody has written', () => {
  test.each([
    'https://site.example/item/17',
    'https://site.example/wiki/Some_title',
    'https://site.example/news/a-long-title-2024.html',
    'https://site.example/p/1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
    'https://site.example/events/2031/05/17/',
    'https://site.example/list?page=3&sort=name',
    'https://site.example/calendar?month=-4',
    'https://site.example/search?q=red%20lamp',
    'https://site.example/?p=docs.git;a=blob;h=82b3cd',
    'https://site.example/show?17',
  ])('of the kind of %s', (address) => {
    const url = unwrittenAddress(address)!
    expect(url).not.toBe(address)
    expect(patternOf(url, NAMES).key).toBe(patternOf(address, NAMES).key)
    expect(unwrittenAddress(address)).not.toBe(url)
  })

  test('is far from all that are near', () => {
    for (const known of [1, 1234, 99_999_999]) {
      const asked = new URL(unwrittenAddress(`https://site.example/item/${known}`)!).pathname
      // A site of 100,000 pages has pages of numbers that are far from its first ones.
      expect(Number(asked.slice(6))).toBeGreaterThanOrEqual(500_000_000)
      expect(Number(asked.slice(6))).toBeLessThan(2 ** 31)
    }
    const year = Number(new URL(unwrittenAddress('https://site.example/2026/11/23/')!).pathname.slice(1, 5))
    expect(year).toBeGreaterThanOrEqual(2400)
  })

  test('is not there for a start page', () => {
    expect(unwrittenAddress('https://site.example/')).toBeUndefined()
  })
})
