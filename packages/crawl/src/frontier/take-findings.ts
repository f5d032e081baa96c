import type { Queryable } from '@gleaner/db'
import type { PageFindings } from '@gleaner/extract'

/** What was found on a page, as the worker wrote it down. */
export interface StoredFindings extends PageFindings {
  /** They were taken before, when the page was thought to be deeper. */
  again?: true
}

/** Findings with the page that they were made on. */
export interface TakenFindings {
  jobId: string
  key: Buffer
  url: string
  depth: number
  source: string
  findings: StoredFindings
}

/** Pages of one step: what they link to is judged in some milliseconds. */
const MOST = 100

/**
 * Takes what was found on pages that have ended out of the outbox, in the order in which the pages were found; when the caller's
 * transaction does not commit, all of it is there again.
 */
export async function takeFindings(sql: Queryable, crawlId: string): Promise<TakenFindings[]> {
  const { rows } = await sql.query<TakenFindings & { seq: bigint }>({
    name: 'take-crawl-findings',
    text: `
      WITH taken AS (
        DELETE FROM crawl_findings WHERE job_id IN (
          SELECT job_id FROM crawl_findings WHERE crawl_id = $1 AND NOT kept LIMIT ${MOST}
        ) RETURNING job_id, findings
      )
      SELECT taken.job_id AS "jobId", page.key, page.url, page.depth, page.source, page.seq, taken.findings
      FROM taken JOIN crawl_page AS page ON page.job_id = taken.job_id AND page.crawl_id = $1
      ORDER BY page.depth, page.seq`,
    values: [crawlId],
  })
  return rows
}

/** Whether a step has taken as many as it may, so that there may be more. */
export function isMoreFound(taken: readonly TakenFindings[]): boolean {
  return taken.length === MOST
}
