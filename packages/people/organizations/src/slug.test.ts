import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { slugOf } from './slug.ts'

test.each([
  ['Acme Scraping Team', 'acme-scraping-team'],
  ['Čížek & Søn', 'cizek-s-n'],
  ['  --x--  ', 'x'],
  ['日本', 'organization'],
])('%s is %s, and random digits', (name, words) => {
  expect(slugOf(name)).toMatch(new RegExp(`^${words}-[0-9a-f]{8}$`))
})

test('any name makes a slug of letters, digits and single hyphens, which stands in an address as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const slug = slugOf(name)
      expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      expect(slug.length).toBeLessThanOrEqual(57)
      expect(slugOf(name)).not.toBe(slug)
    }),
  )
})
