import type { JobList } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { Period } from './period.ts'

/** What has ended in whole quarters of an hour, by how. */
export const COUNT_OUTCOMES = `
  SELECT COALESCE(sum(requests) FILTER (WHERE outcome = 'completed'), 0)::float8 AS completed,
         COALESCE(sum(requests) FILTER (WHERE outcome = 'failed'), 0)::float8 AS failed,
         COALESCE(sum(requests) FILTER (WHERE outcome = 'cached'), 0)::float8 AS cached
  FROM usage_quarter
  WHERE account_id = $1 AND starts_at >= date_bin('15 minutes', $2::timestamptz, 'epoch') AND starts_at < $3
    AND ($4::uuid IS NULL OR api_key_id = $4) AND ($5::text IS NULL OR tier = $5)`

/** Counts from the roll-ups what of an account has ended in a period, of a key and a tier where these are named. */
export async function countOutcomes(
  db: Queryable,
  accountId: string,
  { start, end }: Period,
  { apiKeyId, tier }: { apiKeyId?: string | undefined; tier?: string | undefined },
): Promise<NonNullable<JobList['counts']>> {
  const { rows } = await db.query<{ completed: number; failed: number; cached: number }>({
    name: 'count-outcomes',
    text: COUNT_OUTCOMES,
    values: [accountId, start, end, apiKeyId ?? null, tier ?? null],
  })
  const { completed, failed, cached } = rows[0]!
  return { total: completed + failed + cached, completed, failed, cached }
}
