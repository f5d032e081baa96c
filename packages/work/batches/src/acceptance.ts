import type { Queryable } from '@gleaner/db'

/** What a row of `batch` is to its caller. */
export type BatchKind = 'batch' | 'crawl' | 'search'

export async function isAccepted(sql: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await sql.query('SELECT FROM batch WHERE id = $1', [id])
  return rowCount === 1
}
