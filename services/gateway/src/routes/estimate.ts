import { ScrapeRequest, scrapeRuleIssues } from '@gleaner/contracts'
import { invalidRequest } from '@gleaner/http-api'
import { estimateScrape } from '@gleaner/jobs'
import { checkTargetUrl } from '../check-url.ts'
import type { Handler } from '../handler.ts'

/** POST /scrape/estimate: fetches nothing, charges nothing. */
export const postEstimate: Handler<'postEstimate'> = async (ctx, { body, response }) => {
  // No price for what a scrape would refuse.
  const issues = scrapeRuleIssues(ScrapeRequest.parse(body))
  if (issues.length > 0) throw invalidRequest(issues)
  checkTargetUrl(ctx, body.url)
  response.json(await estimateScrape(ctx.jobs.pool, body))
}
