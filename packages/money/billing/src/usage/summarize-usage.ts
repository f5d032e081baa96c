import type { BillingUsage } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { toCredits } from '../money.ts'
import { dayOf, monthOf, weekOf } from './period.ts'

const TOP_DOMAINS = 10

/** The reply of GET /billing/usage: what the account has used today, this week (from Monday) and this month, in UTC. */
export async function summarizeUsage(db: Queryable, accountId: string, now: Date): Promise<BillingUsage> {
  const [sums, domains] = await Promise.all([
    readSums(db, accountId, now),
    readTopDomains(db, accountId, now),
  ])
  return {
    today_credits: toCredits(sums.todayMicros),
    this_week_credits: toCredits(sums.weekMicros),
    this_month_credits: toCredits(sums.monthMicros),
    total_credits: toCredits(sums.usedMicros),
    today_requests: sums.todayRequests,
    this_week_requests: sums.weekRequests,
    this_month_requests: sums.monthRequests,
    top_domains: domains.map(({ host, costMicros, requests }) => ({
      domain: host,
      credits_used: toCredits(costMicros),
      requests,
    })),
    usage_since: sums.since?.toISOString() ?? null,
  }
}

type Span = 'today' | 'week' | 'month'
type Sums = Record<`${Span}${'Micros' | 'Requests'}` | 'usedMicros', number> & { since: Date | null }

export const SUM_USAGE = `
  SELECT
    ${sumsSince('$2::timestamptz', 'today')}, ${sumsSince('$3::timestamptz', 'week')}, ${sumsSince('$4::timestamptz', 'month')},
    (SELECT revenue_micros::float8 FROM balance WHERE account_id = $1) AS "usedMicros",
    (SELECT starts_at FROM usage_quarter WHERE account_id = $1 ORDER BY starts_at LIMIT 1) AS since
  FROM usage_quarter WHERE account_id = $1 AND starts_at >= LEAST($3, $4)`

function sumsSince(start: string, span: Span): string {
  return `
    COALESCE(sum(cost_micros) FILTER (WHERE starts_at >= ${start}), 0)::float8 AS "${span}Micros",
    COALESCE(sum(requests) FILTER (WHERE starts_at >= ${start}), 0)::float8 AS "${span}Requests"`
}

async function readSums(db: Queryable, accountId: string, now: Date): Promise<Sums> {
  const { rows } = await db.query<Sums>({
    name: 'sum-usage',
    text: SUM_USAGE,
    values: [accountId, dayOf(now), weekOf(now), monthOf(now)],
  })
  return { ...rows[0]!, usedMicros: rows[0]!.usedMicros ?? 0 }
}

/** Of the current month: by what they cost, and by requests where that is the same. A page that its caller has sent is of no domain. */
export const TOP_DOMAINS_OF_MONTH = `
  SELECT host, requests, cost_micros::float8 AS "costMicros" FROM usage_domain
  WHERE account_id = $1 AND month = $2 AND host <> '' ORDER BY cost_micros DESC, requests DESC, host LIMIT ${TOP_DOMAINS}`

async function readTopDomains(db: Queryable, accountId: string, now: Date) {
  const { rows } = await db.query<{ host: string; requests: number; costMicros: number }>({
    name: 'top-domains',
    text: TOP_DOMAINS_OF_MONTH,
    values: [accountId, monthOf(now).toISOString().slice(0, 10)],
  })
  return rows
}
