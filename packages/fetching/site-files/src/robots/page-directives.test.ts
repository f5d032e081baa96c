import { expect, test } from '@jest/globals'
import { readRobotsDirectives } from './page-directives.ts'
import { productTokenOf } from './product-token.ts'

const header = (...headers: string[]) => readRobotsDirectives({ headers }, ['Gleaner'])
const meta = (name: string, content: string) =>
  readRobotsDirectives({ metas: [{ name, content }] }, ['Gleaner'])

test.each([
  ['noindex', false, true],
  ['nofollow', true, false],
  ['NoIndex, NOFOLLOW', true, true],
  ['none', true, true],
  ['all', false, false],
  ['googlebot: noindex, nofollow', false, false],
  ['gleaner: nofollow', true, false],
  ['otherbot: noindex, gleaner: nofollow', true, false],
  ['unavailable_after: 25 Jun 2010 15:00:00 PST, nofollow', true, false],
  ['max-snippet: 20, noindex', false, true],
])('the header %j: nofollow %p, noindex %p', (value, nofollow, noindex) => {
  expect(header(value)).toEqual({ nofollow, noindex })
})

test('several headers are heard each by itself', () => {
  expect(header('googlebot: noindex', 'nofollow')).toEqual({ nofollow: true, noindex: false })
})

test.each([
  ['robots', 'noindex,follow', false, true],
  ['ROBOTS', ' none ', true, true],
  ['gleaner', 'nofollow', true, false],
  ['googlebot', 'noindex, nofollow', false, false],
  ['description', 'none', false, false],
  ['robots', 'index nofollow', true, false],
])('<meta name=%j content=%j>: nofollow %p, noindex %p', (name, content, nofollow, noindex) => {
  expect(meta(name, content)).toEqual({ nofollow, noindex })
})

test.each([
  ['Mozilla/5.0 (compatible; Gleaner/1.0)', 'Gleaner'],
  ['ExampleBot/1.0 (+https://example.com/bot)', 'ExampleBot'],
  ['Mozilla/5.0 (compatible; example-bot/2.1; +https://example.com/bot)', 'example-bot'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'Gleaner'],
  ['', 'Gleaner'],
  ['  curl/8.0', 'curl'],
])('the User-Agent %j is addressed as %s', (userAgent, token) => {
  expect(productTokenOf(userAgent)).toBe(token)
})
