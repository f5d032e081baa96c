import type { Queryable } from '@gleaner/db'
import type { CheckResult, Discrepancy } from './discrepancies.ts'
import { KEPT, SUM_COLUMNS, SUMS, type Sums } from './sums.ts'

const BALANCE = 'the running balance differs from the sum of the ledger entries'
const HELD = 'the money that is held is not what the open jobs hold'

const MIN_PER_ACCOUNT = 100

interface Counted extends Sums {
  id: string
  /** What the balance says. */
  balance: Sums
  openHeld: string
  entries: number
  lastEntry: string
}

/**
 * Compares balances with the entries since each account's checkpoint, some `limit` in all, and moves the checkpoints on. An account
 * with more of them than its share is compared another time. Ids of an
 * account's entries grow in the order of their commits (see `transferSql`), so none before a checkpoint is still to come. Where the two
 * differ the checkpoint is dropped: the next count begins at the first entry. A fold leaves sums up to where it has come, and
 * beyond; a checkpoint amid what was folded since it was written counts for nothing.
 */
export async function checkAccounts(
  db: Queryable,
  accountIds: readonly string[],
  limit: number,
): Promise<CheckResult> {
  if (accountIds.length === 0) return { kinds: [], examined: [], found: [] }
  const perAccount = Math.max(MIN_PER_ACCOUNT, Math.ceil(limit / accountIds.length))
  const { rows } = await db.query<Counted>(
    `SELECT a.account_id AS id, COALESCE(o.held, 0)::text AS "openHeld",
            json_build_object(${KEPT.map((account) => `'${account}', COALESCE(b.${account}_micros, 0)::text`).join(', ')}) AS balance,
            ${KEPT.map((account) => `(COALESCE(c.${account}_micros, 0) + s.${account})::text AS ${account}`).join(', ')},
            s.entries, COALESCE(s.last_entry, c.entry_id, 0)::text AS "lastEntry"
     FROM unnest($1::uuid[]) AS a(account_id)
     LEFT JOIN balance b USING (account_id)
     LEFT JOIN ledger_checkpoint c ON c.account_id = a.account_id
       AND (c.entry_id >= COALESCE(b.folded_through, 0) OR c.folded_through = b.folded_through)
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS entries, max(id) AS last_entry, ${SUMS} FROM (
         SELECT * FROM ledger_entry
         WHERE account_id = a.account_id AND id > COALESCE(c.entry_id, 0) ORDER BY id LIMIT $2
       ) AS e
     ) AS s
     CROSS JOIN LATERAL (
       SELECT sum(hold_micros) AS held FROM (
         (SELECT hold_micros FROM job WHERE finished_at IS NULL AND account_id = a.account_id ORDER BY account_id, id OFFSET 0)
         UNION ALL SELECT hold_micros FROM call_hold WHERE account_id = a.account_id
       ) AS open
     ) AS o`,
    [accountIds, perAccount],
  )
  const isDone = ({ entries }: Counted) => entries < perAccount
  const wrong = rows.filter((row) => isDone(row) && !agrees(row))
  const moved = rows.filter((row) => row.entries > 0 && !wrong.includes(row))
  await moveCheckpoints(db, moved)
  await dropCheckpoints(db, wrong)
  return {
    kinds: [BALANCE, HELD],
    examined: rows.filter(isDone).map(({ id }) => id),
    found: rows.filter(isDone).flatMap(faultsOf),
  }
}

function agrees(row: Counted): boolean {
  return KEPT.every((account) => row[account] === row.balance[account])
}

function faultsOf(row: Counted): Discrepancy[] {
  const faults = [!agrees(row) && BALANCE, row.balance.held !== row.openHeld && HELD]
  return faults.flatMap((what) => (what ? { accountId: row.id, subject: row.id, what } : []))
}

/** Written by the walk over all entries as well: sums of an account's entries up to one of them. */
export async function moveCheckpoints(
  db: Queryable,
  counted: readonly (Sums & Pick<Counted, 'id' | 'lastEntry'>)[],
): Promise<void> {
  if (counted.length === 0) return
  await db.query(
    `INSERT INTO ledger_checkpoint (account_id, entry_id, ${SUM_COLUMNS.join(', ')}, folded_through)
     SELECT c.*, COALESCE(b.folded_through, 0)
     FROM unnest($1::uuid[], $2::bigint[], ${KEPT.map((_, i) => `$${i + 3}::bigint[]`).join(', ')}) AS c(account_id)
       LEFT JOIN balance b USING (account_id)
     ON CONFLICT (account_id) DO UPDATE SET entry_id = excluded.entry_id, folded_through = excluded.folded_through,
       ${SUM_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [
      counted.map(({ id }) => id),
      counted.map(({ lastEntry }) => lastEntry),
      ...KEPT.map((account) => counted.map((sums) => sums[account])),
    ],
  )
}

async function dropCheckpoints(db: Queryable, rows: readonly Counted[]): Promise<void> {
  if (rows.length === 0) return
  await db.query('DELETE FROM ledger_checkpoint WHERE account_id = ANY($1)', [rows.map(({ id }) => id)])
}
