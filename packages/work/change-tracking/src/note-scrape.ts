import type { Queryable } from '@gleaner/db'
import type { Tracked } from '@gleaner/extract'
import type { History } from './histories.ts'

/** Another scrape has changed a history since it was read: what was compared with it is to be compared again. */
export class HistoryMoved extends Error {
  override readonly name = 'HistoryMoved'
}

/**
 * Writes into a history what a scrape was compared to be, in the transaction that delivers it: both are there, or neither. Until its end others
 * who have compared with the same version wait, and then find that it has moved. Throws HistoryMoved.
 */
export async function noteScrape(
  sql: Queryable,
  { accountId, key, revision, isGone: wasGone }: History,
  { status, version }: Exclude<Tracked, { fault: string }>,
): Promise<void> {
  const isGone = status === 'removed'
  const isMove = version !== undefined || isGone !== wasGone
  const { rowCount } = await sql.query({
    name: 'note-tracked-scrape',
    text: NOTE,
    values: [accountId, key, revision, isMove, isGone, version ?? null],
  })
  if (rowCount === 0) throw new HistoryMoved()
}

const NOTE = `
  UPDATE tracked_page SET revision = revision + $4::bool::int, is_gone = $5, version = COALESCE($6, version),
    bytes = COALESCE(octet_length($6), bytes), scraped_at = GREATEST(scraped_at, now()), seen_at = now()
  WHERE account_id = $1 AND key = $2 AND revision = $3`
