import { presentBalance, readTotals, summarizeUsage } from '@gleaner/billing'
import type { Handler } from '../handler.ts'

/** GET /billing/usage. */
export const getBillingUsage: Handler<'getBillingUsage'> = async (ctx, { caller, response }) => {
  response.json(await summarizeUsage(ctx.jobs.pool, caller.accountId, new Date()))
}

/** GET /billing/balance. */
export const getBillingBalance: Handler<'getBillingBalance'> = async (ctx, { caller, response }) => {
  response.json(presentBalance(await readTotals(ctx.jobs.pool, caller.accountId)))
}
