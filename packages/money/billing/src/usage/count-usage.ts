import { RETENTION } from '@gleaner/contracts/limits'
import type { Queryable } from '@gleaner/db'
import { DIMENSIONS } from './count-usage-sql.ts'
import { type Period, partsOf } from './period.ts'

/** Jobs of one kind that ended in a period, and their cost. */
export interface UsageCount {
  outcome: 'completed' | 'failed' | 'cached'
  /** html, js, pdf or ocr; empty where nothing was delivered. */
  mode: string
  /** Empty where none delivered, and for cached answers. */
  tier: string
  requests: number
  costMicros: number
}

/** Codes of jobs that were taken back, as no queue or database took them: they are in no roll-up. */
const TAKEN_BACK = ['QUEUE_UNAVAILABLE', 'SERVICE_UNAVAILABLE']

const dimensions = Object.keys(DIMENSIONS).join(', ')

/** Jobs that ended between two times: a range of their index, which Postgres chooses whatever the times are. */
function jobsBetween(start: string, end: string): string {
  return `
    SELECT ${Object.values(DIMENSIONS).join(', ')}, 1, cost_micros FROM job
    WHERE account_id = $1 AND finished_at >= ${start} AND finished_at < ${end} AND finished_at IS NOT NULL AND NOT test
      AND COALESCE(error->>'code', '') NOT IN (${TAKEN_BACK.map((code) => `'${code}'`).join(', ')})`
}

/** Calls that are no jobs, which their fees tell of: a range of an index of their own. */
function callsBetween(start: string, end: string): string {
  return `
    SELECT 'completed', '', '', 1, amount_micros FROM ledger_entry
    WHERE account_id = $1 AND created_at >= ${start} AND created_at < ${end} AND kind = 'fee'`
}

/** A range of the roll-ups, and at most a quarter of an hour of jobs and calls at either end. */
export const COUNT_USAGE = `
  SELECT ${dimensions}, sum(requests)::float8 AS requests, sum(cost_micros)::float8 AS "costMicros"
  FROM (
    SELECT ${dimensions}, requests, cost_micros FROM usage_quarter
    WHERE account_id = $1 AND starts_at >= $2 AND starts_at < $3
    UNION ALL ${jobsBetween('$4', '$5')}
    UNION ALL ${jobsBetween('$6', '$7')}
    UNION ALL ${callsBetween('$4', '$5')}
    UNION ALL ${callsBetween('$6', '$7')}
  ) AS counted GROUP BY ${dimensions}`

/** What of an account ended in a period, by kind. Exact for every period that begins while its jobs are kept; see `partsOf`. */
export async function countUsage(
  db: Queryable,
  accountId: string,
  period: Period,
  now: Date,
): Promise<UsageCount[]> {
  const { quarters, rest } = partsOf(period, now, new Date(now.getTime() - RETENTION.expiredJobMs))
  const [first, last] = rest
  const { rows } = await db.query<UsageCount>({
    name: 'count-usage',
    text: COUNT_USAGE,
    values: [
      accountId,
      // Nothing ends between times that are not there.
      ...[quarters, first, last].flatMap((part) => [part?.start, part?.end]),
    ],
  })
  return rows
}
