import { RETENTION } from '@gleaner/contracts'
import { deleteInBatches, type Queryable } from '@gleaner/db'

/**
 * Deletes the frontiers of crawls whose batches are to go (`purgeBatches` of packages/batches, which takes the crawls with it), some rows at
 * a time: a crawl may have a million of them. Returns how many went.
 */
export async function purgeCrawls(db: Queryable): Promise<number> {
  return (await purgeFindings(db)) + (await purgeFrontiers(db))
}

/** What items have found that ended after their crawl did. */
async function purgeFindings(db: Queryable): Promise<number> {
  return await deleteInBatches(
    db,
    (limit) => `DELETE FROM crawl_findings WHERE job_id IN (
      SELECT job_id FROM crawl_findings WHERE NOT EXISTS (
        SELECT FROM crawl WHERE crawl.id = crawl_findings.crawl_id AND crawl.phase <> 'ended') LIMIT ${limit})`,
  )
}

async function purgeFrontiers(db: Queryable): Promise<number> {
  return await deleteInBatches(
    db,
    (limit) => `DELETE FROM crawl_page WHERE (crawl_id, key) IN (
      SELECT crawl_id, key FROM crawl_page WHERE crawl_id IN (
        SELECT id FROM batch WHERE kind = 'crawl' AND finished_at IS NOT NULL
          AND created_at < now() - ${RETENTION.jobMs} * interval '1 millisecond') LIMIT ${limit})`,
  )
}
