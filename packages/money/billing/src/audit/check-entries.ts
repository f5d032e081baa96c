import { RETENTION } from '@gleaner/contracts/limits'
import type { Queryable } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'
import { MONTH } from '../fold/fold-sql.ts'
import { FOLDED_KINDS, JOB_ENTRIES, TRANSFERS } from '../transfer-sql.ts'
import type { CheckResult } from './discrepancies.ts'
import type { HistoryPosition } from './position.ts'

/** Jobs are deleted after their retention; the ledger stays. A day less, as an entry may be older than its job's last change. */
const JOBS_KEPT_MS = RETENTION.jobMs - DAY_MS

const KNOWN_TRANSFERS = Object.entries(TRANSFERS)
  .map(([kind, { debit, credit }]) => `('${kind}', '${debit}', '${credit}')`)
  .join(', ')

const listed = (kinds: readonly string[]) => kinds.map((kind) => `'${kind}'`).join(', ')
const KINDS_OF_JOBS = listed(JOB_ENTRIES)

/** What can be wrong with an entry `e` by itself: an SQL condition each. Rows of other tables are read by their keys: EXISTS may read a whole table at once. */
const FAULTS = {
  'an entry moves money in a way that its kind does not': `(kind, debit_book, credit_book) NOT IN (${KNOWN_TRANSFERS})`,
  'an entry moves nothing': 'amount_micros <= 0',
  'an entry of a job names none, or another names one': `
    CASE WHEN folded_month IS NULL THEN (kind IN (${KINDS_OF_JOBS})) = (job_id IS NULL) ELSE job_id IS NOT NULL END`,
  'a folded entry is none that a fold makes': `
    num_nulls(folded_month, folded_entries) = 1 OR folded_month IS NOT NULL AND (
      kind NOT IN (${listed(FOLDED_KINDS)}) OR reference IS NOT NULL OR folded_entries < 1 OR ${MONTH} <> folded_month
      OR id > COALESCE((SELECT folded_through FROM balance WHERE balance.account_id = e.account_id), 0))`,
  'an entry names a job that does not exist': `
    job_id IS NOT NULL AND created_at > now() - ${JOBS_KEPT_MS} * interval '1 millisecond'
    AND (SELECT id FROM job WHERE job.id = e.job_id) IS NULL
    AND (SELECT deleted_at FROM account WHERE account.id = e.account_id) IS NULL`,
} as const

/** Looks at the entries behind a position, in the order of the walk over all of them. */
export async function checkEntries(
  db: Queryable,
  { account, entry }: HistoryPosition,
  limit: number,
): Promise<CheckResult> {
  const checks = Object.entries(FAULTS).map(([what, condition]) => `('${what}', ${condition})`)
  const { rows } = await db.query<{ id: string; accountId: string; what: string | null }>(
    `SELECT e.id::text, e.account_id AS "accountId", f.what
     FROM (SELECT * FROM ledger_entry WHERE (account_id, id) > ($1, $2) ORDER BY account_id, id LIMIT $3) AS e
     LEFT JOIN LATERAL (SELECT what FROM (VALUES ${checks.join(', ')}) AS f(what, is_wrong) WHERE is_wrong) AS f ON true
     WHERE f.what IS NOT NULL OR e.id::text IN (SELECT subject FROM ledger_discrepancy)`,
    [account, entry, limit],
  )
  return {
    kinds: Object.keys(FAULTS),
    examined: rows.map(({ id }) => id),
    found: rows.flatMap(({ id, accountId, what }) => (what ? { accountId, subject: id, what } : [])),
  }
}
