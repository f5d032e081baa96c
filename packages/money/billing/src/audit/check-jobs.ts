import type { Queryable } from '@gleaner/db'
import type { CheckResult, Discrepancy } from './discrepancies.ts'

/** What can be wrong between a job `j` and the sums of its entries, `s`: an SQL condition each. */
const FAULTS = {
  'the entry of a hold is missing, or differs from what the job holds': 's.hold <> j.hold_micros',
  'the entry of a charge is missing, or differs from what the job cost':
    'j.finished_at IS NOT NULL AND s.capture <> j.cost_micros',
  'a finished job still holds money, or gave back another amount than it held':
    'j.finished_at IS NOT NULL AND s.hold <> s.capture + s.release',
  'a job was charged more than it held': 's.capture > s.hold OR j.cost_micros > j.hold_micros',
  'an open job is settled': 'j.finished_at IS NULL AND s.capture + s.release > 0',
  'a job that did not deliver was charged': `j.status <> 'completed' AND (s.capture > 0 OR j.cost_micros > 0)`,
  'a job has an entry in another account': 's.elsewhere > 0',
} as const

const SUMS = `
  SELECT COALESCE(sum(amount_micros) FILTER (WHERE kind = 'hold'), 0) AS hold,
         COALESCE(sum(amount_micros) FILTER (WHERE kind = 'capture'), 0) AS capture,
         COALESCE(sum(amount_micros) FILTER (WHERE kind = 'release'), 0) AS release,
         count(*) FILTER (WHERE e.account_id <> j.account_id) AS elsewhere
  FROM ledger_entry e WHERE e.job_id = j.id`

type Which = { ids: readonly string[] } | { after: string; limit: number }

/** Compares jobs with their entries: the given ones, or the next in the order of their ids. `next` is where to go on; undefined at the end. */
export async function checkJobs(
  db: Queryable,
  which: Which,
): Promise<CheckResult & { next: string | undefined }> {
  const [chosen, values] =
    'ids' in which
      ? ['SELECT * FROM job WHERE id = ANY($1)', [which.ids]]
      : ['SELECT * FROM job WHERE id > $1 ORDER BY id LIMIT $2', [which.after, which.limit]]
  const checks = Object.entries(FAULTS).map(([what, condition]) => `('${what}', ${condition})`)
  const { rows } = await db.query<{ id: string; accountId: string; faults: string[] | null }>(
    `SELECT j.id, j.account_id AS "accountId",
            (SELECT array_agg(what) FROM (VALUES ${checks.join(', ')}) AS f(what, is_wrong) WHERE is_wrong) AS faults
     FROM (${chosen}) AS j CROSS JOIN LATERAL (${SUMS}) AS s ORDER BY j.id`,
    values,
  )
  const found: Discrepancy[] = rows.flatMap(({ id, accountId, faults }) =>
    (faults ?? []).map((what) => ({ accountId, subject: id, what })),
  )
  const isLast = 'ids' in which || rows.length < which.limit
  return {
    kinds: Object.keys(FAULTS),
    examined: 'ids' in which ? which.ids : rows.map(({ id }) => id),
    found,
    next: isLast ? undefined : rows.at(-1)!.id,
  }
}
