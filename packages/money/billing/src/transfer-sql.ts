/**
 * The ledger accounts of a customer's account. Every entry moves an amount from one (debit) to another (credit), so the
 * entries always balance; a ledger account's balance is what was credited minus what was debited. `owed` is what the customer
 * owes: money that went back outside although it was spent. Nothing is ever taken below zero for it.
 */
export type LedgerAccount = 'external' | 'available' | 'held' | 'revenue' | 'owed'

export type EntryKind =
  | 'deposit'
  | 'hold'
  | 'capture'
  | 'release'
  | 'reserve'
  | 'unreserve'
  | 'fee'
  | 'refund'
  | 'dispute'
  | 'reinstatement'
  | 'repayment'

/**
 * Between which ledger accounts each kind of entry moves money: the one table that every statement is made of. What goes back
 * outside (a refund, a dispute) is owed first, and a repayment in the same statement takes of it what is available. A fee is what a call
 * costs that is no job: reserved before its work begins, and free again in the statement that takes it.
 */
export const TRANSFERS: Record<EntryKind, { debit: LedgerAccount; credit: LedgerAccount }> = {
  deposit: { debit: 'external', credit: 'available' },
  hold: { debit: 'available', credit: 'held' },
  capture: { debit: 'held', credit: 'revenue' },
  release: { debit: 'held', credit: 'available' },
  reserve: { debit: 'available', credit: 'held' },
  unreserve: { debit: 'held', credit: 'available' },
  fee: { debit: 'available', credit: 'revenue' },
  refund: { debit: 'owed', credit: 'external' },
  dispute: { debit: 'owed', credit: 'external' },
  reinstatement: { debit: 'external', credit: 'available' },
  repayment: { debit: 'available', credit: 'owed' },
}

/** Kinds of entries that belong to a job; no other names one. */
export const JOB_ENTRIES: readonly EntryKind[] = ['hold', 'capture', 'release']

/** The ledger accounts whose running sum a `balance` row keeps (`<name>_micros`), and the side of an entry that raises it. */
export const KEPT_ACCOUNTS = {
  available: 'credit',
  held: 'credit',
  owed: 'debit',
  revenue: 'credit',
} as const satisfies Partial<Record<LedgerAccount, 'credit' | 'debit'>>

/** Entries that an account is not shown: they move within its own money. */
export const INTERNAL_KINDS = [
  'hold',
  'release',
  'reserve',
  'unreserve',
  'repayment',
] as const satisfies EntryKind[]

export type InternalKind = (typeof INTERNAL_KINDS)[number]

export function isInternal(kind: EntryKind): kind is InternalKind {
  return (INTERNAL_KINDS as readonly EntryKind[]).includes(kind)
}

/** Entries that no payment's reference names: by the month they are folded into one. A trigger keeps the others. */
export const FOLDED_KINDS: readonly EntryKind[] = [
  'hold',
  'capture',
  'release',
  'reserve',
  'unreserve',
  'fee',
  'repayment',
]

/** Amount of each transfer in micros, as an SQL expression over the rows of the source, `t`. Nothing moves for 0. */
export type Amounts = Partial<Record<EntryKind, string>>

interface TransferOptions {
  /** SQL expressions for the entries. */
  named?: { note: string; reference: string }
  /**
   * The source has locked the balance (FOR UPDATE) and carries what it read then, in columns named as the balance's. What a source
   * decides by the balance needs it: Postgres checks the constraints of an update on the row as the statement's snapshot has it before
   * it finds that the row has changed since, and would refuse to take what came in meanwhile.
   */
  locked?: boolean
}

/**
 * Common table expressions that move money within the statement they stand in: the running balance, and the entries
 * (`<source>_entry`). `source` has the columns account_id, job_id and what `amounts` names; of an account it has one row at most.
 *
 * The balance goes first: an entry's id is drawn while its account's row is locked, so that ids of one account grow in
 * the order of their commits. The audit's checkpoints rely on it.
 */
export function transferSql(
  source: string,
  amounts: Amounts,
  { named, locked = false }: TransferOptions = {},
) {
  const kinds = Object.keys(amounts) as EntryKind[]
  return `
  ${source}_balance AS (
    UPDATE balance SET ${changesOf(amounts, locked ? 't' : 'balance')}${shownEntries(amounts)}
    FROM ${source} AS t
    WHERE balance.account_id = t.account_id AND (${kinds.map((kind) => `${amounts[kind]} > 0`).join(' OR ')})
    RETURNING t.*, ${NET_BALANCE} AS balance_after
  ), ${source}_entry AS (
    INSERT INTO ledger_entry (account_id, job_id, kind, debit_book, credit_book, amount_micros, balance_after_micros${named ? ', note, reference' : ''})
    SELECT t.account_id, t.job_id, e.kind, e.debit, e.credit, e.amount, t.balance_after${named ? `, ${named.note}, ${named.reference}` : ''}
    FROM ${source}_balance AS t CROSS JOIN LATERAL ${entriesOf(amounts)}
    WHERE e.amount > 0
    RETURNING account_id
  )`
}

