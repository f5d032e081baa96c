import type { ResetPeriod, SpendLimit } from '@gleaner/contracts'
import { uuidv7 } from '@gleaner/contracts/ids'
import type { Queryable } from '@gleaner/db'
import { toCredits } from '../money.ts'
import { periodStartSql, resetsAt } from './reset-period.ts'

/** Whom a limit limits: a whole account, or one of its keys. */
export interface LimitOwner {
  accountId: string
  /** The id of the account or of the key. */
  ownerId: string
}

/** At least one of the two limits is there. */
export interface NewSpendLimit {
  budgetMicros: number | null
  requestLimit: number | null
  resetPeriod: ResetPeriod
  enabled: boolean
}

/**
 * Sets a limit in place of the one before; in a transaction. It counts on, or, where it is new, was off or counted by another
 * period, from what the current period has used so far. Requests that are under way then are not counted in it.
 */
export async function setSpendLimit(
  sql: Queryable,
  { accountId, ownerId }: LimitOwner,
  { budgetMicros, requestLimit, resetPeriod, enabled }: NewSpendLimit,
): Promise<SpendLimit> {
  // What waits for this lock is settled after it; what was settled before is seen by the statement after it.
  await lockBalance(sql, accountId)
  await sql.query(
    `INSERT INTO spend_limit AS l
       (id, account_id, owner_id, budget_micros, request_limit, reset_period, enabled, period_start, used_micros, requests)
     SELECT $1, $2, $3, $4, $5, $6, $7, p.period_start, u.used_micros, u.requests
     FROM (SELECT ${periodStartSql('$6')} AS period_start) AS p CROSS JOIN LATERAL (
       SELECT COALESCE(sum(cost_micros), 0) AS used_micros, COALESCE(sum(requests), 0) AS requests FROM usage_quarter
       WHERE account_id = $2 AND starts_at >= p.period_start AND ($3 = $2 OR api_key_id = $3) AND outcome <> 'cached'
     ) AS u
     ON CONFLICT (account_id, owner_id) DO UPDATE SET
       budget_micros = excluded.budget_micros, request_limit = excluded.request_limit,
       reset_period = excluded.reset_period, enabled = excluded.enabled, period_start = excluded.period_start, updated_at = now(),
       used_micros = CASE WHEN ${COUNTS_ON} THEN l.used_micros ELSE excluded.used_micros END,
       requests = CASE WHEN ${COUNTS_ON} THEN l.requests ELSE excluded.requests END`,
    [uuidv7(), accountId, ownerId, budgetMicros, requestLimit, resetPeriod, enabled],
  )
  return (await readSpendLimits(sql, accountId, [ownerId])).get(ownerId)!
}

/** Periods of different lengths that began at the same moment have counted the same. */
const COUNTS_ON = 'l.enabled AND l.period_start = excluded.period_start'

/** Takes a limit away; in a transaction. False when there is none. */
export async function deleteSpendLimit(sql: Queryable, { accountId, ownerId }: LimitOwner): Promise<boolean> {
  await lockBalance(sql, accountId)
  const { rowCount } = await sql.query('DELETE FROM spend_limit WHERE account_id = $1 AND owner_id = $2', [
    accountId,
    ownerId,
  ])
  return rowCount === 1
}

/** Before limits, as wherever money moves. */
async function lockBalance(sql: Queryable, accountId: string): Promise<void> {
  await sql.query('SELECT FROM balance WHERE account_id = $1 FOR UPDATE', [accountId])
}

/** The limits of an account's owners that have one, with what they have used of it. */
export async function readSpendLimits(
  db: Queryable,
  accountId: string,
  ownerIds: readonly string[],
): Promise<Map<string, SpendLimit>> {
  const { rows } = await db.query<LimitRow>({
    name: 'read-spend-limits',
    text: `SELECT owner_id AS "ownerId", budget_micros AS "budgetMicros", request_limit AS "requestLimit",
             reset_period AS "resetPeriod", enabled, used_micros AS "usedMicros", held_micros AS "heldMicros", requests,
             l.period_start < p.period_start AS over, GREATEST(l.period_start, p.period_start) AS "periodStart",
             created_at AS "createdAt", updated_at AS "updatedAt"
           FROM spend_limit AS l CROSS JOIN LATERAL (SELECT ${periodStartSql('l.reset_period')} AS period_start) AS p
           WHERE account_id = $1 AND owner_id = ANY($2)`,
    values: [accountId, ownerIds],
  })
  return new Map(rows.map((row) => [row.ownerId, presentLimit(row)]))
}

interface LimitRow {
  ownerId: string
  budgetMicros: bigint | null
  requestLimit: bigint | null
  resetPeriod: ResetPeriod
  enabled: boolean
  usedMicros: bigint
  heldMicros: bigint
  requests: bigint
  /** The period that it has counted is over, and nothing was asked for since. */
  over: boolean
  periodStart: Date
  createdAt: Date
  updatedAt: Date
}

function presentLimit(row: LimitRow): SpendLimit {
  const { budgetMicros, requestLimit, resetPeriod, over, periodStart } = row
  return {
    budget_limit_credits: budgetMicros === null ? null : toCredits(budgetMicros),
    budget_limit_microcents: budgetMicros === null ? null : Number(budgetMicros),
    request_limit: requestLimit === null ? null : Number(requestLimit),
    reset_period: resetPeriod,
    enabled: row.enabled,
    usage: {
      used_credits: over ? 0 : toCredits(row.usedMicros),
      held_credits: toCredits(row.heldMicros),
      requests: over ? 0 : Number(row.requests),
      period_start: periodStart.toISOString(),
      resets_at: resetsAt(resetPeriod, periodStart).toISOString(),
    },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
