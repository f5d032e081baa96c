import { reportUsage, usagePeriod } from '@gleaner/billing'
import type { Handler } from '../handler.ts'

/** GET /usage. */
export const getUsage: Handler<'getUsage'> = async (ctx, { caller, limits, query, response }) => {
  const now = new Date()
  const account = { id: caller.accountId, enterprise: caller.enterprise }
  const rateLimits = {
    requests_per_minute: limits.requestsPerMinute,
    current_usage: limits.requestsPerMinute - limits.remaining,
    reset_at: limits.fullAt.toISOString(),
  }
  response.json(await reportUsage(ctx.jobs.pool, account, usagePeriod(query, now), rateLimits, now))
}
