import type { StandingCaller } from '@gleaner/accounts'
import type { CrawlPlan, Issue } from '@gleaner/contracts'
import { checkPatterns } from '@gleaner/crawl/urls/index'
import { checkScrape, refuse } from '../check-scrape.ts'
import { checkTargetUrl } from '../check-url.ts'
import type { IntakeContext } from '../context.ts'

/** Checks the scrape that every page is made with as a scrape of its own is checked, and what bounds the crawl. */
export async function checkCrawl(ctx: IntakeContext, caller: StandingCaller, plan: CrawlPlan): Promise<void> {
  refuse([
    ...patternIssues('include_patterns', plan.include_patterns),
    ...patternIssues('exclude_patterns', plan.exclude_patterns),
  ])
  await checkScrape(ctx, caller, plan.scrape)
  if (plan.sitemap_path) checkTargetUrl(ctx, new URL(plan.sitemap_path, plan.url).href, 'sitemap_path')
}

function patternIssues(field: string, patterns: readonly string[]): Issue[] {
  return checkPatterns(patterns).map(({ index, message }) => ({ path: `${field}.${index}`, message }))
}
