import { describe, expect, test } from '@jest/globals'
import { crawlMadeSite } from './testing/crawl-made-site.ts'
import { HONEST_SITES } from './testing/honest-sites.ts'
import { HONEST, honestPaths, PRICED_TRAPS } from './testing/priced-traps.ts'

/** As many as a crawl has open at once by default (`room-for-items.ts`). */
const AT_ONCE = 180

describe('of 40 pages in a trap all are found, and no more than 60 are paid for', () => {
  test.each(Object.entries(PRICED_TRAPS))('%s', async (_, site) => {
    const { paid, paths, isExhausted } = await crawlMadeSite(site, { maxPages: 1_000, atOnce: AT_ONCE })
    const found = new Set(paid.map((path) => path.split('?')[0]!.toLowerCase()))
    expect(honestPaths.filter((path) => !found.has(path))).toEqual([])
    expect(paid.length).toBeLessThanOrEqual(1.5 * HONEST)
    expect({ isExhausted, paths: paths.length < 400 }).toEqual({ isExhausted: true, paths: true })
  })
})

describe('no page of a site whose pages look alike is lost', () => {
  test.each(
    Object.entries(HONEST_SITES).flatMap(([name, site]) =>
      [1, AT_ONCE].map((atOnce) => ({ name, atOnce, ...site })),
    ),
  )('$name, $atOnce pages at once', async ({ site, paths: honest, atOnce }) => {
    const { paths } = await crawlMadeSite(site, { atOnce })
    expect(honest.filter((path) => !paths.includes(path))).toEqual([])
  })
})
