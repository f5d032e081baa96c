import { nextTierAtCents, readBalance, spendTierOf, toCents } from '@gleaner/billing'
import { momentOf, type Usage } from '@gleaner/contracts'
import type { Pool } from '@gleaner/db'

export interface UsagePeriod {
  start: Date
  /** Exclusive. */
  end: Date
}

/** The period a caller asked for; by default the current calendar month, in UTC. A day given as end is included. */
export function usagePeriod(query: { start_date?: string; end_date?: string }, now: Date): UsagePeriod {
  const start = query.start_date
    ? momentOf(query.start_date)
    : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  if (!query.end_date) return { start, end: new Date(Math.max(now.getTime(), start.getTime())) }
  const end = momentOf(query.end_date)
  if (query.end_date.length === 'YYYY-MM-DD'.length) end.setUTCDate(end.getUTCDate() + 1)
  return { start, end }
}

/** Balance, request counts and limits of an account over a period. */
export async function reportUsage(
  pool: Pool,
  account: { id: string; enterprise: boolean },
  period: UsagePeriod,
  now: Date,
): Promise<Usage> {
  const [counts, byTier, money, balance] = await Promise.all([
    countRequests(pool, account.id, period),
    countByTier(pool, account.id, period),
    readMoney(pool, account.id),
    readBalance(pool, account.id),
  ])
  const currentCents = toCents(balance.availableMicros + balance.heldMicros)
  const tier = spendTierOf(currentCents, account.enterprise)
  return {
    period: {
      start: period.start.toISOString(),
      end: period.end.toISOString(),
      current: period.start <= now && now <= period.end,
    },
    balance: {
      current_cents: currentCents,
      deposited_cents: toCents(money.deposited),
      used_cents: toCents(money.used),
    },
    requests: {
      total: counts.total,
      successful: counts.successful,
      failed: counts.failed,
      cached: counts.cached,
    },
    by_mode: { html: counts.html, js: counts.js, pdf: counts.pdf, ocr: counts.ocr },
    by_tier: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0, ...byTier },
    rate_limits: {
      requests_per_minute: tier.requestsPerMinute,
      current_usage: counts.lastMinute,
      reset_at: new Date(now.getTime() + 60_000).toISOString(),
    },
    spend_tier: {
      current: tier.name,
      rolling_30d_spend_cents: toCents(money.spent30Days),
      next_tier_at_cents: nextTierAtCents(tier),
    },
  }
}

type Counts = Record<
  'total' | 'successful' | 'failed' | 'cached' | 'html' | 'js' | 'pdf' | 'ocr' | 'lastMinute',
  number
>

/** Requests made with a test key leave the service and the balance alone, and so the report. */
async function countRequests(pool: Pool, accountId: string, period: UsagePeriod): Promise<Counts> {
  const { rows } = await pool.query<Counts>(
    `SELECT
       count(*)::int AS total,
       count(*) FILTER (WHERE status = 'completed')::int AS successful,
       count(*) FILTER (WHERE status = 'failed')::int AS failed,
       count(*) FILTER (WHERE cached_from IS NOT NULL)::int AS cached,
       count(*) FILTER (WHERE delivered_mode = 'html')::int AS html,
       count(*) FILTER (WHERE delivered_mode = 'js')::int AS js,
       count(*) FILTER (WHERE delivered_mode = 'pdf')::int AS pdf,
       count(*) FILTER (WHERE delivered_mode = 'ocr')::int AS ocr,
       count(*) FILTER (WHERE created_at > now() - interval '1 minute')::int AS "lastMinute"
     FROM job WHERE account_id = $1 AND created_at >= $2 AND created_at < $3 AND NOT test`,
    [accountId, period.start, period.end],
  )
  return rows[0]!
}

async function countByTier(
  pool: Pool,
  accountId: string,
  period: UsagePeriod,
): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ tier: string; requests: number }>(
    `SELECT tier, count(*)::int AS requests FROM job
     WHERE account_id = $1 AND created_at >= $2 AND created_at < $3 AND NOT test
       AND status = 'completed' AND cached_from IS NULL
     GROUP BY tier`,
    [accountId, period.start, period.end],
  )
  return Object.fromEntries(rows.map((row) => [row.tier, row.requests]))
}

async function readMoney(pool: Pool, accountId: string) {
  const { rows } = await pool.query<{ deposited: bigint; used: bigint; spent30Days: bigint }>(
    `SELECT
       COALESCE(sum(amount_micros) FILTER (WHERE kind = 'deposit'), 0)::bigint AS deposited,
       COALESCE(sum(amount_micros) FILTER (WHERE kind = 'capture'), 0)::bigint AS used,
       COALESCE(sum(amount_micros) FILTER (
         WHERE kind = 'capture' AND created_at > now() - interval '30 days'), 0)::bigint AS "spent30Days"
     FROM ledger_entry WHERE account_id = $1`,
    [accountId],
  )
  return rows[0]!
}
