import { reportUsage, usagePeriod } from '@gleaner/billing'
import type { Handler } from '../handler.ts'

/** GET /usage. */
export const getUsage: Handler<'getUsage'> = async (ctx, { caller, query, response }) => {
  const now = new Date()
  const account = { id: caller.accountId, enterprise: caller.enterprise }
  const rateLimits = {
    requests_per_minute: caller.rateLimits.requestsPerMinute,
    current_usage: 0,
    reset_at: now.toISOString(),
  }
  response.json(await reportUsage(ctx.jobs.pool, account, usagePeriod(query, now), rateLimits, now))
}
