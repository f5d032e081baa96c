import { type Queryable, storableJson } from '@gleaner/db'
import type { PageFindings } from '@gleaner/extract'

/** Keeps what was found on pages, so that it can be taken again when a shorter way to them is found. They go with the crawl's other findings. */
export async function keepFindings(
  sql: Queryable,
  crawlId: string,
  pages: readonly { jobId: string; findings: PageFindings }[],
): Promise<void> {
  if (pages.length === 0) return
  await sql.query({
    name: 'keep-crawl-findings',
    text: `INSERT INTO crawl_findings (job_id, crawl_id, findings, kept)
           SELECT job_id, $1, findings, true FROM unnest($2::uuid[], $3::json[]) AS page(job_id, findings)`,
    values: [
      crawlId,
      pages.map(({ jobId }) => jobId),
      pages.map(({ findings }) => storableJson({ ...findings, again: true })),
    ],
  })
}

/** What was found on these pages is to be taken again. Returns of how many it was kept. */
export async function takeAgain(sql: Queryable, crawlId: string, keys: readonly Buffer[]): Promise<number> {
  if (keys.length === 0) return 0
  const { rowCount } = await sql.query({
    name: 'take-crawl-findings-again',
    text: `UPDATE crawl_findings SET kept = false, created_at = now() WHERE crawl_id = $1 AND kept AND job_id IN (
             SELECT job_id FROM crawl_page WHERE crawl_id = $1 AND key = ANY($2))`,
    values: [crawlId, keys],
  })
  return rowCount ?? 0
}
