import { toCredits } from '@gleaner/billing'
import type { BatchAnalytics, Tier } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'
import { DAY, OF_BATCH, OF_JOBS } from './counted-sql.ts'

/** Sums as JSON of Postgres has them; money of an account's batches stays far below 2^53. */
interface Sums {
  urls: number
  succeeded: number
  failed: number
  cost_micros: number
}
interface Counted {
  days: (Sums & { day: string; batches: number })[] | null
  hosts: (Sums & { host: string })[] | null
  tiers: { tier: Tier; deliveries: number }[] | null
}

/** The hosts that are told. */
const MOST_HOSTS = 100
/**
 * What an account's batches of the last days came to, `now`'s day in UTC included. Batches that have ended are read from roll-ups, the
 * others, and those not rolled up yet, from their jobs, in one statement: figures are exact at every moment.
 */
export async function analyzeBatches(
  db: Queryable,
  accountId: string,
  days: number,
  now: Date,
): Promise<BatchAnalytics> {
  const dates = Array.from({ length: days }, (_, index) =>
    new Date(now.getTime() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
  const { rows } = await db.query<Counted>({
    name: 'analyze-batches',
    text: ANALYZE,
    values: [accountId, dates[0], dates.at(-1)],
  })
  const counted = rows[0]!
  const byDay = new Map(counted.days?.map((row) => [row.day, row]))
  const all = dates.map((date) => ({ ...NOTHING, ...byDay.get(date), date }))
  return {
    summary: {
      total_batches: sumOf(all, 'batches'),
      total_urls: sumOf(all, 'urls'),
      success_rate: successRate({ succeeded: sumOf(all, 'succeeded'), failed: sumOf(all, 'failed') }),
      total_credits: toCredits(sumOf(all, 'cost_micros')),
    },
    daily_stats: all.map(({ date, batches, urls, succeeded, failed, cost_micros }) => ({
      date,
      batches,
      urls,
      succeeded,
      failed,
      credits: toCredits(cost_micros),
    })),
    domain_breakdown: (counted.hosts ?? []).map((sums) => ({
      domain: sums.host || null,
      url_count: sums.urls,
      success_rate: successRate(sums),
      avg_credits: averageCredits(sums),
    })),
    tier_distribution: tierDistribution(new Map(counted.tiers?.map((row) => [row.tier, row.deliveries]))),
  }
}

const NOTHING = { batches: 0, urls: 0, succeeded: 0, failed: 0, cost_micros: 0 }

function sumOf(rows: readonly (typeof NOTHING)[], name: keyof typeof NOTHING): number {
  return rows.reduce((sum, row) => sum + row[name], 0)
}

/** Percent of what has ended and was not cancelled, with two digits; 0 of nothing. */
function successRate({ succeeded, failed }: Pick<Sums, 'succeeded' | 'failed'>): number {
  const ended = succeeded + failed
  return ended === 0 ? 0 : Math.round((succeeded / ended) * 10_000) / 100
}

/** Of the same. */
function averageCredits({ succeeded, failed, cost_micros }: Sums): number {
  const ended = succeeded + failed
  return ended === 0 ? 0 : Math.round((toCredits(cost_micros) / ended) * 10_000) / 10_000
}

function tierDistribution(deliveries: ReadonlyMap<Tier, number>): BatchAnalytics['tier_distribution'] {
  const of = (tier: Tier) => deliveries.get(tier) ?? 0
  return {
    tier_1: of('1'),
    tier_2: of('2'),
    tier_3: of('3'),
    ...(deliveries.has('3.5') && { tier_3_5: of('3.5') }),
    tier_4: of('4'),
    tier_5: of('5'),
  }
}

const SUMS =
  'sum(urls) AS urls, sum(succeeded) AS succeeded, sum(failed) AS failed, sum(cost_micros) AS cost_micros'

/** From the beginning of the day $2 to the end of the day $3, in UTC. */
export const ANALYZE = `
  WITH live AS (
    SELECT * FROM batch WHERE account_id = $1 AND rolled_up_at IS NULL AND kind = 'batch' AND NOT test
      AND created_at >= $2::date::timestamp AT TIME ZONE 'UTC' AND created_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'
  ), days AS (
    SELECT day::text, sum(batches) AS batches, ${SUMS} FROM (
      SELECT day, batches, urls, succeeded, failed, cost_micros FROM batch_day WHERE account_id = $1 AND day BETWEEN $2::date AND $3::date
      UNION ALL SELECT ${DAY}, ${OF_BATCH} FROM live AS batch
    ) AS counted GROUP BY day
  ), item AS MATERIALIZED (
    SELECT host, tier, urls, succeeded, failed, cost_micros FROM batch_day_host WHERE account_id = $1 AND day BETWEEN $2::date AND $3::date
    UNION ALL
    (SELECT ${OF_JOBS} FROM live JOIN job ON job.batch_id = live.id GROUP BY 1, 2)
  ), hosts AS (
    SELECT host, ${SUMS} FROM item WHERE host <> '' GROUP BY host ORDER BY sum(urls) DESC, host LIMIT ${MOST_HOSTS}
  ), tiers AS (
    SELECT tier, sum(succeeded) AS deliveries FROM item WHERE tier <> '' GROUP BY tier
  )
  SELECT (SELECT json_agg(days) FROM days) AS days, (SELECT json_agg(hosts) FROM hosts) AS hosts, (SELECT json_agg(tiers) FROM tiers) AS tiers`
