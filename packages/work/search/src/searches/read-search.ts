import { RETENTION } from '@gleaner/contracts/limits'
import type { Queryable } from '@gleaner/db'
import type { StoredAnswer } from './stored-search.ts'

export interface SearchRow {
  id: string
  answer: StoredAnswer
  costMicros: number
  createdAt: Date
  /** Of the scrapes of its results; null without any. */
  total: number | null
  succeeded: number | null
  failed: number | null
  cancelled: number | null
  scrapedMicros: number | null
  isScraping: boolean
}

export type SearchReading = { kind: 'found'; row: SearchRow } | { kind: 'expired' } | { kind: 'unknown' }

/** Reads a search of `accountId`; one of somebody else is unknown. */
export async function readSearch(db: Queryable, accountId: string, id: string): Promise<SearchReading> {
  const { rows } = await db.query<Omit<SearchRow, 'answer'> & { answer: StoredAnswer | null }>({
    name: 'read-search',
    text: `
      SELECT search.id, search.answer, search.cost_micros::float8 AS "costMicros", search.created_at AS "createdAt",
             batch.total, batch.succeeded, batch.failed, batch.cancelled, batch.cost_micros::float8 AS "scrapedMicros",
             batch.id IS NOT NULL AND batch.finished_at IS NULL AS "isScraping"
      FROM search LEFT JOIN batch ON batch.id = search.id AND batch.account_id = search.account_id AND batch.kind = 'search'
      WHERE search.id = $1 AND search.account_id = $2`,
    values: [id, accountId],
  })
  const found = rows[0]
  if (!found) return { kind: 'unknown' }
  const age = Date.now() - found.createdAt.getTime()
  if (age > RETENTION.jobMs) return { kind: 'unknown' }
  if (age > RETENTION.resultMs || !found.answer) return { kind: 'expired' }
  return { kind: 'found', row: { ...found, answer: found.answer } }
}
