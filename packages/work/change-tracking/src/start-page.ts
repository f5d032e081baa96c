import type { Queryable } from '@gleaner/db'

/** Whether a crawl's item is its start page, which its caller has named, and no page, sitemap or feed that the crawl knew of before. */
export async function isStartPage(sql: Queryable, crawlId: string, jobId: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'is-start-page',
    text: "SELECT FROM crawl_page WHERE crawl_id = $1 AND job_id = $2 AND source = 'start'",
    values: [crawlId, jobId],
  })
  return rowCount === 1
}
