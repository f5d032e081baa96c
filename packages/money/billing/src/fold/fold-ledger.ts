import { type Pool, type Purge, type Queryable, transaction } from '@gleaner/db'
import { ALLOW, FOLD, NEXT_ACCOUNT, POSTPONE, READ_BY_INDEX } from './fold-sql.ts'

/** Entries of a transaction: the balance is locked for some ten milliseconds. */
const SLICE = 1_000

/**
 * Folds the ledger's old entries by month, account by account and slice by slice. Each slice is one transaction under the lock of the account's
 * balance, so that the balance is the sum of the entries at every moment, wherever this is broken off.
 */
export function foldLedger(slice = SLICE): Purge {
  return {
    name: 'ledger-folds',
    async run(pool, endAt) {
      let rows = 0
      do {
        const folded = await foldNext(pool, slice)
        if (folded === undefined) return { rows, isDone: true }
        rows += folded
      } while (Date.now() < endAt)
      return { rows, isDone: false }
    },
  }
}

export const FOLDS = [foldLedger()]

/** Entries that were folded; undefined when no account has its turn. */
async function foldNext(pool: Pool, slice: number): Promise<number | undefined> {
  return await transaction(pool, async (db) => {
    await db.query(READ_BY_INDEX)
    const { rows } = await db.query<Account>(NEXT_ACCOUNT)
    return rows[0] && (await foldSlice(db, rows[0], slice))
  })
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
