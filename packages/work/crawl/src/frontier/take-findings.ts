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

/** Pages of one step, and the bytes of what was found on them: the links of a million are some 20,000, which are judged in a quarter of a second. */
const MOST = { pages: 100, bytes: 1_000_000 }

/**
 * Takes what was found on pages that have ended out of the outbox, in the order in which the pages were found; when the caller's
 * transaction does not commit, all of it is there again. `isMore`: there may be more than one step takes.
 */
export async function takeFindings(
  sql: Queryable,
  crawlId: string,
): Promise<{ taken: TakenFindings[]; isMore: boolean }> {
  const { rows } = await sql.query<TakenFindings & { seq: bigint; isMore: boolean }>({
    name: 'take-crawl-findings',
    text: `
      WITH next AS (
        SELECT job_id, octet_length(findings::text) AS bytes FROM crawl_findings WHERE crawl_id = $1 AND NOT kept LIMIT ${MOST.pages}
      ), portion AS (
        SELECT job_id, sum(bytes) OVER (ORDER BY job_id) - bytes AS bytes_before FROM next
      ), taken AS (
        DELETE FROM crawl_findings WHERE job_id IN (SELECT job_id FROM portion WHERE bytes_before < ${MOST.bytes})
        RETURNING job_id, findings
      )
      SELECT taken.job_id AS "jobId", page.key, page.url, page.depth, page.source, page.seq, taken.findings,
        (SELECT count(*) FROM next) = ${MOST.pages} OR (SELECT count(*) FROM next) > (SELECT count(*) FROM taken) AS "isMore"
      FROM taken JOIN crawl_page AS page ON page.job_id = taken.job_id AND page.crawl_id = $1
      ORDER BY page.depth, page.seq`,
    values: [crawlId],
  })
  return { taken: rows, isMore: rows[0]?.isMore ?? false }
}
