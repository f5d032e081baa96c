import type { Queryable } from '@gleaner/db'

/** How many pages of a crawl beside a job's own have shown what has this signature (`PageSignature.exact`), as far as their findings are taken: `most` at most. */
export async function timesShown(
  db: Queryable,
  { crawlId, jobId, signature }: { crawlId: string; jobId: string; signature: string },
  most: number,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'count-crawl-copies',
    text: `SELECT count(*)::int AS count FROM (
             SELECT FROM crawl_page WHERE crawl_id = $1 AND signature = $2 AND job_id <> $3 LIMIT $4) AS shown`,
    values: [crawlId, Buffer.from(signature, 'base64url'), jobId, most],
  })
  return rows[0]!.count
}