/**
 * The same for a source with any number of rows, at most one of a job: each balance is locked, in the order of the accounts, and changed
 * once. `<source>_balance` has a row for each account whose money moves. Entries of an account follow each other by job id,
 * and each says what the account has after it.
 */
export function transfersSql(source: string, amounts: Amounts): string {
  const kinds = Object.keys(amounts) as EntryKind[]
  const sums = Object.fromEntries(kinds.map((kind) => [kind, `t.${kind}`])) as Amounts
  const isShown = kinds.filter((kind) => !isInternal(kind))
  return `
  ${source}_sum AS (
    SELECT account_id, ${kinds.map((kind) => `sum(${amounts[kind]})::bigint AS ${kind}`).join(', ')},
           ${isShown.map((kind) => `count(*) FILTER (WHERE ${amounts[kind]} > 0)`).join(' + ') || '0'} AS shown
    FROM ${source} AS t GROUP BY account_id
  ), ${source}_purse AS (
    SELECT t.*, available_micros, held_micros, owed_micros, revenue_micros, transactions
    FROM ${source}_sum AS t JOIN balance ON balance.account_id = t.account_id ORDER BY t.account_id FOR UPDATE OF balance
  ), ${source}_balance AS (
    UPDATE balance SET ${changesOf(sums, 't')}, transactions = t.transactions + t.shown
    FROM ${source}_purse AS t
    WHERE balance.account_id = t.account_id AND (${kinds.map((kind) => `t.${kind} > 0`).join(' OR ')})
    RETURNING balance.account_id, ${NET_BALANCE} AS balance_after
  ), ${source}_entry AS (
    INSERT INTO ledger_entry (account_id, job_id, kind, debit_book, credit_book, amount_micros, balance_after_micros)
    SELECT t.account_id, t.job_id, e.kind, e.debit, e.credit, e.amount, b.balance_after - t.change_by_later
    FROM (
      SELECT *, sum(change) OVER (PARTITION BY account_id ORDER BY job_id DESC ROWS UNBOUNDED PRECEDING) - change AS change_by_later
      FROM (SELECT t.*, ${netChangeOf(amounts)} AS change FROM ${source} AS t) AS t
    ) AS t JOIN ${source}_balance AS b ON b.account_id = t.account_id CROSS JOIN LATERAL ${entriesOf(amounts)}
    WHERE e.amount > 0 ORDER BY t.job_id, e.place
    RETURNING account_id
  )`
}

/** The entries of a row of the source, `t`, in their order, as a relation `e`. */
function entriesOf(amounts: Amounts): string {
  const rows = Object.entries(amounts).map(([kind, amount], place) => {
    const { debit, credit } = TRANSFERS[kind as EntryKind]
    return `(${place}, '${kind}', '${debit}', '${credit}', ${amount})`
  })
  return `(VALUES ${rows.join(', ')}) AS e(place, kind, debit, credit, amount)`
}

/** An account's money, in SQL: what is available and held, less what it owes. */
export const NET_BALANCE = 'balance.available_micros + balance.held_micros - balance.owed_micros'

/** Ledger accounts that `NET_BALANCE` is made of. */
const NET_ACCOUNTS: readonly LedgerAccount[] = ['available', 'held', 'owed']

/** What the transfers of a row change in the account's money, in SQL. */
function netChangeOf(amounts: Amounts): string {
  const changes = Object.entries(amounts).flatMap(([kind, amount]) => {
    const { debit, credit } = TRANSFERS[kind as EntryKind]
    const [leaves, comes] = [debit, credit].map((account) => NET_ACCOUNTS.includes(account))
    return leaves === comes ? [] : `${comes ? '+' : '-'} (${amount})`
  })
  return `0 ${changes.join(' ')}`
}

/** Counts the entries that the account is shown. */
function shownEntries(amounts: Amounts): string {
  const shown = Object.entries(amounts).filter(([kind]) => !isInternal(kind as EntryKind))
  if (shown.length === 0) return ''
  return `, transactions = balance.transactions ${shown.map(([, amount]) => `+ (${amount} > 0)::int`).join(' ')}`
}

/** What the transfers change in a balance: `<name>_micros = <before>.<name>_micros + <raised> - <lowered>`, for those that they touch. */
function changesOf(amounts: Amounts, before: string): string {
  return Object.entries(KEPT_ACCOUNTS)
    .flatMap(([account, raising]) => {
      const changes = Object.entries(amounts).flatMap(([kind, amount]) => {
        const sides = TRANSFERS[kind as EntryKind]
        if (sides[raising] === account) return `+ (${amount})`
        return Object.values(sides).includes(account as LedgerAccount) ? `- (${amount})` : []
      })
      return changes.length > 0 ? `${account}_micros = ${before}.${account}_micros ${changes.join(' ')}` : []
    })
    .join(', ')
}
