import type { Queryable } from '@gleaner/db'
import { moveCheckpoints } from './check-accounts.ts'
import type { Findings } from './findings.ts'
import { HISTORY_START, type HistoryPosition } from './position.ts'
import { SUMS } from './sums.ts'

const HISTORY = 'the running balance differs from the sum of all entries from the first one on'

interface Counted {
  id: string
  available: bigint
  held: bigint
  owed: bigint
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
): Promise<Findings & { next: HistoryPosition | undefined }> {
  const { rows } = await db.query<{
    id: string
    available: string
    held: string
    owed: string
    lastEntry: string
    entries: number
  }>(
    `SELECT account_id AS id, max(id)::text AS "lastEntry", count(*)::int AS entries, ${SUMS}
     FROM (SELECT * FROM ledger_entry WHERE (account_id, id) > ($1, $2) ORDER BY account_id, id LIMIT $3) AS e
     GROUP BY account_id ORDER BY account_id`,
    [start.account, start.entry, limit],
  )
  const counted = withCarried(
    start,
    rows.map((row) => ({
      ...row,
      available: BigInt(row.available),
      held: BigInt(row.held),
      owed: BigInt(row.owed),
    })),
  )
  const isEnd = counted.reduce((sum, { entries }) => sum + entries, 0) < limit
  const last = isEnd ? undefined : counted.at(-1)!
  const done = counted.filter((account) => account !== last)
  const wrong = await differing(db, done)
  const text = ({ id, lastEntry, available, held, owed }: Counted) => ({
    id,
    lastEntry,
    available: `${available}`,
    held: `${held}`,
    owed: `${owed}`,
  })
  await moveCheckpoints(db, done.filter(({ id }) => !wrong.has(id)).map(text))
  return {
    kinds: [HISTORY],
    examined: done.map(({ id }) => id),
    found: [...wrong].map((id) => ({ accountId: id, subject: id, what: HISTORY })),
    next: last && positionAfter(text(last)),
  }
}

function positionAfter({
  id,
  lastEntry,
  ...sums
}: Record<'id' | 'lastEntry' | 'available' | 'held' | 'owed', string>) {
  return { account: id, entry: lastEntry, ...sums }
}

/** The account in whose midst the last turn ended begins with what was counted then; it may also have ended just there. */
function withCarried({ account, entry, available, held, owed }: HistoryPosition, rows: Counted[]): Counted[] {
  if (account === HISTORY_START.account) return rows
  const carried = {
    id: account,
    available: BigInt(available),
    held: BigInt(held),
    owed: BigInt(owed),
    lastEntry: entry,
    entries: 0,
  }
  const [first, ...others] = rows
  if (first?.id !== account) return [carried, ...rows]
  return [
    {
      ...first,
      available: first.available + carried.available,
      held: first.held + carried.held,
      owed: first.owed + carried.owed,
    },
    ...others,
  ]
}

async function differing(db: Queryable, counted: readonly Counted[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT c.account_id AS id
     FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[]) AS c(account_id, available, held, owed)
       LEFT JOIN balance b USING (account_id)
     WHERE (c.available, c.held, c.owed) IS DISTINCT FROM (b.available_micros, b.held_micros, b.owed_micros)`,
    [
      counted.map(({ id }) => id),
      counted.map(({ available }) => available),
      counted.map(({ held }) => held),
      counted.map(({ owed }) => owed),
    ],
  )
  return new Set(rows.map(({ id }) => id))
}
