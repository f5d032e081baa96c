import { randomUUID } from 'node:crypto'
import { type Queryable, retryWhileUnavailable } from '@gleaner/db'
import { transferSql } from './transfer-sql.ts'

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
  const values = [accountId, amountMicros, note, reference]
  const { rows } = await retryWhileUnavailable(
    () => db.query<{ credited: boolean; known: boolean }>(DEPOSIT, values).catch(asKnown),
    PATIENCE_MS,
  )
  if (!rows[0]!.credited && !rows[0]!.known) throw new Error(`account ${accountId} has no balance`)
}

/** The same deposit is made at the same moment by somebody else: the unique index has refused this one, balance and all. */
function asKnown(error: unknown) {
  if ((error as { constraint?: string }).constraint !== 'ledger_entry_reference_key') throw error
  return { rows: [{ credited: false, known: true }] }
}

const DEPOSIT = `
  WITH account AS (
    SELECT account_id FROM balance WHERE account_id = $1 FOR UPDATE
  ), paid AS (
    SELECT account_id, NULL::uuid AS job_id, $2::bigint AS amount FROM account
    WHERE NOT EXISTS (SELECT FROM ledger_entry WHERE account_id = $1 AND reference = $4)
  ), ${transferSql('paid', { deposit: 't.amount' }, { note: '$3', reference: '$4' })}
  SELECT EXISTS (SELECT FROM paid_entry) AS credited,
         EXISTS (SELECT FROM ledger_entry WHERE account_id = $1 AND reference = $4) AS known`

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
