import type { Queryable } from '@gleaner/db'

/** A job that comes with a time before that is seen after this time, in ms. */
const REMEMBERED_MS = 3_600_000

/** From when on jobs that are open were queued. */
export interface OpenSince {
  /** No job that is open, or will be, was queued before this: a time of the database, as text. */
  read(db: Queryable): Promise<string>
}

/**
 * Remembers when the oldest open job was queued, less a minute, which is longer than any statement takes to its commit. While an old
 * transaction is open, jobs that have ended stay in the index: nobody walks over them twice.
 */
export function createOpenSince(): OpenSince {
  let since = '-infinity'
  let until = 0
  return {
    async read(db) {
      if (performance.now() >= until) {
        since = '-infinity'
        until = performance.now() + REMEMBERED_MS
      }
      const { rows } = await db.query<{ since: string }>({
        name: 'read-open-since',
        text: `SELECT (LEAST((
                 SELECT queued_at FROM job WHERE finished_at IS NULL AND queued_at IS NOT NULL AND queued_at >= $1::timestamptz
                 ORDER BY queued_at LIMIT 1), now()) - interval '1 minute')::text AS since`,
        values: [since],
      })
      since = rows[0]!.since
      return since
    },
  }
}
