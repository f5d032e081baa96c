import type { Transaction, TransactionKind, TransactionList, TransactionQuery } from '@gleaner/contracts'
import { ApiError } from '@gleaner/contracts/errors'
import type { Queryable } from '@gleaner/db'
import { readTotals } from './ledger.ts'
import { toCents, toCredits } from './money.ts'
import { type EntryKind, INTERNAL_KINDS, type InternalKind, JOB_ENTRIES, TRANSFERS } from './transfer-sql.ts'

type ShownKind = Exclude<EntryKind, InternalKind>

/** What the entries that an account is shown are called there. */
const SHOWN: Record<ShownKind, TransactionKind> = {
  deposit: 'deposit',
  capture: 'charge',
  fee: 'charge',
  refund: 'refund',
  dispute: 'dispute',
  reinstatement: 'reinstatement',
}

/** A page that begins deeper is read by `cursor`, which takes no longer however deep it is. */
const MAX_OFFSET = 10_000

/** The entries of an account's ledger that it is shown, newest first. Throws INVALID_REQUEST for an offset that is too deep. */
export async function listTransactions(
  db: Queryable,
  accountId: string,
  { limit, offset, cursor, kind }: TransactionQuery,
): Promise<TransactionList> {
  if (offset > MAX_OFFSET) throw tooDeep()
  const [{ rows }, total] = await Promise.all([
    db.query<EntryRow>(entriesSql(kind), [accountId, cursor ?? MAX_ID, limit + 1, offset]),
    countTransactions(db, accountId, kind),
  ])
  const page = rows.slice(0, limit)
  return {
    transactions: page.map(presentEntry),
    total,
    limit,
    offset,
    next_cursor: rows.length > limit ? page.at(-1)!.id : null,
  }
}

const MAX_ID = '9223372036854775807'

interface EntryRow {
  id: string
  kind: ShownKind
  amountMicros: bigint
  balanceAfterMicros: bigint | null
  jobId: string | null
  note: string | null
  foldedEntries: number | null
  /** YYYY-MM. */
  foldedMonth: string | null
  createdAt: Date
}

/** Entries before an id. Those that no job made have an index of their own, which its condition names. */
export function entriesSql(kind?: TransactionKind): string {
  return `
  SELECT id::text, kind, amount_micros AS "amountMicros", balance_after_micros AS "balanceAfterMicros", job_id AS "jobId", note,
         folded_entries AS "foldedEntries", to_char(folded_month, 'YYYY-MM') AS "foldedMonth", created_at AS "createdAt"
  FROM ledger_entry WHERE account_id = $1 AND id < $2 AND ${conditionOn(kind)} ORDER BY ledger_entry.id DESC LIMIT $3 OFFSET $4`
}

function conditionOn(kind: TransactionKind | undefined): string {
  if (kind === undefined) return `kind NOT IN (${listed(INTERNAL_KINDS)})`
  const kinds = kindsShownAs(kind)
  const condition = `kind IN (${listed(kinds)})`
  return kinds.some((name) => JOB_ENTRIES.includes(name)) ? condition : `${condition} AND ${NO_JOBS}`
}

function kindsShownAs(kind: TransactionKind): ShownKind[] {
  return (Object.keys(SHOWN) as ShownKind[]).filter((name) => SHOWN[name] === kind)
}

const listed = (kinds: readonly EntryKind[]) => kinds.map((kind) => `'${kind}'`).join(', ')
const NO_JOBS = `kind NOT IN (${listed(JOB_ENTRIES)})`

/** The balance keeps how many there are; those that no job made are few, and counted. */
async function countTransactions(
  db: Queryable,
  accountId: string,
  kind: TransactionKind | undefined,
): Promise<number> {
  const count = async (condition: string) => {
    const { rows } = await db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ledger_entry WHERE account_id = $1 AND ${condition}`,
      [accountId],
    )
    return rows[0]!.count
  }
  if (kind !== undefined && kind !== 'charge') return await count(conditionOn(kind))
  const { transactions } = await readTotals(db, accountId)
  if (kind === undefined) return transactions
  const others = [...INTERNAL_KINDS, ...kindsShownAs('charge')]
  return transactions - (await count(`${NO_JOBS} AND kind NOT IN (${listed(others)})`))
}

function presentEntry({ kind, amountMicros, balanceAfterMicros, ...row }: EntryRow): Transaction {
  const change = raisesBalance(kind) ? amountMicros : -amountMicros
  return {
    id: row.id,
    kind: SHOWN[kind],
    amount_credits: toCredits(change),
    amount_cents: toCents(change),
    balance_after_credits: balanceAfterMicros === null ? null : toCredits(balanceAfterMicros),
    job_id: row.jobId,
    note:
      row.foldedMonth === null
        ? row.note
        : `${row.foldedEntries} ${FOLDED_NAMES[kind]} of ${row.foldedMonth}`,
    created_at: row.createdAt.toISOString(),
  }
}

/** What a folded entry that is shown stands for. */
const FOLDED_NAMES: Partial<Record<EntryKind, string>> = {
  capture: 'charges for jobs',
  fee: 'charges for calls',
}

/** Whether an entry adds to what the account has; what it owes counts against that. */
function raisesBalance(kind: EntryKind): boolean {
  return TRANSFERS[kind].credit === 'available'
}

function tooDeep(): ApiError {
  const message = `must be at most ${MAX_OFFSET.toLocaleString('en')}; read on with the cursor that each reply names`
  return new ApiError('INVALID_REQUEST', `offset: ${message}`, { issues: [{ path: 'offset', message }] })
}
