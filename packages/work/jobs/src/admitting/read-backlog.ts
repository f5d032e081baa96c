import {
  type AppliedLimit,
  applyingLimitsSql,
  type RateLimits,
  rateLimitsOf,
  spendTierOf,
  toCents,
} from '@gleaner/billing'
import type { Tier } from '@gleaner/contracts'
import { NIL_UUID } from '@gleaner/contracts/ids'
import type { Queryable } from '@gleaner/db'
import { IS_WAITING, type LaneKey, LINE, PAYER } from './lane.ts'
import type { LaneBegin } from './lane-begins.ts'
import type { Purse } from './purse.ts'

/** Lanes of an account among which a step chooses. */
export const LANES_AT_ONCE = 48

/** A lane with waiting items, and what its next item is. */
export interface WaitingLane extends LaneKey {
  host: string
  /** That the next item begins at. */
  tier: Tier
  test: boolean
  apiKeyId: string | null
  /** What the next item costs at that tier. */
  priceMicros: number
  /** It stands after the cursor, and not before it. */
  isAhead: boolean
}

/** Bulk work of an account, waiting and under way. */
export interface Backlog {
  /** How often work of it was admitted before; proves that the counts are true when a step names it. */
  turns: bigint
  /** Items that may be under way at once. */
  limit: number
  /** Some of the lanes with waiting items, from the cursor on. */
  lanes: WaitingLane[]
  /** Items under way. */
  underWay: { line: string; host: string; tier: Tier; items: number }[]
  /** Nothing that is under way, or will be, was admitted before this. */
  underWaySince: string
  purse: Purse
}

/** From where on the backlog is looked at. */
export interface BacklogBegins {
  cursor: LaneKey
  lanes: readonly LaneBegin[]
  underWaySince: string
}

/** Reads the backlog of an account; undefined when nothing of it may be admitted: it is blocked, or was deleted. */
export async function readBacklog(
  db: Queryable,
  accountId: string,
  { cursor, lanes: begins, underWaySince }: BacklogBegins,
): Promise<Backlog | undefined> {
  const { rows } = await db.query<BacklogRow>({
    name: 'read-backlog',
    text: READ_BACKLOG,
    values: [
      accountId,
      cursor.line,
      cursor.payer,
      begins.map(({ line }) => line),
      begins.map(({ payer }) => payer),
      begins.map(({ after }) => after),
      underWaySince,
    ],
  })
  const row = rows[0]
  if (!row) return undefined
  const { lanes, underWay, limits, availableMicros, heldMicros, ...counted } = row
  const purse = { availableMicros, heldMicros, limits: limits ?? [] }
  return {
    turns: counted.turns,
    underWaySince: counted.underWaySince,
    limit: limitOf(row).concurrency,
    lanes: lanes ?? [],
    underWay: underWay ?? [],
    purse,
  }
}

function limitOf({ availableMicros, heldMicros, enterprise, concurrentRequests }: BacklogRow): RateLimits {
  const own = { requestsPerMinute: null, concurrentRequests }
  return rateLimitsOf(spendTierOf(toCents(availableMicros + heldMicros), enterprise), own)
}

interface BacklogRow extends Pick<Backlog, 'turns' | 'underWaySince'>, Omit<Purse, 'limits'> {
  lanes: Backlog['lanes'] | null
  limits: AppliedLimit[] | null
  enterprise: boolean
  concurrentRequests: number | null
  underWay: Backlog['underWay'] | null
}

/** The first lane with waiting items of account $1 on which a condition holds: one probe of the index, however many items wait. */
const firstLane = (condition: string) => `
  SELECT ${LINE} AS line, ${PAYER} AS payer FROM job WHERE account_id = $1 AND ${IS_WAITING} AND ${condition} ORDER BY ${LINE}, ${PAYER} LIMIT 1`

/**
 * The lane after another one. Of a lane whose beginning is known nothing is looked at here: the entries of items that were admitted stay
 * in the index while any old transaction is open, and looking for a waiting one behind them would walk over all of them.
 */
