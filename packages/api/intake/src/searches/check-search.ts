import type { StandingCaller } from '@gleaner/accounts'
import type { ScrapeRequest, SearchRequest } from '@gleaner/contracts'
import { isFreeSearch } from '@gleaner/search'
import { checkScrape } from '../check-scrape.ts'
import { checkWaitingWebhooks } from '../check-waiting-webhooks.ts'
import type { IntakeContext } from '../context.ts'
import { checkScrapeFunds } from './check-scrape-funds.ts'
import { scrapeOf } from './scrape-of.ts'

/** Refuses, before an engine is asked, a search whose results could not be scraped. */
export async function checkSearch(
  ctx: IntakeContext,
  caller: StandingCaller,
  request: SearchRequest,
): Promise<void> {
  const scrape = scrapeAsked(request)
  if (!scrape) return
  await checkScrape(ctx, caller, scrape)
  if (!caller.test) {
    const isFree = isFreeSearch(ctx.searchEngine.name)
    await checkScrapeFunds(ctx.jobs.pool, caller, scrape, { numResults: request.num_results, isFree })
  }
  await checkWaitingWebhooks(ctx, caller, undefined, request.num_results)
}

/** What is asked of each result; undefined where they are not scraped. */
export function scrapeAsked(request: SearchRequest): ScrapeRequest | undefined {
  return request.scrape_results ? scrapeOf(request) : undefined
}
