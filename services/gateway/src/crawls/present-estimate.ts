import type { CrawlEstimate, CrawlPlan, Estimate } from '@gleaner/contracts'
import { CREDITS_PER_DOLLAR } from '@gleaner/contracts'
import type { MapCount } from '@gleaner/maps/life'

/** What a crawl would cost by what was found at its site, and by what its start page would cost. */
export function presentEstimate(plan: CrawlPlan, page: Estimate, count: MapCount): CrawlEstimate {
  const found = Math.min(Math.max(1, count.urls), plan.max_pages)
  const most = isWhole(plan, count) ? found : plan.max_pages
  const cap = plan.max_credits ?? Number.POSITIVE_INFINITY
  const credits = (pages: number, dollarsEach: number) =>
    Math.min(round(pages * dollarsEach * CREDITS_PER_DOLLAR), cap)
  const dollars = (inCredits: number) => round(inCredits / CREDITS_PER_DOLLAR)
  const estimated = Math.min(round(found * page.estimated_credits), cap)
  const least = credits(found, page.min_cost_dollars)
  const highest = credits(most, page.max_cost_dollars)
  const { confidence, reasoning } = howSure(count, found, most)
  return {
    url: page.url,
    estimated_pages: found,
    min_pages: found,
    max_pages: most,
    estimated_tier: page.estimated_tier,
    estimated_credits: estimated,
    min_credits: least,
    max_possible_credits: highest,
    estimated_cost_dollars: dollars(estimated),
    min_cost_dollars: dollars(least),
    max_cost_dollars: dollars(highest),
    confidence: confidence === 'high' ? page.confidence : confidence,
    reasoning: `${reasoning} ${page.reasoning}`,
    sitemap_found: count.sitemap_found,
    ...(count.warnings.length > 0 && { warnings: count.warnings }),
  }
}

/** Whether no further page can be found that was not seen: nothing leads deeper, or the limit is reached. */
function isWhole({ max_depth, sitemap, max_pages }: CrawlPlan, { urls }: MapCount): boolean {
  return urls >= max_pages || max_depth < 2 || sitemap === 'only'
}

function howSure(
  { sitemap_found }: MapCount,
  found: number,
  most: number,
): Pick<CrawlEstimate, 'confidence' | 'reasoning'> {
  const pages = `${found.toLocaleString('en')} pages within the bounds`
  if (found === most)
    return { confidence: 'high', reasoning: `The site has ${pages}, and no more are scraped.` }
  return sitemap_found
    ? { confidence: 'medium', reasoning: `Sitemaps and links name ${pages}; links may lead to more.` }
    : {
        confidence: 'low',
        reasoning: `There is no sitemap; the first links name ${pages}, and may lead to more.`,
      }
}

/** To the micro: sums of decimal fractions are not exact. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
