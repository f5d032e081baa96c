import { estimateScrape } from '@gleaner/jobs'
import { checkQuickly } from '../check-scrape.ts'
import type { Handler } from '../handler.ts'

/** POST /scrape/estimate: fetches nothing, charges nothing, and has no price for what a scrape would refuse. */
export const postEstimate: Handler<'postEstimate'> = async (ctx, { body, response }) => {
  checkQuickly(ctx, body)
  response.json(await estimateScrape(ctx.jobs.pool, body))
}
