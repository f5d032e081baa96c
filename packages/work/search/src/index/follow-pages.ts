import { createHash } from 'node:crypto'
import { RETENTION } from '@gleaner/contracts/limits'
import { type Pool, type Queryable, transaction } from '@gleaner/db'
import { createPace } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import { documentOf, indexedUrl } from './document.ts'
import type { IndexedPage } from './indexed-page.ts'
import { parsePage } from './parse-page.ts'
import { type ReadPage, storeDocuments } from './store-documents.ts'

/** Pages of one transaction, and bytes of them that are held at once, unless one alone has more. */
const SLICE_PAGES = 50
const SLICE_BYTES = 2 * MEGABYTE
/** A larger result (its raw bytes, pictures as text) is not read. */
const MOST_PAGE_BYTES = 8 * MEGABYTE
/** How long a job that says to have ended may need until others see it. */
const COMMITTED_AFTER = "interval '30 seconds'"
const KEPT = `interval '${RETENTION.resultMs} milliseconds'`

/** Nobody has searched it for as long as pages are kept: its pages are not followed any more. */
const IS_LEFT = `known.searched_at < now() - ${KEPT}`

/** The accounts whose pages are followed, who has searched last first. */
export async function followedAccounts(db: Queryable, most: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT account_id AS id FROM search_index AS known WHERE NOT (${IS_LEFT}) ORDER BY searched_at DESC LIMIT $1`,
    [most],
  )
  return rows.map(({ id }) => id)
}

/** Begins to follow the pages of an account, or goes on with it for another while. */
export async function openIndex(db: Queryable, accountId: string): Promise<void> {
  await db.query({
    name: 'open-search-index',
    text: `
      INSERT INTO search_index AS known (account_id, indexed_from, indexed_to) VALUES ($1, now(), now())
      ON CONFLICT (account_id) DO UPDATE SET searched_at = now(),
        indexed_from = CASE WHEN ${IS_LEFT} THEN now() ELSE known.indexed_from END,
        indexed_to = CASE WHEN ${IS_LEFT} THEN now() ELSE known.indexed_to END`,
    values: [accountId],
  })
}

/**
 * Reads the next pages of an account into its index, in one transaction: first what is new, then what is older, the newest first. Returns
 * how many were read; 0 when there are none, or when somebody else is at it. `wait`: until that one is done with its slice.
 */
export async function followPages(pool: Pool, accountId: string, wait = false): Promise<number> {
  return await transaction(pool, async (sql) => {
    const { rows } = await sql.query<Followed>(
      `SELECT indexed_from AS "from", indexed_to AS "to" FROM search_index WHERE account_id = $1 FOR UPDATE ${wait ? '' : 'SKIP LOCKED'}`,
      [accountId],
    )
    const followed = rows[0]
    if (!followed) return 0
    const newer = await findPages(sql, accountId, NEWER, followed.to)
    // What ends from here on is seen later: of what is read already no search looks at more than a while.
    if (newer.length === 0) await noteSeen(sql, accountId)
    const found = newer.length > 0 ? newer : await findPages(sql, accountId, OLDER, followed.from)
    const languages = await storeDocuments(sql, accountId, await readPages(sql, found))
    await noteFollowed(sql, accountId, found, newer.length > 0 ? 'newer' : 'older', languages)
    return found.length
  })
}

/** How many pages of an account wait to be read, counted up to `most`. */
export async function countWaiting(db: Queryable, accountId: string, most: number): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>({
    name: 'count-unindexed-pages',
    text: `SELECT count(*)::int AS waiting FROM (
      SELECT FROM search_index AS i JOIN job ON job.account_id = i.account_id
      WHERE i.account_id = $1 AND ${IS_PAGE} AND job.finished_at > now() - ${KEPT}
        AND (job.finished_at > i.indexed_to - ${COMMITTED_AFTER} OR job.finished_at <= i.indexed_from) LIMIT $2) AS waiting`,
    values: [accountId, most],
  })
  return rows[0]!.waiting
}

interface Followed {
  from: Date
  to: Date
}

interface FoundPage {
  id: string
  finishedAt: Date
  bytes: number
}

/** SQL condition on a row of `job`: it has a page of its own that is not in the index. A test key's pages are nobody's. */
const IS_PAGE = `
  job.status = 'completed' AND NOT job.test AND job.cached_from IS NULL AND coalesce(job.spec ->> 'method', 'GET') = 'GET'
  AND NOT EXISTS (SELECT FROM search_document AS known WHERE known.job_id = job.id)`

const NEWER = `job.finished_at > greatest($2::timestamptz - ${COMMITTED_AFTER}, now() - ${KEPT})`
const OLDER = `job.finished_at <= $2 AND job.finished_at > now() - ${KEPT}`

/** The sizes of pages are known without unfolding them. */
async function findPages(sql: Queryable, accountId: string, where: string, at: Date): Promise<FoundPage[]> {
  const { rows } = await sql.query<FoundPage>(
    `SELECT job.id, job.finished_at AS "finishedAt", octet_length(job_page.page) AS bytes
     FROM job JOIN job_page ON job_page.job_id = job.id
     WHERE job.account_id = $1 AND job.finished_at IS NOT NULL AND ${where} AND ${IS_PAGE}
     ORDER BY job.finished_at ${where === NEWER ? 'ASC' : 'DESC'} LIMIT ${SLICE_PAGES}`,
    [accountId, at],
  )
  let bytes = 0
  const last = rows.findIndex((page) => {
    bytes += Math.min(page.bytes, MOST_PAGE_BYTES)
    return bytes > SLICE_BYTES
  })
  return last === -1 ? rows : rows.slice(0, Math.max(1, last))
}

async function readPages(sql: Queryable, found: readonly FoundPage[]): Promise<ReadPage[]> {
  const readable = found.filter(({ bytes }) => bytes <= MOST_PAGE_BYTES).map(({ id }) => id)
  const { rows } = await sql.query<{ id: string; page: string }>(
    'SELECT job_id AS id, page FROM job_page WHERE job_id = ANY($1)',
    [readable],
  )
  const pages = new Map(rows.map(({ id, page }) => [id, page]))
  const read: ReadPage[] = []
  const turn = createPace()
  for (const { id, finishedAt } of found) {
    const text = pages.get(id)
    read.push(documentRow(id, finishedAt, text === undefined ? {} : await parsePage(text)))
    await turn()
  }
  return read
}

function documentRow(jobId: string, fetchedAt: Date, page: IndexedPage): ReadPage {
  const document = documentOf(page)
  return {
    jobId,
    fetchedAt,
    urlKey: createHash('sha256')
      .update(indexedUrl(page) ?? jobId)
      .digest(),
    document,
    replaces: Number(page.status_code) >= 400 || Boolean(document?.body),
  }
}

/** Nothing that has ended until now is left to read: the beginning of the transaction, which is before what it saw. */
async function noteSeen(sql: Queryable, accountId: string): Promise<void> {
  await sql.query({
    name: 'note-seen-pages',
    text: 'UPDATE search_index SET indexed_to = greatest(indexed_to, now()) WHERE account_id = $1',
    values: [accountId],
  })
}

/** The times move to the ends of what was read; with nothing older, all is read that is kept. */
async function noteFollowed(
  sql: Queryable,
  accountId: string,
  found: readonly FoundPage[],
  direction: 'newer' | 'older',
  languages: readonly string[],
): Promise<void> {
  const change =
    direction === 'newer'
      ? 'indexed_to = greatest(indexed_to, $2)'
      : "indexed_from = coalesce($2, '-infinity'::timestamptz)"
  await sql.query(
    `UPDATE search_index SET ${change}, languages = ARRAY(SELECT DISTINCT unnest(languages || $3::text[]) ORDER BY 1) WHERE account_id = $1`,
    [accountId, found.at(-1)?.finishedAt ?? null, languages],
  )
}
