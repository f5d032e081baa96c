import { randomUUID } from 'node:crypto'
import { NIL_UUID } from '@gleaner/contracts/ids'
import {
  type Pool,
  type Queryable,
  retryWhileUnavailable,
  type Stuck,
  takeApart,
  throwStuck,
  withConnection,
} from '@gleaner/db'
import { type LedgerAccount, TRANSFERS, transferSql } from './transfer-sql.ts'

/** Creates the balance of a new account, empty. */
export async function createBalance(db: Queryable, accountId: string): Promise<void> {
  await db.query('INSERT INTO balance (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [accountId])
}

/** How long a deposit is tried again while the database is away. */
const PATIENCE_MS = 5_000

/**
 * Credits money that came from outside, in one statement: the entry and the running balance change together. `reference` names
 * the payment: the deposit of one that was credited before changes nothing, so a repeat is safe. Without one, only what this call
 * itself repeats (a commit whose answer was lost) is safe.
 */
export async function deposit(
  db: Queryable,
  accountId: string,
  amountMicros: bigint,
  note: string,
  reference: string = randomUUID(),
): Promise<void> {
  const transfer = { accountId, amountMicros, note, reference }
  const made = await retryWhileUnavailable(() => transferOutside(db, 'deposit', transfer), PATIENCE_MS)
  if (made === 'no balance') throw new Error(`account ${accountId} has no balance`)
}

/** Entries between an account and the world outside. */
export type OutsideKind = 'deposit' | 'refund' | 'dispute' | 'reinstatement'

export interface OutsideTransfer {
  accountId: string
  amountMicros: bigint
  note: string
  /** What it is for, once in an account. */
  reference: string
}

/**
 * Moves money between an account and the world outside, once for a reference. What goes out is owed, and of what is owed whatever is
 * available is repaid in the same statement: a balance is never below zero, and the next deposit pays the rest.
 */
export async function transferOutside(
  db: Queryable,
  kind: OutsideKind,
  { accountId, amountMicros, note, reference }: OutsideTransfer,
): Promise<'made' | 'made before' | 'no balance'> {
  const { rows } = await db
    .query<{ made: boolean; known: boolean }>(outsideSql(kind), [accountId, amountMicros, note, reference])
    .catch(asKnown)
  const { made, known } = rows[0]!
  if (made) return 'made'
  return known ? 'made before' : 'no balance'
}

/** The same transfer is made at the same moment by somebody else: the unique index has refused this one, balance and all. */
function asKnown(error: unknown) {
  if ((error as { constraint?: string }).constraint !== 'ledger_entry_reference_key') throw error
  return { rows: [{ made: false, known: true }] }
}

const outsideSql = (kind: OutsideKind) => `
  WITH account AS (
    SELECT account_id, available_micros, owed_micros FROM balance WHERE account_id = $1 FOR UPDATE
  ), paid AS (
    SELECT account_id, NULL::uuid AS job_id, $2::bigint AS amount, ${REPAID_AFTER[TRANSFERS[kind].debit]} AS repaid,
           available_micros, owed_micros
    FROM account WHERE NOT EXISTS (SELECT FROM ledger_entry WHERE account_id = $1 AND reference = $4)
  ), ${transferSql(
    'paid',
    { [kind]: 't.amount', repayment: 't.repaid' },
    { named: { note: '$3', reference: "CASE WHEN e.kind <> 'repayment' THEN $4 END" }, locked: true },
  )}
  SELECT EXISTS (SELECT FROM paid_entry) AS made,
         EXISTS (SELECT FROM ledger_entry WHERE account_id = $1 AND reference = $4) AS known`

/** What is repaid once $2 has come in from outside, or is owed as well. */
const REPAID_AFTER: Partial<Record<LedgerAccount, string>> = {
  external: 'LEAST(available_micros + $2, owed_micros)',
  owed: 'LEAST(available_micros, owed_micros + $2)',
}

/** Accounts of one statement. */
const COLLECTED_AT_ONCE = 1000

/**
 * Repays what is owed from what is available: jobs may have given back what they held since. Returns how many accounts repaid.
 * An index of the accounts that owe makes it cheap when none does. Throws at the end where accounts could not; they keep no others.
 */
export async function collectOwed(pool: Pool): Promise<number> {
  return await withConnection(pool, collectAll)
}

async function collectAll(db: Queryable): Promise<number> {
  let repaid = 0
  const stuck: Stuck<string>[] = []
  const collect = async (accounts: readonly string[]) => {
    repaid += (await db.query(COLLECT_OWED, [accounts])).rowCount ?? 0
  }
  for (let after = NIL_UUID, isMore = true; isMore; ) {
    const accounts = await owingAccounts(db, after)
    stuck.push(...(await takeApart(accounts, collect)))
    after = accounts.at(-1) ?? after
    isMore = accounts.length === COLLECTED_AT_ONCE
  }
  throwStuck(stuck, 'accounts could not repay what they owe')
  return repaid
}

async function owingAccounts(db: Queryable, after: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT account_id AS id FROM balance WHERE owed_micros > 0 AND available_micros > 0 AND account_id > $1
     ORDER BY account_id LIMIT ${COLLECTED_AT_ONCE}`,
    [after],
  )
  return rows.map(({ id }) => id)
}

const COLLECT_OWED = `
  WITH account AS (
    SELECT account_id, available_micros, owed_micros FROM balance
    WHERE account_id = ANY($1::uuid[]) AND owed_micros > 0 AND available_micros > 0 FOR UPDATE SKIP LOCKED
  ), owing AS (
    SELECT account_id, NULL::uuid AS job_id, LEAST(available_micros, owed_micros) AS repaid,
           available_micros, owed_micros
    FROM account
  ), ${transferSql('owing', { repayment: 't.repaid' }, { locked: true })}
  SELECT FROM owing_entry`

export interface Balance {
  availableMicros: bigint
  heldMicros: bigint
  /** What went back outside although it was spent; the next deposit repays it. */
  owedMicros: bigint
}

export async function readBalance(db: Queryable, accountId: string): Promise<Balance> {
  const { rows } = await db.query<{ available_micros: bigint; held_micros: bigint; owed_micros: bigint }>({
    name: 'read-balance',
    text: 'SELECT available_micros, held_micros, owed_micros FROM balance WHERE account_id = $1',
    values: [accountId],
  })
  const { available_micros = 0n, held_micros = 0n, owed_micros = 0n } = rows[0] ?? {}
  return { availableMicros: available_micros, heldMicros: held_micros, owedMicros: owed_micros }
}

/** The money of an account since it exists, in micros. */
export interface Totals extends Balance {
  /** What it has: available and held, less what it owes. */
  netMicros: bigint
  /** What was charged. */
  usedMicros: bigint
  /** What was paid in, less what was paid back. */
  depositedMicros: bigint
  /** Entries that the account is shown. */
  transactions: number
}

export async function readTotals(db: Queryable, accountId: string): Promise<Totals> {
  const { rows } = await db.query<Record<'available' | 'held' | 'owed' | 'used' | 'transactions', bigint>>({
    name: 'read-totals',
    text: `SELECT available_micros AS available, held_micros AS held, owed_micros AS owed, revenue_micros AS used, transactions
           FROM balance WHERE account_id = $1`,
    values: [accountId],
  })
  const nothing = { available: 0n, held: 0n, owed: 0n, used: 0n, transactions: 0n }
  const { available, held, owed, used, transactions } = rows[0] ?? nothing
  const net = available + held - owed
  return {
    availableMicros: available,
    heldMicros: held,
    owedMicros: owed,
    netMicros: net,
    usedMicros: used,
    depositedMicros: net + used,
    transactions: Number(transactions),
  }
}
