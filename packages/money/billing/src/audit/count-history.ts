import type { Queryable } from '@gleaner/db'
import { moveCheckpoints } from './check-accounts.ts'
import type { CheckResult } from './discrepancies.ts'
import { HISTORY_START, type HistoryPosition } from './position.ts'
import { addSums, KEPT, SUM_COLUMNS, SUMS, type Sums, sumsOf } from './sums.ts'

const HISTORY = 'the running balance differs from the sum of all entries from the first one on'

/** Where the walk goes on: with the account's first entry, when entries up to where it was were folded since. */
export async function resumeHistory(db: Queryable, start: HistoryPosition): Promise<HistoryPosition> {
  const foldedThrough = await readFoldedThrough(db, start.account)
  if (start.foldedThrough === foldedThrough || BigInt(start.entry) >= BigInt(foldedThrough)) return start
  return { ...HISTORY_START, account: start.account, foldedThrough }
}

async function readFoldedThrough(db: Queryable, accountId: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT folded_through::text AS id FROM balance WHERE account_id = $1',
    [accountId],
  )
  return rows[0]?.id ?? '0'
}

interface Counted extends Sums {
  id: string
  lastEntry: string
  entries: number
}

/**
 * Counts the next `limit` entries in the order of accounts, from the first one on and without any checkpoint: entries that were
 * changed behind a checkpoint are found here. An account is compared when its last entry has been counted; what it is compared with
 * is of the same snapshot.
 */
export async function countHistory(
  db: Queryable,
  start: HistoryPosition,
  limit: number,
): Promise<CheckResult & { next: HistoryPosition | undefined }> {
  const { rows } = await db.query<Counted>(
    `SELECT account_id AS id, max(id)::text AS "lastEntry", count(*)::int AS entries, ${SUMS}
     FROM (SELECT * FROM ledger_entry WHERE (account_id, id) > ($1, $2) ORDER BY account_id, id LIMIT $3) AS e
     GROUP BY account_id ORDER BY account_id`,
    [start.account, start.entry, limit],
  )
  const counted = withCarried(start, rows)
  const isEnd = counted.reduce((sum, { entries }) => sum + entries, 0) < limit
  const last = isEnd ? undefined : counted.at(-1)!
  const done = counted.filter((account) => account !== last)
  const wrong = await differing(db, done)
  await moveCheckpoints(
    db,
    done.filter(({ id }) => !wrong.has(id)),
  )
  return {
    kinds: [HISTORY],
    examined: done.map(({ id }) => id),
    found: [...wrong].map((id) => ({ accountId: id, subject: id, what: HISTORY })),
    next: last && {
      account: last.id,
      entry: last.lastEntry,
      foldedThrough: await readFoldedThrough(db, last.id),
      ...sumsOf(last),
    },
  }
}

/** The account in whose midst the last round ended begins with what was counted then; it may also have ended just there. */
function withCarried(start: HistoryPosition, rows: Counted[]): Counted[] {
  const { account, entry } = start
  if (account === HISTORY_START.account) return rows
  const [first, ...others] = rows
  if (first?.id !== account) return [{ id: account, lastEntry: entry, entries: 0, ...sumsOf(start) }, ...rows]
  return [{ ...first, ...addSums(first, start) }, ...others]
}

async function differing(db: Queryable, counted: readonly Counted[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT c.account_id AS id
     FROM unnest($1::uuid[], ${KEPT.map((_, i) => `$${i + 2}::bigint[]`).join(', ')}) AS c(account_id, ${KEPT.join(', ')})
       LEFT JOIN balance b USING (account_id)
     WHERE (${KEPT.map((account) => `c.${account}`).join(', ')})
       IS DISTINCT FROM (${SUM_COLUMNS.map((column) => `b.${column}`).join(', ')})`,
    [counted.map(({ id }) => id), ...KEPT.map((account) => counted.map((sums) => sums[account]))],
  )
  return new Set(rows.map(({ id }) => id))
}
