import { type RateLimits, rateLimitsOf, spendTierOf, toCents } from '@gleaner/billing'
import type { Tier } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { WaitingLine } from './share-out.ts'

/** Lines of an account among which a step chooses. */
export const LINES_AT_ONCE = 48

/** Bulk work of an account, waiting and under way. */
export interface Backlog {
  /** How often work of it was admitted before; proves that the counts are true when a step names it. */
  turns: bigint
  /** Items that may be under way at once. */
  limit: number
  /** Some of the lines with waiting items, from the cursor on. */
  lines: WaitingLine[]
  /** Items under way. */
  underWay: { line: string; tier: Tier; items: number }[]
}

/** Reads the backlog of an account; undefined when nothing of it may be admitted: it is blocked, or was deleted. */
export async function readBacklog(
  db: Queryable,
  accountId: string,
  cursor: string,
): Promise<Backlog | undefined> {
  const { rows } = await db.query<BacklogRow>({
    name: 'read-backlog',
    text: READ_BACKLOG,
    values: [accountId, cursor],
  })
  const row = rows[0]
  if (!row) return undefined
  const { turns, lines, underWay } = row
  return { turns, limit: limitOf(row).concurrency, lines: lines ?? [], underWay: underWay ?? [] }
}

function limitOf({ balanceMicros, enterprise, ...own }: BacklogRow): RateLimits {
  return rateLimitsOf(spendTierOf(toCents(balanceMicros), enterprise), { requestsPerMinute: null, ...own })
}

interface BacklogRow extends Pick<Backlog, 'turns'> {
  lines: Backlog['lines'] | null
  enterprise: boolean
  concurrentRequests: number | null
  balanceMicros: bigint
  underWay: Backlog['underWay'] | null
}

/** SQL: the line in which a row of `job` stands. Indexes are over this. */
export const LINE = 'COALESCE(job.line, job.host)'

/** The first line with waiting items of account $1 on which a condition holds: one probe of the index, however many items wait. */
const firstLine = (condition: string) => `
  SELECT ${LINE} AS line FROM job WHERE account_id = $1 AND finished_at IS NULL AND queued_at IS NULL AND ${LINE} ${condition} ORDER BY ${LINE} LIMIT 1`

const READ_BACKLOG = `
  WITH RECURSIVE ahead AS (
    (${firstLine('> $2')})
    UNION ALL
    SELECT (${firstLine('> ahead.line')}) FROM ahead WHERE ahead.line IS NOT NULL
  ), behind AS (
    (${firstLine("> ''")})
    UNION ALL
    SELECT (${firstLine('> behind.line')}) FROM behind WHERE behind.line < $2
  ), found AS (
    (SELECT line FROM ahead WHERE line IS NOT NULL LIMIT ${LINES_AT_ONCE})
    UNION ALL
    (SELECT line FROM behind WHERE line <= $2 LIMIT ${LINES_AT_ONCE})
  )
  SELECT COALESCE(b.turns, 0) AS turns, account.enterprise, account.concurrent_requests AS "concurrentRequests",
         balance.available_micros + balance.held_micros AS "balanceMicros",
         (SELECT json_agg(json_build_object('line', f.line, 'host', next.host, 'tier', next.tier)) FROM (SELECT line FROM found LIMIT ${LINES_AT_ONCE}) AS f
            CROSS JOIN LATERAL (
              SELECT host, tier FROM job WHERE account_id = $1 AND ${LINE} = f.line AND finished_at IS NULL AND queued_at IS NULL ORDER BY id LIMIT 1
            ) AS next) AS lines,
         (SELECT json_agg(admitted) FROM (
            SELECT ${LINE} AS line, tier, count(*) AS items FROM job
            WHERE account_id = $1 AND finished_at IS NULL AND queued_at IS NOT NULL AND batch_id IS NOT NULL GROUP BY ${LINE}, tier
          ) AS admitted) AS "underWay"
  FROM account JOIN balance ON balance.account_id = account.id LEFT JOIN bulk_admission AS b ON b.account_id = account.id
  WHERE account.id = $1 AND account.blocked_at IS NULL AND account.deleted_at IS NULL`
