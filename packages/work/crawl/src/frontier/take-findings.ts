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

type OuterJoined<Row> = Row | { [Column in keyof Row]: null }

/** Pages of one step, and the bytes of what was found on them: the links of a million are some 20,000, which are judged in a quarter of a second. */
const MOST = { pages: 100, bytes: 1_000_000 }

/**
 * Takes what was found on pages that have ended out of the outbox, in the order in which the pages were found; when the caller's
 * transaction does not commit, all of it is there again. None is older than `since`. `isMore`: there may be more than one step takes;
 * `since`: none of them, or of those that come, is older.
 */
export async function takeFindings(
  sql: Queryable,
  crawlId: string,
  since: string,
): Promise<{ taken: TakenFindings[]; isMore: boolean; since: string }> {
  const { rows } = await sql.query<OuterJoined<TakenFindings> & { isMore: boolean; since: string }>({
    name: 'take-crawl-findings',
    text: `
      WITH next AS (
        SELECT job_id, created_at, octet_length(findings::text) AS bytes FROM crawl_findings
        WHERE crawl_id = $1 AND NOT kept AND created_at >= $2::timestamptz ORDER BY created_at LIMIT ${MOST.pages}
      ), portion AS (
        SELECT job_id, sum(bytes) OVER (ORDER BY job_id) - bytes AS bytes_before FROM next
      ), taken AS (
        DELETE FROM crawl_findings WHERE job_id IN (SELECT job_id FROM portion WHERE bytes_before < ${MOST.bytes})
        RETURNING job_id, findings
      )
      SELECT taken.job_id AS "jobId", page.key, page.url, page.depth, page.source, taken.findings,
        (SELECT count(*) FROM next) = ${MOST.pages} OR (SELECT count(*) FROM next) > (SELECT count(*) FROM taken) AS "isMore",
        ${SINCE} AS since
      FROM (VALUES (1)) AS one LEFT JOIN (
        taken JOIN crawl_page AS page ON page.job_id = taken.job_id AND page.crawl_id = $1
      ) ON true
      ORDER BY page.depth, page.seq`,
    values: [crawlId, since],
  })
  const { isMore, since: next } = rows[0]!
  const taken = rows.flatMap(({ isMore: _, since: __, ...page }) => (page.jobId === null ? [] : [page]))
  return { taken, isMore, since: next }
}

/** Longer than any statement that ends an item takes to its commit. */
const SINCE = `(LEAST((SELECT min(created_at) FROM next), now()) - interval '1 minute')::text`
