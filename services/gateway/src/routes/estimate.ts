import { scrapeRuleIssues } from '@gleaner/contracts'
import { checkTargetUrl, refuse } from '@gleaner/intake'
import { estimateScrape } from '@gleaner/jobs'
import type { Handler } from '../handler.ts'

/** POST /scrape/estimate: fetches nothing, charges nothing, and has no price for fields that do not go together. */
export const postEstimate: Handler<'postEstimate'> = async (ctx, { body, response }) => {
  refuse(scrapeRuleIssues(body))
  checkTargetUrl(ctx, body.url)
  response.json(await estimateScrape(ctx.jobs.pool, body))
}
