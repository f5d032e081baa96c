import { toCredits } from '@gleaner/billing'
import type { TopAccounts } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

interface Row {
  account_id: string
  name: string
  requests: number
  failed: number
  micros: number
  open_jobs: number
}

/** The accounts that take the most, or what one takes, out of sums by the quarter of an hour. */
export async function readTopAccounts(
  db: Queryable,
  { hours, limit, account_id }: { hours: number; limit: number; account_id?: string | undefined },
): Promise<TopAccounts> {
  const { rows } = await db.query<Row>(
    `WITH open AS (
       SELECT account_id, count(*)::int AS jobs FROM job WHERE finished_at IS NULL AND queued_at IS NOT NULL AND ($3::uuid IS NULL OR account_id = $3) GROUP BY account_id
     ), used AS (
       SELECT account_id, sum(requests)::int AS requests, COALESCE(sum(requests) FILTER (WHERE outcome = 'failed'), 0)::int AS failed,
              sum(cost_micros)::float8 AS micros
       FROM usage_quarter WHERE starts_at > now() - $1::int * interval '1 hour' AND ($3::uuid IS NULL OR account_id = $3) GROUP BY account_id
     )
     SELECT account_id, account.name, COALESCE(requests, 0) AS requests, COALESCE(failed, 0) AS failed, COALESCE(micros, 0) AS micros,
            COALESCE(open.jobs, 0) AS open_jobs
     FROM used FULL JOIN open USING (account_id) JOIN account ON account.id = account_id
     ORDER BY COALESCE(requests, 0) + COALESCE(open.jobs, 0) DESC, account_id LIMIT $2`,
    [hours, limit, account_id ?? null],
  )
  return { accounts: rows.map(({ micros, ...row }) => ({ ...row, credits: toCredits(micros) })) }
}