const laneAfter = (line: string, payer: string) => `
  SELECT COALESCE(found.line, known.line) AS line, COALESCE(found.payer, known.payer) AS payer
  FROM (VALUES (1)) AS one LEFT JOIN LATERAL (
    SELECT line, payer FROM begins WHERE (line, payer) > (${line}, ${payer}) ORDER BY line, payer LIMIT 1
  ) AS known ON true LEFT JOIN LATERAL (
    (SELECT * FROM (${firstLane(`(${LINE}, ${PAYER}) > (${line}, ${payer}) AND (${LINE}, ${PAYER}) < (known.line, known.payer)`)}) AS before_it WHERE known.line IS NOT NULL)
    UNION ALL
    (SELECT * FROM (${firstLane(`(${LINE}, ${PAYER}) > (${line}, ${payer}) AND known.line IS NULL`)}) AS behind_all)
    LIMIT 1
  ) AS found ON true`

/** A relation of the lanes that follow each other, for as long as `goesOn` holds for the last one; an empty one ends it. */
const lanesFrom = (name: string, { line, payer }: LaneKey, goesOn = 'true') => `
  ${name} AS (
    ${laneAfter(line, payer)}
    UNION ALL
    SELECT next.* FROM ${name} CROSS JOIN LATERAL (${laneAfter(`${name}.line`, `${name}.payer`)}) AS next
    WHERE ${name}.line IS NOT NULL AND ${goesOn}
  )`

/** Longer than any admission takes from its time to its commit. */
const SINCE = `(LEAST((SELECT min(since) FROM under_way), now()) - interval '1 minute')::text`

const READ_BACKLOG = `
  WITH RECURSIVE begins AS (
    SELECT * FROM unnest($4::text[], $5::text[], $6::uuid[]) AS begins(line, payer, after)
  ), ${lanesFrom('ahead', { line: '$2::text', payer: '$3::text' })}, ${lanesFrom('behind', { line: "''", payer: "''" }, '(behind.line, behind.payer) < ($2, $3)')}, found AS (
    (${waitingOf('ahead')})
    UNION ALL
    (${waitingOf('behind', '(behind.line, behind.payer) <= ($2, $3)')})
  ), purse AS (
    SELECT account_id, available_micros, held_micros FROM balance WHERE account_id = $1
  ), lanes AS (
    SELECT * FROM found LIMIT ${LANES_AT_ONCE}
  ), under_way AS (
    SELECT ${LINE} AS line, host, tier, count(*) AS items, min(queued_at) AS since FROM job
    WHERE account_id = $1 AND finished_at IS NULL AND queued_at >= $7::timestamptz AND batch_id IS NOT NULL GROUP BY ${LINE}, host, tier
  ), ${applyingLimitsSql('purse', 'SELECT "apiKeyId" FROM lanes WHERE NOT test', 'false', { locked: false })}
  SELECT COALESCE(b.turns, 0) AS turns, account.enterprise, account.concurrent_requests AS "concurrentRequests",
         purse.available_micros::float8 AS "availableMicros", purse.held_micros::float8 AS "heldMicros",
         (SELECT json_agg(lanes) FROM lanes) AS lanes, (SELECT json_agg(spend) FROM spend) AS limits,
         (SELECT json_agg(under_way) FROM under_way) AS "underWay", ${SINCE} AS "underWaySince"
  FROM account JOIN purse ON purse.account_id = account.id LEFT JOIN bulk_admission AS b ON b.account_id = account.id
  WHERE account.id = $1 AND account.blocked_at IS NULL AND account.deleted_at IS NULL`

/** Those of some lanes that have waiting items, with the next one of each. */
function waitingOf(lanes: 'ahead' | 'behind', condition = 'true'): string {
  return `
    SELECT ${lanes}.line, ${lanes}.payer, next.*, ${lanes === 'ahead'} AS "isAhead"
    FROM ${lanes} CROSS JOIN LATERAL (
      SELECT host, tier, test, api_key_id AS "apiKeyId",
             CASE WHEN test THEN 0 ELSE (plan->'steps'->0->>'priceMicros')::float8 END AS "priceMicros"
      FROM job
      WHERE account_id = $1 AND ${LINE} = ${lanes}.line AND ${PAYER} = ${lanes}.payer AND ${IS_WAITING} AND id > ${beginOf(lanes)}
      ORDER BY id LIMIT 1
    ) AS next
    WHERE ${condition} LIMIT ${LANES_AT_ONCE}`
}

function beginOf(lanes: string): string {
  return `COALESCE((SELECT after FROM begins WHERE begins.line = ${lanes}.line AND begins.payer = ${lanes}.payer), '${NIL_UUID}')`
}
