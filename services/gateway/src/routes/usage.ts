import { reportUsage, usagePeriod } from '@gleaner/jobs'
import type { Handler } from '../handler.ts'

/** GET /usage. */
export const getUsage: Handler<'getUsage'> = async (ctx, { caller, query, response }) => {
  const now = new Date()
  const account = { id: caller.accountId, enterprise: caller.enterprise }
  response.json(await reportUsage(ctx.jobs.pool, account, usagePeriod(query, now), now))
}
