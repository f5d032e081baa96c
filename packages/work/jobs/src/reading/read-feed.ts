import type { Queryable } from '@gleaner/db'

/** A place among what has ended in an account: after whatever ended before that time, and at it with a lower id. */
export interface FeedPlace {
  /** In ms of Unix time, as rows hold it. */
  at: number
  id: string
}

/** What has ended: a job, a batch or a crawl. */
export interface FeedEntry extends FeedPlace {
  kind: 'job' | 'batch' | 'crawl'
}

/**
 * The time before which nothing ends any more: rows end at the beginning of the transaction that ends them, so that what began before the
 * oldest one at work has been committed. One that has lasted longer is not waited for; in seconds.
 */
const OLDEST_SECONDS = 60

export const SETTLED_UNTIL = `
  SELECT floor(extract(epoch FROM GREATEST(
    now() - interval '${OLDEST_SECONDS} seconds',
    (SELECT min(xact_start) FROM pg_stat_activity WHERE datname = current_database() AND xact_start > now() - interval '${OLDEST_SECONDS} seconds')
  )) * 1000)::float8 AS "until"`

const ended = (from: string, kind: string, only: string) => `
  (SELECT ${kind} AS kind, id, finished_at FROM ${from}
   WHERE account_id = $1 AND finished_at IS NOT NULL AND ${only}
     AND finished_at >= to_timestamp($2::float8 / 1000) AND finished_at < to_timestamp($4::float8 / 1000)
     AND (finished_at, id) > (to_timestamp($2::float8 / 1000), $3::uuid)
   ORDER BY finished_at, id LIMIT $5)`

export const READ_FEED = `
  SELECT kind, id, round(extract(epoch FROM finished_at) * 1000)::float8 AS at FROM (
    ${ended('job', "'job'", 'NOT test')}
    UNION ALL ${ended('job', "'job'", 'test')}
    UNION ALL ${ended('batch', 'kind', "kind IN ('batch', 'crawl')")}
  ) AS ended ORDER BY finished_at, id LIMIT $5`

/** Up to where the feed is complete now, in ms. To be read before what it bounds. */
export async function readSettledUntil(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ until: number }>({ name: 'feed-settled-until', text: SETTLED_UNTIL })
  return rows[0]!.until
}

/** What has ended in an account after a place, in order, without gaps: what is read later lies behind it. */
export async function readFeed(
  db: Queryable,
  accountId: string,
  after: FeedPlace,
  limit: number,
): Promise<FeedEntry[]> {
  const until = await readSettledUntil(db)
  if (until <= after.at) return []
  const { rows } = await db.query<FeedEntry>({
    name: 'read-feed',
    text: READ_FEED,
    values: [accountId, after.at, after.id, until, limit],
  })
  return rows
}
