import {
  isCanceled,
  isDatabaseUnavailable,
  type Pool,
  type Purge,
  type Queryable,
  transaction,
} from '@gleaner/db'
import { ALLOW, FOLD, NEXT_ACCOUNT, POSTPONE, READ_BY_INDEX } from './fold-sql.ts'

/** Entries of a transaction: the balance is locked for some ten milliseconds. */
const SLICE = 1_000

/**
 * Folds the ledger's old entries by month, account by account and slice by slice. Each slice is one transaction under the lock of the account's
 * balance, so that the balance is the sum of the entries at every moment, wherever this is broken off. An account whose entries cannot be
 * folded is put off by a day, and keeps no other.
 */
export function foldLedger(slice = SLICE): Purge {
  return {
    name: 'ledger-folds',
    async run(pool, endAt) {
      let rows = 0
      const faults: unknown[] = []
      const purged = (isDone: boolean) => ({ rows, isDone, ...(faults.length > 0 && { faults }) })
      do {
        const folded = await foldNext(pool, slice, faults)
        if (folded === undefined) return purged(true)
        rows += folded
      } while (Date.now() < endAt)
      return purged(false)
    },
  }
}

export const FOLDS = [foldLedger()]

/** Entries that were folded; undefined when no account has its turn. */
async function foldNext(pool: Pool, slice: number, faults: unknown[]): Promise<number | undefined> {
  let account: Account | undefined
  try {
    return await transaction(pool, async (db) => {
      await db.query(READ_BY_INDEX)
      account = (await db.query<Account>(NEXT_ACCOUNT)).rows[0]
      return account && (await foldSlice(db, account, slice))
    })
  } catch (fault) {
    if (!account || (isDatabaseUnavailable(fault) && !isCanceled(fault))) throw fault
    faults.push(fault)
    await pool.query(POSTPONE, [account.id])
    return 0
  }
}

interface Account {
  id: string
  foldedThrough: bigint
  /** The audit has found something: its entries stay until it is in order again. */
  isInDoubt: boolean
}

/** The statement sees what was committed before the balance was free. */
async function foldSlice(
  db: Queryable,
  { id, foldedThrough, isInDoubt }: Account,
  slice: number,
): Promise<number> {
  if (isInDoubt) {
    await db.query(POSTPONE, [id])
    return 0
  }
  await db.query(ALLOW, [id])
  const { rows } = await db.query<{ rows: number }>(FOLD, [id, foldedThrough, slice])
  return rows[0]!.rows
}
