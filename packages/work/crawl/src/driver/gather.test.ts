import { LIMITS } from '@gleaner/contracts/limits'
import { createRobotsPolicy } from '@gleaner/site-files/robots'
import { describe, expect, test } from '@jest/globals'
import type { CrawlRow } from '../crawl-row.ts'
import { createTrapGuard } from '../traps/index.ts'
import { createScope } from '../urls/scope.ts'
import { createGathering } from './gather.ts'
import { createHints } from './hints.ts'
import type { CrawlMemory } from './memory.ts'

const SITE = 'https://site.example'

function gathering(more: Partial<Pick<CrawlRow, 'maxPages' | 'waiting' | 'secrets'>> = {}) {
  const crawl = {
    ...{ maxPages: 10, waiting: 0, secrets: null, skipped: {}, options: { scrape: { url: SITE } } },
    ...more,
  } as CrawlRow
  const rules = { rules: [{ allow: false, pattern: '/private' }], sitemaps: [] }
  const memory = {
    scope: createScope({ url: SITE, maxDepth: 3, includeSubdomains: false }),
    robots: new Map([['site.example', createRobotsPolicy(rules)]]),
    traps: createTrapGuard({}),
    known: createHints(100),
    left: createHints(100),
    leftOut: {},
    isLeftOutChanged: false,
  } as Partial<CrawlMemory> as CrawlMemory
  const gathered = createGathering(crawl, memory)
  const urls = () => gathered.pages.map(({ url }) => url.slice(SITE.length))
  return { ...gathered, skipped: crawl.skipped, leftOut: memory.leftOut, urls }
}

describe('the line of a crawl', () => {
  test.each([
    [10, 0, 1_000],
    [10, 995, 5],
    [10, 1_000, 0],
    [200, 0, 2_000],
  ])('for %i pages, in which %i wait, takes %i more', (maxPages, waiting, most) => {
    const { add, pages, skipped } = gathering({ maxPages, waiting })
    for (let i = 0; i < most + 3; i++) add(`${SITE}/p/${i}`, 1, 'sitemap')
    expect(pages).toHaveLength(most)
    expect(skipped).toEqual({ frontier_full: 3 })
  })

  test('takes an address once for a depth; what it has is told', () => {
    const { add, known, urls } = gathering()
    for (const depth of [2, 2, 1]) add(`${SITE}/a`, depth, 'link')
    expect(urls()).toEqual(['/a', '/a'])
    expect(known).toEqual([`${SITE}/a`])
  })

  test('takes addresses without what stays at home of them', () => {
    const { add, urls } = gathering()
    for (const path of ['/a#top', '/b?c#', '/#/route', '/#!/route']) add(`${SITE}${path}`, 1, 'link')
    expect(urls()).toEqual(['/a', '/b?c', '/#/route', '/#!/route'])
  })
})

describe('what is left out is counted by its reason, each address once', () => {
  test.each([
    ['https://other.example/', 1, 'other_host'],
    [`${SITE}/deep`, 4, 'max_depth'],
    [`${SITE}/private/a`, 1, 'robots'],
  ])('%s at depth %i: %s', (url, depth, reason) => {
    const { add, leaveOut, pages, skipped } = gathering()
    for (let times = 0; times < 2; times++) add(url, depth, 'link')
    expect(skipped).toEqual({ [reason]: 1 })
    leaveOut('suspicious', url)
    expect([pages.length, skipped]).toEqual([0, { [reason]: 1, suspicious: 1 }])
  })

  test('the first of each reason are noted, without their logins', () => {
    const { add, leftOut, skipped } = gathering()
    for (let i = 0; i < LIMITS.crawlLeftOut + 5; i++) add(`https://other.example/${i}`, 1, 'link')
    add(`${SITE}/private/a`.replace('//', '//ann:canary@'), 1, 'link')
    add(`${SITE}/private/${'x'.repeat(LIMITS.crawlLeftOutChars)}`, 1, 'link')
    expect(skipped).toEqual({ other_host: LIMITS.crawlLeftOut + 5, robots: 2 })
    expect(leftOut.other_host).toHaveLength(LIMITS.crawlLeftOut)
    expect(leftOut.other_host![0]).toBe('https://other.example/0')
    expect(leftOut.robots).toEqual(['https://***@site.example/private/a'])
  })

  test('what ends a login is left out where there is one, but for the start page', () => {
    const path = `${SITE}/logout`
    const [without, withLogin] = [gathering(), gathering({ secrets: Buffer.from('x') })]
    for (const { add } of [without, withLogin]) add(path, 1, 'link')
    expect([without.urls(), without.skipped]).toEqual([['/logout'], {}])
    expect([withLogin.urls(), withLogin.skipped]).toEqual([[], { sign_out: 1 }])
    withLogin.add(path, 0, 'start')
    expect(withLogin.urls()).toEqual(['/logout'])
  })
})
