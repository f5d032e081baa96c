import { type Pool, type Queryable, transaction } from '@gleaner/db'
import type { PageFindings } from '@gleaner/extract'
import { pageKey } from '../urls/index.ts'
import { ORIGIN } from './fixture.ts'

export interface EnteredPage {
  path: string
  depth?: number
  seq?: number
  /** What was found on it; without them it waits. */
  findings?: Partial<PageFindings> & { again?: true }
}

/** Once for a database: pages of its crawls may have findings of jobs that are not there. */
export async function allowNoJobs(pool: Pool): Promise<void> {
  await pool.query('ALTER TABLE crawl_findings DROP CONSTRAINT crawl_findings_job_id_fkey')
}

/** Puts pages into the frontier of a crawl that runs; those with findings have been scraped, by jobs that are not there. */
export async function enterPages(pool: Pool, crawlId: string, pages: readonly EnteredPage[]): Promise<void> {
  await transaction(pool, async (sql) => {
    for (const [at, page] of pages.entries()) await enterPage(sql, crawlId, { seq: at, ...page })
    const read = pages.filter(({ findings }) => findings !== undefined).length
    await sql.query('UPDATE batch SET total = total + $2, succeeded = succeeded + $2 WHERE id = $1', [
      crawlId,
      read,
    ])
    await sql.query(
      `UPDATE crawl SET phase = 'running', discovered = discovered + $2, waiting = waiting + $3, version = version + 1 WHERE id = $1`,
      [crawlId, pages.length, pages.length - read],
    )
  })
}

async function enterPage(
  sql: Queryable,
  crawlId: string,
  { path, depth = 1, seq, findings }: EnteredPage,
): Promise<void> {
  const url = ORIGIN + path
  const jobId = findings ? crypto.randomUUID() : null
  await sql.query(
    `INSERT INTO crawl_page (crawl_id, key, url, depth, source, seq, state, job_id) VALUES ($1, $2, $3, $4, 'link', $5, $6, $7)`,
    [crawlId, pageKey(url), url, depth, seq, findings ? 'issued' : 'waiting', jobId],
  )
  if (findings)
    await sql.query('INSERT INTO crawl_findings (job_id, crawl_id, findings) VALUES ($1, $2, $3)', [
      jobId,
      crawlId,
      JSON.stringify({ final_url: url, links: [], ...findings }),
    ])
}
