import type { getUsage } from '@gleaner/contracts'
import { reportUsage, usagePeriod } from '@gleaner/jobs'
import type { Context } from '../context.ts'
import type { Call } from '../mount-endpoint.ts'

/** GET /usage. */
export async function usage(ctx: Context, { caller, query, response }: Call<typeof getUsage>): Promise<void> {
  const now = new Date()
  const account = { id: caller.accountId, enterprise: caller.enterprise }
  response.json(await reportUsage(ctx.jobs.pool, account, usagePeriod(query, now), now))
}
