import type { Queryable } from '@gleaner/db'

/** One way in which the ledger of an account disagrees with its balance or its jobs. */
export interface Discrepancy {
  accountId: string
  /** Id of the account, of one of its jobs, or of an entry. */
  subject: string
  what: string
}

/** What a check has looked at, and found. */
export interface CheckResult {
  /** All that this check can find. */
  kinds: readonly string[]
  examined: readonly string[]
  found: readonly Discrepancy[]
}

/** Writes down what was found, and forgets what the same check finds no more. */
export async function recordDiscrepancies(
  db: Queryable,
  { kinds, examined, found }: CheckResult,
): Promise<void> {
  if (examined.length === 0) return
  const keys = [
    found.map(({ accountId }) => accountId),
    found.map(({ subject }) => subject),
    found.map(({ what }) => what),
  ]
  await db.query(
    `DELETE FROM ledger_discrepancy
     WHERE what = ANY($1) AND subject = ANY($2)
       AND (account_id, subject, what) NOT IN (SELECT * FROM unnest($3::uuid[], $4::text[], $5::text[]))`,
    [kinds, examined, ...keys],
  )
  if (found.length === 0) return
  await db.query(
    `INSERT INTO ledger_discrepancy (account_id, subject, what)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
    keys,
  )
}

/** What is known to be wrong, the newest first. */
export async function readDiscrepancies(db: Queryable, limit = 1_000): Promise<Discrepancy[]> {
  const { rows } = await db.query<Discrepancy>(
    `SELECT account_id AS "accountId", subject, what FROM ledger_discrepancy
     ORDER BY found_at DESC, account_id, subject, what LIMIT $1`,
    [limit],
  )
  return rows
}
