import * as billing from '@gleaner/billing'
import type { Handler } from '../handler.ts'

/** GET /billing/usage. */
export const getBillingUsage: Handler<'getBillingUsage'> = async (ctx, { caller, response }) => {
  response.json(await billing.summarizeUsage(ctx.jobs.pool, caller.accountId, new Date()))
}

/** GET /billing/balance. */
export const getBillingBalance: Handler<'getBillingBalance'> = async (ctx, { caller, response }) => {
  response.json(billing.presentBalance(await billing.readTotals(ctx.jobs.pool, caller.accountId)))
}

/** GET /billing/transactions. */
export const listTransactions: Handler<'listTransactions'> = async (ctx, { caller, query, response }) => {
  response.json(await billing.listTransactions(ctx.jobs.pool, caller.accountId, query))
}
