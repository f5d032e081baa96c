import type { postEstimate } from '@gleaner/contracts'
import { estimateScrape } from '@gleaner/jobs'
import type { Call } from '../bind.ts'
import { checkAddress } from '../check-scrape.ts'
import type { Context } from '../context.ts'

/** POST /scrape/estimate: fetches nothing, charges nothing. */
export async function estimate(ctx: Context, { body, response }: Call<typeof postEstimate>): Promise<void> {
  checkAddress(ctx, body.url)
  response.json(await estimateScrape(ctx.jobs.pool, body))
}
