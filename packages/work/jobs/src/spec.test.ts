import { ScrapeRequest, type ScrapeRequestInput } from '@gleaner/contracts'
import { expect, test } from '@jest/globals'
import { shownUrl, splitRequest } from './spec.ts'

const split = (request: Partial<ScrapeRequestInput>) =>
  splitRequest(ScrapeRequest.parse({ url: 'https://example.com/a', ...request }))

test.each<[string, Partial<ScrapeRequestInput>, object]>([
  ['the body', { method: 'POST', body: 'hidden' }, { body: 'hidden' }],
  ['cookies', { advanced: { cookies: { a: 'hidden' } } }, { cookies: { a: 'hidden' } }],
  ['headers', { advanced: { session_headers: { 'x-a': 'hidden' } } }, { headers: { 'x-a': 'hidden' } }],
  [
    'what is typed into forms',
    { advanced: { actions: [{ type: 'type', selector: '#a', text: 'hidden' }] } },
    { actions: [{ type: 'type', selector: '#a', text: 'hidden' }] },
  ],
])('of a request %s is kept apart, to be sealed, and nowhere else', (_, request, expected) => {
  const { spec, secrets } = split(request)
  expect(secrets).toMatchObject(expected)
  expect(Object.keys(secrets!)).toEqual(Object.keys(expected))
  expect(JSON.stringify(spec)).not.toContain('hidden')
})

test('the login of an address is kept apart as well; callers are shown that there was one', () => {
  const { spec, secrets } = split({ url: 'https://user:hidden@example.com/a' })
  expect(spec.url).toBe('https://example.com/a')
  expect(Object.keys(secrets!)).toEqual(['authorization'])
  const shown = shownUrl(spec, secrets)
  expect([shown === spec.url, shown.includes('hidden')]).toEqual([false, false])
  expect(shownUrl(spec, undefined)).toBe(spec.url)
})

test('a request without any of these has none, and keeps all else', () => {
  const { spec, secrets } = split({ timeout: 7, advanced: { markdown: true } })
  expect(secrets).toBeUndefined()
  expect(spec).toMatchObject({ url: 'https://example.com/a', timeout: 7, advanced: { markdown: true } })
})
