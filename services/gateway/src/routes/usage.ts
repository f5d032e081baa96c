import { reportByGroups, reportUsage, usagePeriod } from '@gleaner/billing'
import { reportCaps } from '@gleaner/jobs'
import { sendCsv, wantsCsv } from '../csv.ts'
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

/** GET /usage/report. */
export const getUsageReport: Handler<'getUsageReport'> = async (
  ctx,
  { caller, query, request, response },
) => {
  const period = usagePeriod(query, new Date())
  const report = await reportByGroups(ctx.jobs.pool, caller.accountId, period, query)
  if (!wantsCsv(request, query.format)) return void response.json(report)
  const names = [...query.group_by, ...COUNTS]
  sendCsv(
    response,
    names,
    report.rows.map((row) => names.map((name) => row[name])),
  )
}

/** GET /usage/caps. */
export const getUsageCaps: Handler<'getUsageCaps'> = async (ctx, { caller, query, response }) => {
  const period = usagePeriod(query, new Date())
  response.json(await reportCaps(ctx.jobs.pool, caller.accountId, period, query.max_credits))
}

const COUNTS = ['requests', 'completed', 'failed', 'cached', 'credits'] as const
