import type { Queryable } from '@gleaner/db'

/** One way in which the ledger of an account disagrees with its balance or its jobs. */
export interface Discrepancy {
  accountId: string
  what: string
}

const CHECKS = [
  {
    what: 'the running balance differs from the sum of the ledger entries',
    sql: `
      SELECT b.account_id FROM balance b
      LEFT JOIN LATERAL (
        SELECT
          COALESCE(SUM(amount_micros) FILTER (WHERE credit_book = 'available'), 0)
            - COALESCE(SUM(amount_micros) FILTER (WHERE debit_book = 'available'), 0) AS available,
          COALESCE(SUM(amount_micros) FILTER (WHERE credit_book = 'held'), 0)
            - COALESCE(SUM(amount_micros) FILTER (WHERE debit_book = 'held'), 0) AS held
        FROM ledger_entry e WHERE e.account_id = b.account_id
      ) s ON true
      WHERE b.available_micros <> s.available OR b.held_micros <> s.held`,
  },
  {
    what: 'a finished job still holds money, or gave back another amount than it held',
    sql: `
      SELECT DISTINCT j.account_id FROM job j
      JOIN LATERAL (
        SELECT
          COALESCE(SUM(amount_micros) FILTER (WHERE kind = 'hold'), 0) AS held,
          COALESCE(SUM(amount_micros) FILTER (WHERE kind IN ('capture', 'release')), 0) AS settled
        FROM ledger_entry e WHERE e.job_id = j.id
      ) s ON true
      WHERE j.finished_at IS NOT NULL AND s.held <> s.settled`,
  },
  {
    what: 'money is held although no job is open',
    sql: `
      SELECT b.account_id FROM balance b
      WHERE b.held_micros <> (
        SELECT COALESCE(SUM(hold_micros), 0) FROM job j
        WHERE j.account_id = b.account_id AND j.finished_at IS NULL
      )`,
  },
] as const

/** Compares the ledger, the running balances and the jobs in one snapshot; an empty list means that all agree. */
export async function auditLedger(db: Queryable): Promise<Discrepancy[]> {
  const { rows } = await db.query<{ account_id: string; what: string }>(
    CHECKS.map(({ what, sql }) => `SELECT account_id, '${what}' AS what FROM (${sql}) AS found`).join(
      '\nUNION ALL\n',
    ),
  )
  return rows.map((row) => ({ accountId: row.account_id, what: row.what }))
}
