import type { Tier } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { AttemptResult } from '../attempt.ts'

/** Jobs that went the same way: what their attempts tell of other caps is the same. */
export interface EndedGroup {
  status: 'completed' | 'failed'
  /** That delivered, or was tried last. */
  tier: Tier
  /** Without those of `force_tier` and such, they are what the ladder came to. */
  tried: Tier[]
  lastResult: AttemptResult | null
  /** Every tier would have met the same. */
  unreachable: boolean
  /** Of one job, in micros. */
  costMicros: number
  /** What the options that one of them asked for cost, in micros. */
  optionMicros: number
  requests: number
}

/**
 * The latest jobs of account $1 that ended by fetching in the time from $2 to $3, $4 at most, by how they went. Answers from the cache and
 * those of test keys fetched nothing.
 */
export const READ_ENDED_GROUPS = `
  SELECT status, tier, tried, "lastResult", unreachable, "costMicros", "optionMicros", count(*)::int AS requests
  FROM (
    SELECT status, tier, cost_micros::float8 AS "costMicros", attempts->-1->>'result' AS "lastResult",
           COALESCE((attempts->-1->>'unreachable')::boolean, false) AS unreachable,
           ARRAY(SELECT DISTINCT attempt->>'tier' FROM jsonb_array_elements(attempts) AS attempt ORDER BY 1) AS tried,
           (SELECT COALESCE(sum(price.value::float8), 0) FROM json_each_text(plan->'optionMicros') AS price) AS "optionMicros"
    FROM job
    WHERE account_id = $1 AND NOT test AND finished_at IS NOT NULL AND finished_at >= $2 AND finished_at < $3
      AND cached_from IS NULL AND status IN ('completed', 'failed') AND jsonb_array_length(attempts) > 0
    ORDER BY finished_at DESC LIMIT $4
  ) AS ended
  GROUP BY 1, 2, 3, 4, 5, 6, 7`

export async function readEndedGroups(
  db: Queryable,
  accountId: string,
  { start, end }: { start: Date; end: Date },
  limit: number,
): Promise<EndedGroup[]> {
  const { rows } = await db.query<EndedGroup>({
    name: 'read-ended-groups',
    text: READ_ENDED_GROUPS,
    values: [accountId, start, end, limit],
  })
  return rows
}
