import { RETENTION } from '@gleaner/contracts'
import { eachSlice, type Purge, uuidOf } from '@gleaner/db'

const SLICE = 1_000

/**
 * What items have found that ended after their crawl did. Crawls that have findings are found one after the other, by a probe of their
 * index each: those that run are few, and keep millions of them.
 */
const findings: Purge = {
  name: 'crawl-findings',
  run: (db, endAt) =>
    eachSlice(
      db,
      endAt,
      `WITH RECURSIVE finding AS (
         (SELECT crawl_id FROM crawl_findings ORDER BY crawl_id LIMIT 1)
         UNION ALL
         SELECT (SELECT f.crawl_id FROM crawl_findings AS f WHERE f.crawl_id > finding.crawl_id ORDER BY f.crawl_id LIMIT 1)
         FROM finding WHERE finding.crawl_id IS NOT NULL
       ), over AS (
         SELECT crawl_id FROM finding
         WHERE crawl_id IS NOT NULL AND COALESCE((SELECT phase FROM crawl WHERE crawl.id = finding.crawl_id), 'ended') = 'ended'
         LIMIT ${SLICE}
       )
       DELETE FROM crawl_findings WHERE job_id = ANY(ARRAY(
         SELECT f.job_id FROM over CROSS JOIN LATERAL (
           SELECT job_id FROM crawl_findings WHERE crawl_findings.crawl_id = over.crawl_id ORDER BY crawl_id, kept LIMIT ${SLICE}
         ) AS f LIMIT ${SLICE}))`,
    ),
}

/**
 * The frontiers of crawls whose batches are to go (`BATCH_PURGES` of packages/work/batches, which take the crawls with them), some rows at
 * a time: a crawl may have a million of them.
 */
const frontiers: Purge = {
  name: 'crawl-pages',
  run: (db, endAt) =>
    eachSlice(
      db,
      endAt,
      `DELETE FROM crawl_page WHERE ctid = ANY(ARRAY(
         SELECT page.place FROM (
           SELECT id FROM crawl WHERE id < ${uuidOf(RETENTION.jobMs)} AND phase = 'ended' ORDER BY id LIMIT ${SLICE}
         ) AS old CROSS JOIN LATERAL (
           SELECT ctid AS place FROM crawl_page WHERE crawl_page.crawl_id = old.id ORDER BY crawl_id, key LIMIT ${SLICE}
         ) AS page LIMIT ${SLICE}))`,
    ),
}

export const CRAWL_PURGES = [findings, frontiers]
