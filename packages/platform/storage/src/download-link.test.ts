import { expect, test } from '@jest/globals'
import { createDownloadLinks } from './download-link.ts'

const links = createDownloadLinks({ secret: 's', baseUrl: 'https://api.example.com/api/v1/files' })

test('a link leads back to its key, whatever characters that has', () => {
  for (const key of ['screenshots/0190.png', 'exports/a b/ü?&#.csv']) {
    const url = new URL(links.linkTo(key, Date.now() + 60_000))
    expect(url.origin).toBe('https://api.example.com')
    const query = Object.fromEntries(url.searchParams)
    expect(links.keyOf(url.pathname, query)).toBe(key)
  }
})

test('a changed, expired or foreign path leads nowhere', () => {
  const url = new URL(links.linkTo('a.png', Date.now() + 60_000))
  const query = Object.fromEntries(url.searchParams)
  expect(links.keyOf('/api/v1/files/b.png', query)).toBeUndefined()
  expect(links.keyOf('/api/v1/other/a.png', query)).toBeUndefined()
  expect(links.keyOf('/api/v1/files/%', query)).toBeUndefined()
  const expired = new URL(links.linkTo('a.png', Date.now() - 1000))
  expect(links.keyOf(expired.pathname, Object.fromEntries(expired.searchParams))).toBeUndefined()
})
