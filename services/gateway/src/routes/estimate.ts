import { type postEstimate, ScrapeRequest, scrapeRuleIssues } from '@gleaner/contracts'
import { estimateScrape } from '@gleaner/jobs'
import { checkTargetUrl } from '../check-url.ts'
import type { Context } from '../context.ts'
import { invalidRequest } from '../invalid-request.ts'
import type { Call } from '../mount-endpoint.ts'

/** POST /scrape/estimate: fetches nothing, charges nothing. */
export async function estimate(ctx: Context, { body, response }: Call<typeof postEstimate>): Promise<void> {
  // No price for what a scrape would refuse.
  const issues = scrapeRuleIssues(ScrapeRequest.parse(body))
  if (issues.length > 0) throw invalidRequest(issues)
  checkTargetUrl(ctx, body.url)
  response.json(await estimateScrape(ctx.jobs.pool, body))
}
