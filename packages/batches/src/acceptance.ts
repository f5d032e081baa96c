import type { Queryable } from '@gleaner/db'

/** What a row of `batch` is to its caller. */
export type BatchKind = 'batch' | 'crawl' | 'search'

/** Held until the transaction ends: of those of a kind that come at once each sees what the others have accepted. */
export async function lockAcceptance(sql: Queryable, accountId: string, kind: BatchKind): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1 || ' of ' || $2, 0))", [kind, accountId])
}

export async function isAccepted(sql: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await sql.query('SELECT FROM batch WHERE id = $1', [id])
  return rowCount === 1
}

export async function countUnfinished(sql: Queryable, accountId: string, kind: BatchKind): Promise<number> {
  const { rowCount } = await sql.query(
    'SELECT FROM batch WHERE account_id = $1 AND kind = $2 AND finished_at IS NULL',
    [accountId, kind],
  )
  return rowCount ?? 0
}
