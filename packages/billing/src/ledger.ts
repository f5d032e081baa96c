import type { Queryable } from '@gleaner/db'

/**
 * The ledger accounts of a customer's account. Every entry moves an amount from one (debit) to another (credit), so the
 * entries always balance; a ledger account's balance is what was credited minus what was debited.
 */
export type LedgerAccount = 'external' | 'available' | 'held' | 'revenue'

export type EntryKind = 'deposit' | 'hold' | 'capture' | 'release'

/** Between which ledger accounts each kind of entry moves money. */
export const TRANSFERS: Record<EntryKind, { debit: LedgerAccount; credit: LedgerAccount }> = {
  deposit: { debit: 'external', credit: 'available' },
  hold: { debit: 'available', credit: 'held' },
  capture: { debit: 'held', credit: 'revenue' },
  release: { debit: 'held', credit: 'available' },
}

/** Creates the balance of a new account, empty. */
export async function createBalance(db: Queryable, accountId: string): Promise<void> {
  await db.query('INSERT INTO balance (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [accountId])
}

/** Credits money that came from outside. One statement: the entry and the running balance change together. */
export async function deposit(
  db: Queryable,
  accountId: string,
  amountMicros: bigint,
  note: string,
): Promise<void> {
  const { rowCount } = await db.query(
    `WITH entry AS (
       INSERT INTO ledger_entry (account_id, kind, debit_book, credit_book, amount_micros, note)
       VALUES ($1, 'deposit', 'external', 'available', $2, $3)
       RETURNING account_id, amount_micros
     )
     UPDATE balance SET available_micros = available_micros + entry.amount_micros
     FROM entry WHERE balance.account_id = entry.account_id`,
    [accountId, amountMicros, note],
  )
  if (rowCount !== 1) throw new Error(`account ${accountId} has no balance`)
}

export interface Balance {
  availableMicros: bigint
  heldMicros: bigint
}

export async function readBalance(db: Queryable, accountId: string): Promise<Balance> {
  const { rows } = await db.query<{ available_micros: bigint; held_micros: bigint }>({
    name: 'read-balance',
    text: 'SELECT available_micros, held_micros FROM balance WHERE account_id = $1',
    values: [accountId],
  })
  return { availableMicros: rows[0]?.available_micros ?? 0n, heldMicros: rows[0]?.held_micros ?? 0n }
}
