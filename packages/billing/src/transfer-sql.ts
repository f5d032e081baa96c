/**
 * The ledger accounts of a customer's account. Every entry moves an amount from one (debit) to another (credit), so the
 * entries always balance; a ledger account's balance is what was credited minus what was debited.
 */
export type LedgerAccount = 'external' | 'available' | 'held' | 'revenue'

export type EntryKind = 'deposit' | 'hold' | 'capture' | 'release'

/** Between which ledger accounts each kind of entry moves money: the one table that every statement is made of. */
export const TRANSFERS: Record<EntryKind, { debit: LedgerAccount; credit: LedgerAccount }> = {
  deposit: { debit: 'external', credit: 'available' },
  hold: { debit: 'available', credit: 'held' },
  capture: { debit: 'held', credit: 'revenue' },
  release: { debit: 'held', credit: 'available' },
}

/** Amount of each transfer in micros, as an SQL expression over the rows of the source, `t`. Nothing moves for 0. */
export type Amounts = Partial<Record<EntryKind, string>>

/**
 * Common table expressions that move money within the statement they stand in: the running balance, and the entries
 * (`<source>_entry`). `source` has the columns account_id, job_id and what `amounts` names.
 *
 * The balance goes first: an entry's id is drawn while its account's row is locked, so that ids of one account grow in
 * the order of their commits. The audit's checkpoints rely on it.
 */
export function transferSql(source: string, amounts: Amounts, deposit?: { note: string; reference: string }) {
  const kinds = Object.keys(amounts) as EntryKind[]
  const rows = kinds.map((kind) => {
    const { debit, credit } = TRANSFERS[kind]
    return `('${kind}', '${debit}', '${credit}', ${amounts[kind]})`
  })
  return `
  ${source}_balance AS (
    UPDATE balance SET available_micros = available_micros ${changeOf('available', amounts)},
                       held_micros = held_micros ${changeOf('held', amounts)}
    FROM ${source} AS t
    WHERE balance.account_id = t.account_id AND (${kinds.map((kind) => `${amounts[kind]} > 0`).join(' OR ')})
    RETURNING t.*
  ), ${source}_entry AS (
    INSERT INTO ledger_entry (account_id, job_id, kind, debit_book, credit_book, amount_micros${deposit ? ', note, reference' : ''})
    SELECT t.account_id, t.job_id, e.kind, e.debit, e.credit, e.amount${deposit ? `, ${deposit.note}, ${deposit.reference}` : ''}
    FROM ${source}_balance AS t CROSS JOIN LATERAL (VALUES ${rows.join(', ')}) AS e(kind, debit, credit, amount)
    WHERE e.amount > 0
    RETURNING account_id
  )`
}

/** What the transfers change in a ledger account: ` + <credited> - <debited>`. */
function changeOf(account: LedgerAccount, amounts: Amounts): string {
  return Object.entries(amounts)
    .map(([kind, amount]) => {
      const { debit, credit } = TRANSFERS[kind as EntryKind]
      if (credit === account) return `+ (${amount})`
      return debit === account ? `- (${amount})` : ''
    })
    .join(' ')
}
