import { readDiscrepancies, toCredits } from '@gleaner/billing'
import type { LedgerState } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

const SHOWN = 100
/** The audit runs every minute by default. */
const LATE_AFTER = '10 minutes'

interface Row {
  audited_at: Date | null
  passed_at: Date | null
  is_late: boolean
  available: number
  held: number
  owed: number
  charged: number
  by_work: number
}

/** Whether the ledger adds up: what the audit knows, and what one look at all balances shows. All of it is of one moment. */
export async function readLedger(db: Queryable): Promise<LedgerState> {
  const { rows } = await db.query<Row>(
    `SELECT audit.succeeded_at AS audited_at, audit.passed_at,
            COALESCE(audit.succeeded_at < now() - interval '${LATE_AFTER}', true) AS is_late, sums.*,
            (SELECT COALESCE(sum(hold_micros), 0)::float8 FROM job WHERE finished_at IS NULL AND queued_at IS NOT NULL)
              + (SELECT COALESCE(sum(hold_micros), 0)::float8 FROM call_hold) AS by_work
     FROM (
       SELECT COALESCE(sum(available_micros), 0)::float8 AS available, COALESCE(sum(held_micros), 0)::float8 AS held,
              COALESCE(sum(owed_micros), 0)::float8 AS owed, COALESCE(sum(revenue_micros), 0)::float8 AS charged
       FROM balance
     ) AS sums LEFT JOIN ledger_audit AS audit ON audit.id = 1`,
  )
  const { audited_at, passed_at, is_late, available, held, owed, charged, by_work } = rows[0]!
  const discrepancies = await readDiscrepancies(db, SHOWN)
  const isWrong = discrepancies.length > 0 || held !== by_work
  return {
    status: isWrong ? 'wrong' : is_late ? 'late' : 'ok',
    audited_at: audited_at?.toISOString() ?? null,
    passed_at: passed_at?.toISOString() ?? null,
    available_credits: toCredits(available),
    held_credits: toCredits(held),
    held_by_work: toCredits(by_work),
    owed_credits: toCredits(owed),
    charged_credits: toCredits(charged),
    discrepancies: discrepancies.map(({ accountId, subject, what }) => ({
      account_id: accountId,
      subject,
      what,
    })),
  }
}
