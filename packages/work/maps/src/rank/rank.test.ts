import { describe, expect, test } from '@jest/globals'
import { readQuery } from './query.ts'
import { rank } from './rank.ts'
import { matchPage } from './relevance.ts'
import type { Described } from './weighted-texts.ts'

const HOST = 'example.com'

/** Paths (or whole descriptions) in the order in which they are ranked. */
function ranked(search: string, pages: readonly (string | Described)[]) {
  const query = readQuery(search)
  const frequencies = new Float64Array(query.size)
  const candidates = pages.flatMap((page) => {
    const described = typeof page === 'string' ? { url: `https://${HOST}${page}` } : page
    const match = matchPage(query, described, HOST)
    if (!match) return []
    for (const [at, quality] of match.words.entries()) frequencies[at]! += quality
    return [{ url: described.url, match }]
  })
  return rank(query, candidates, pages.length, frequencies).map(({ candidate, relevance }) => ({
    path: candidate.url.replace(`https://${HOST}`, ''),
    relevance,
  }))
}
const order = (search: string, pages: readonly (string | Described)[]) =>
  ranked(search, pages).map(({ path }) => path)

describe('what is searched for goes first', () => {
  test.each([
    [
      'pricing',
      ['/blog/how-we-changed-our-pricing-in-2019', '/pricing', '/about'],
      ['/pricing', '/blog/how-we-changed-our-pricing-in-2019'],
    ],
    [
      'unit testing',
      ['/library/unittest', '/library/units', '/library/math'],
      ['/library/unittest', '/library/units'],
    ],
    ['webhook', ['/docs/web-hooks', '/docs/hook'], ['/docs/web-hooks']],
    ['API keys', ['/docs/apikeys', '/docs/keys', '/docs/colours'], ['/docs/apikeys', '/docs/keys']],
    [
      'error handling',
      ['/handling-of-errors', '/error-handling', '/errors'],
      ['/error-handling', '/handling-of-errors', '/errors'],
    ],
    ['running', ['/run', '/runs', '/rung', '/train'], ['/run', '/runs']],
    [
      'install',
      ['/installation/', '/guides/installing', '/instal'],
      ['/instal', '/installation/', '/guides/installing'],
    ],
    ['how to configure the proxy', ['/how-to-cook', '/proxy-configuration'], ['/proxy-configuration']],
    ['release 3 5 3', ['/release/3_3_5', '/release/3_5_3'], ['/release/3_5_3', '/release/3_3_5']],
    ['assertraisesregex', ['/api/assertRaisesRegex', '/api/raise'], ['/api/assertRaisesRegex']],
    ['terms of service', ['/service/terms', '/terms-of-service'], ['/terms-of-service', '/service/terms']],
    ['os release', ['/os', '/release', '/os/release'], ['/os/release', '/release']],
    ['set', ['/offset', '/datasets', '/set'], ['/set']],
    ['docs', ['/docs/index.html', '/docs/a/b/c', '/x'], ['/docs/index.html', '/docs/a/b/c']],
  ])('%s', (search, pages, expected) => {
    expect(order(search, pages)).toEqual(expected)
  })

  test('a word that no page has is taken for one that differs by a letter, else it is not', () => {
    const pages = ['/configuration', '/asyncio', '/asyncore']
    for (const mistyped of ['asyncoi', 'asynio', 'asynncio', 'asymcio'])
      expect(order(mistyped, pages)).toContain('/asyncio')
    expect(order('configuraton', pages)).toEqual(['/configuration'])
    expect(order('asyncore', ['/asyncore', '/asyncare'])).toEqual(['/asyncore'])
    expect(order('release10', ['/release11'])).toEqual([])
  })

  test('in titles, texts of links and descriptions too', () => {
    const at = (id: number, more: Partial<Described>) => ({ url: `https://${HOST}/${id}`, ...more })
    const pages = [
      at(1, { description: 'All about refunds and more' }),
      at(2, { title: 'Refunds' }),
      at(3, { texts: ['Refunds'] }),
      at(4, { title: 'Shipping' }),
    ]
    expect(order('refunds', pages)).toEqual(['/2', '/3', '/1'])
  })

  test('of a word that all pages have and one that few have, the rare one tells', () => {
    const pages = [
      ...Array.from({ length: 50 }, (_, at) => `/python/library/m${at}`),
      '/python/library/asyncio',
    ]
    expect(order('python asyncio', pages)).toEqual(['/python/library/asyncio'])
    expect(order('python', pages)).toHaveLength(51)
  })
})

test.each([
  ['價格', ['/%E5%83%B9%E6%A0%BC', '/%E5%83%B9'], ['/%E5%83%B9%E6%A0%BC']],
  [
    '料金プラン',
    [`/${encodeURIComponent('料金とプラン')}`, `/${encodeURIComponent('会社')}`],
    [`/${encodeURIComponent('料金とプラン')}`],
  ],
  ['über uns', ['/ueber-uns', '/kontakt'], ['/ueber-uns']],
  ['Über uns', ['/uber-uns', '/kontakt'], ['/uber-uns']],
  ['Größe', ['/groessen', '/grosse-tabelle', '/farben'], ['/groessen', '/grosse-tabelle']],
  ['crème brûlée', ['/recettes/creme-brulee', '/recettes/tarte'], ['/recettes/creme-brulee']],
  [
    'доставка',
    [`/${encodeURIComponent('доставка-и-оплата')}`, '/about'],
    [`/${encodeURIComponent('доставка-и-оплата')}`],
  ],
])('%s is found however it is spelt', (search, pages, expected) => {
  expect(order(search, pages).toSorted()).toEqual([...expected].sort())
})

test('relevance is between 0 and 1, and the same every time', () => {
  const pages = Array.from({ length: 500 }, (_, at) => `/a${at % 7}/guide-${at}/setting-up-${at % 13}`)
  const first = ranked('setting up the guide 12', pages)
  expect(first.every(({ relevance }) => relevance > 0 && relevance <= 1)).toBe(true)
  expect(ranked('setting up the guide 12', pages)).toEqual(first)
  expect(ranked('pricing', ['/pricing'])).toEqual([{ path: '/pricing', relevance: 1 }])
})

test.each([
  'a'.repeat(500),
  '%'.repeat(500),
  '-'.repeat(500),
  'ab '.repeat(160),
  '料'.repeat(500),
  '\u0301'.repeat(500),
])('no text is too strange to search for, and none takes long', (search) => {
  const pages = Array.from({ length: 2_000 }, (_, at) => `/${'a'.repeat(200)}/${at}?${'b=%zz&'.repeat(200)}`)
  expect(order(search, pages).length).toBeLessThanOrEqual(2_000)
})
