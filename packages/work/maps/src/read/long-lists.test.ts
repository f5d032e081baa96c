import { PATTERN_LIMITS } from '@gleaner/crawl/urls/index'
import { ALLOW_ALL } from '@gleaner/site-files/robots'
import { longestTurn } from '@gleaner/testkit/longest-turn'
import { describe, expect, test } from '@jest/globals'
import { readSite } from './read-site.ts'
import type { SiteAccess } from './site-access.ts'
import type { SiteQuestion } from './site-question.ts'

/** Of a list that may be sent; the longest address takes milliseconds for each of two lists. */
const WORST = Array.from({ length: PATTERN_LIMITS.patterns }, () => `/**${'?'.repeat(25)}x/end`)
const LINKS = 100
const MOST_TURN_MS = 150
const START = `https://site.example/${'a'.repeat(2_000)}/`

const links = (page: number) =>
  `<main>${Array.from({ length: LINKS }, (_, n) => `<a href="${page}-${n}">n</a>`).join('')}</main>`
const addresses = (file: number) =>
  Array.from({ length: LINKS }, (_, n) => ({ url: `${START}${file}-${n}`, source: 'sitemap' as const }))

let pages = 0
/** A site all of whose pages and sitemaps hold long addresses. */
const site: SiteAccess = {
  robots: async () => ({ state: 'missing', policy: ALLOW_ALL }),
  page: async (url) => ({
    kind: 'page',
    finalUrl: url,
    status: 200,
    contentType: 'text/html',
    body: Buffer.from(links(pages++)),
  }),
  sitemaps: () => ({
    batches: (async function* () {
      for (const file of [1, 2, 3]) yield addresses(file)
    })(),
    report: { found: true, files: [], filesRead: 0, entries: 0, invalid: 0, filesSkipped: 0, outside: 0 },
  }),
}

const question = (more: Partial<SiteQuestion>): SiteQuestion => ({
  url: START,
  max_pages: 10_000,
  sitemap: 'skip',
  include_metadata: false,
  include_subdomains: false,
  respect_robots: false,
  exclude_patterns: WORST,
  ...more,
})

describe.each<[string, Partial<SiteQuestion>]>([
  ['the start page links to', { max_depth: 1 }],
  ['sitemaps name', { sitemap: 'only' }],
  ['pages below the start link to', { max_depth: 2, exclude_patterns: WORST.slice(0, 10) }],
])('long addresses that %s', (_, more) => {
  test('are judged by the worst patterns in short turns, and all of them', async () => {
    const { signal } = new AbortController()
    let found = 0
    const turn = await longestTurn(async () => {
      found = (await readSite(site, question(more), signal)).collection.size
    })
    expect(found).toBeGreaterThanOrEqual(LINKS)
    expect(turn).toBeLessThan(MOST_TURN_MS)
  })

  test('are judged no further once the time is over, and those that were count', async () => {
    const time = new AbortController()
    const reading = readSite(site, question(more), time.signal)
    // Amid the work, at whatever step: the links take much longer.
    setTimeout(() => time.abort(), 100)
    const turn = await longestTurn(() => reading)
    const { collection, warnings } = await reading
    expect(turn).toBeLessThan(MOST_TURN_MS)
    expect(collection.size).toBeLessThan(LINKS * 90)
    expect(warnings.join()).toContain('The time was over')
  })
})
