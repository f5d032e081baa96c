import type { Queryable } from '@gleaner/db'
import type { PageSource } from './insert-pages.ts'

/** A page whose turn has come. */
export interface WaitingPage {
  key: Buffer
  url: string
  depth: number
  source: PageSource
}

/** A place in the order of the frontier. */
export interface FrontierPlace {
  depth: number
  seq: bigint
}

/**
 * The next pages of a crawl: those nearest to its start, in the order in which they were found. None waits before `begin`. `first`: the
 * place of the first one.
 */
export async function nextPages(
  sql: Queryable,
  crawlId: string,
  limit: number,
  begin: FrontierPlace,
): Promise<{ pages: WaitingPage[]; first: FrontierPlace | undefined }> {
  const { rows } = await sql.query<WaitingPage & { seq: bigint }>({
    name: 'next-crawl-pages',
    text: `SELECT key, url, depth, source, seq FROM crawl_page
           WHERE crawl_id = $1 AND state = 'waiting' AND (depth, seq) >= ($3, $4) ORDER BY depth, seq LIMIT $2`,
    values: [crawlId, limit, begin.depth, begin.seq],
  })
  const pages = rows.map(({ seq: _, ...page }) => page)
  return { pages, first: rows[0] && { depth: rows[0].depth, seq: rows[0].seq } }
}

/** Notes which items scrape which pages. */
export async function markIssued(
  sql: Queryable,
  crawlId: string,
  pages: readonly { key: Buffer; jobId: string }[],
): Promise<void> {
  await sql.query({
    name: 'mark-crawl-pages-issued',
    text: `UPDATE crawl_page AS page SET state = 'issued', job_id = issued.job_id
           FROM unnest($2::bytea[], $3::uuid[]) AS issued(key, job_id) WHERE page.crawl_id = $1 AND page.key = issued.key`,
    values: [crawlId, pages.map(({ key }) => key), pages.map(({ jobId }) => jobId)],
  })
}

/** Takes pages out of the line that are not to be scraped after all. */
export async function dropPages(sql: Queryable, crawlId: string, keys: readonly Buffer[]): Promise<void> {
  if (keys.length === 0) return
  await sql.query({
    name: 'drop-crawl-pages',
    text: `UPDATE crawl_page SET state = 'done' WHERE crawl_id = $1 AND key = ANY($2)`,
    values: [crawlId, keys],
  })
}
