import { holdGroupSql } from '@gleaner/billing'
import type { Tier } from '@gleaner/contracts'
import { LIMITS } from '@gleaner/contracts/limits'
import type { Queryable } from '@gleaner/db'
import { LINE_WAIT_MS } from '@gleaner/queue/line'
import { ASKS_MODEL, type QueuedJob } from '../accepting/enqueue-job.ts'
import { freshPageSql } from '../accepting/result-cache.ts'
import { allows, stateAfter } from '../job-states.ts'
import type { Plan } from '../planning/plan.ts'
import { IS_WAITING, type LaneKey, LINE, PAYER } from './lane.ts'
import type { LaneBegin } from './lane-begins.ts'

/** What of a lane is looked at. */
export interface LaneShare extends LaneKey {
  /** So many items. */
  items: number
  /** Of those behind this id. */
  after: string
  /** Whether they may be admitted; items that cannot be paid are only answered with pages that are kept. */
  isPaid: boolean
}

/** An item that got its hold, and goes on its first tier's queue. */
export interface AdmittedItem extends QueuedJob {
  tier: Tier
  batchId: string
  /** Nothing of its batch was admitted before. */
  isFirst: boolean
}

/** An item that got none. */
export interface RefusedItem {
  id: string
  fence: number
  plan: Plan
  test: boolean
  apiKeyId: string | null
  /** One of a crawl pauses that instead, until there is money again. */
  line: string | null
}

export interface Admitted {
  admitted: AdmittedItem[]
  /** They go on waiting, unless nothing can pay for them any more. */
  refused: RefusedItem[]
  /** A page that is kept answers them. */
  cached: string[]
  /** Behind which id what waits of each lane begins, of those that were looked at. */
  begins: LaneBegin[]
}

/**
 * Admits the next items of some lines of an account, in one statement: each gets its hold, its deadline and its place among what is under
 * way. Nothing is done when somebody else has admitted work of the account since `turns` was read.
 */
export async function admitItems(
  db: Queryable,
  { accountId, turns, shares }: { accountId: string; turns: bigint; shares: readonly LaneShare[] },
): Promise<Admitted> {
  const { rows } = await db.query<Row>({
    name: 'admit-items',
    text: ADMIT_ITEMS,
    values: [
      accountId,
      turns,
      shares.map(({ line }) => line),
      shares.map(({ payer }) => payer),
      shares.map(({ after }) => after),
      shares.map(({ items }) => items),
      shares.map(({ isPaid }) => isPaid),
    ],
  })
  const all: Admitted = { admitted: [], refused: [], cached: [], begins: [] }
  for (const { outcome, position, ...row } of rows) {
    const item = { ...row, accountId }
    if (outcome === 'admitted') all.admitted.push(item)
    else if (outcome === 'refused') all.refused.push(item)
    else all.cached.push(row.id)
  }
  all.begins = shares.map(({ line, payer, after }, index) => ({
    line,
    payer,
    after: endOfGone(rows, index) ?? after,
  }))
  return all
}

/** The last item of a share before the first one that goes on waiting. */
function endOfGone(rows: readonly Row[], index: number): string | undefined {
  const own = rows.filter(({ position }) => position === index + 1)
  const firstRefused = own.findIndex(({ outcome }) => outcome === 'refused')
  return (firstRefused < 0 ? own : own.slice(0, firstRefused)).at(-1)?.id
}

type Row = Omit<AdmittedItem, 'accountId'> &
  RefusedItem & {
    outcome: 'admitted' | 'refused' | 'cached' /** Of its share; 1 is the first. */
    position: number
  }

/** The gap of an item's line comes before each of its attempts, and before those of the items ahead of it; that time is not its own. */
const GAPS = `CASE WHEN COALESCE(split_part(job.line, ':', 3)::int, 0) = 0 THEN interval '0'
        ELSE (split_part(job.line, ':', 3)::int * (json_array_length(job.plan->'steps') + 2) + ${LINE_WAIT_MS}) * interval '1 millisecond' END`

/**
 * Planning it takes as long as running it. Postgres looks into parameters when it plans, but not into sub-selects: with the shares in those, a
 * plan for the given ones seems no cheaper than the one for any, which it therefore keeps.
 */
const ADMIT_ITEMS = `
  WITH RECURSIVE turn AS (
    INSERT INTO bulk_admission AS b (account_id, turns) VALUES ($1, 1)
    ON CONFLICT (account_id) DO UPDATE SET turns = b.turns + 1 WHERE b.turns = $2
    RETURNING account_id
  ), next_item AS (
    SELECT job.*, share.position, share.is_paid
    FROM turn CROSS JOIN unnest((SELECT $3::text[]), (SELECT $4::text[]), (SELECT $5::uuid[]), (SELECT $6::int[]), (SELECT $7::boolean[]))
      WITH ORDINALITY AS share(line, payer, after, items, is_paid, position) CROSS JOIN LATERAL (
      SELECT id, account_id, api_key_id, test, fence, tier, url, batch_id, line, plan, spec, cache_key FROM job
      WHERE account_id = turn.account_id AND ${LINE} = share.line AND ${PAYER} = share.payer AND id > share.after
        AND ${IS_WAITING} AND ${allows('admit')}
      ORDER BY id LIMIT share.items FOR UPDATE SKIP LOCKED
    ) AS job
  ), looked_up AS (
    SELECT *, cache_key IS NOT NULL AND EXISTS (
      ${freshPageSql({ accountId: 'i.account_id', cacheKey: 'i.cache_key', ttl: "(i.spec->>'cache_ttl')::int" })}
    ) AS is_cached
    FROM next_item AS i
  ), wanted AS (
    SELECT row_number() OVER (ORDER BY position, id) AS place, id, account_id, api_key_id, test,
           ARRAY(SELECT (step->>'priceMicros')::bigint FROM json_array_elements(plan->'steps') AS step) AS prices
    FROM looked_up WHERE NOT is_cached AND is_paid
  ), ${holdGroupSql({ accountId: '$1', wanted: 'wanted' })}, admitted AS (
    UPDATE job SET status = ${stateAfter('admit')}, queued_at = now(), held_at = now(), hold_micros = held.hold, spend_limits = held.limits,
      deadline_at = now() + COALESCE((job.spec->>'timeout')::float8, ${LIMITS.timeoutSeconds.asyncDefault}) * interval '1 second' + ${GAPS}
    FROM held
    WHERE job.id = held.job_id
    RETURNING job.id, job.deadline_at, ${ASKS_MODEL} AS asks_model
  )
  SELECT i.id, i.fence, i.tier, i.url, i.test, i.batch_id AS "batchId", i.line, a.deadline_at AS "deadlineAt", a.asks_model AS "asksModel", i.api_key_id AS "apiKeyId",
         (SELECT status = 'pending' FROM batch WHERE id = i.batch_id) AS "isFirst", i.position::int AS position,
         CASE WHEN i.is_cached THEN 'cached' WHEN a.id IS NULL THEN 'refused' ELSE 'admitted' END AS outcome,
         CASE WHEN a.id IS NULL AND NOT i.is_cached THEN i.plan END AS plan
  FROM looked_up AS i LEFT JOIN admitted AS a ON a.id = i.id
  ORDER BY i.position, i.id`
