import type { CrawlList, CrawlListQuery } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { presentCrawlEntry } from './present-crawl.ts'
import { CRAWL_COLUMNS, type CrawlSummary } from './read-crawl.ts'

/** The crawls of an account, the newest first. */
export async function listCrawls(
  db: Queryable,
  accountId: string,
  { limit, offset, external_id }: CrawlListQuery,
): Promise<CrawlList> {
  const [page, all] = await Promise.all([
    db.query<CrawlSummary>({
      name: 'list-crawls',
      text: `SELECT ${CRAWL_COLUMNS} FROM crawl JOIN batch ON batch.id = crawl.id
             WHERE crawl.account_id = $1 AND ($2::text IS NULL OR batch.external_id = $2)
             ORDER BY crawl.created_at DESC, crawl.id DESC LIMIT $3 OFFSET $4`,
      values: [accountId, external_id ?? null, limit, offset],
    }),
    db.query<{ total: number }>({
      name: 'count-crawls',
      text: `SELECT count(*)::int AS total FROM batch
             WHERE account_id = $1 AND kind = 'crawl' AND ($2::text IS NULL OR external_id = $2)`,
      values: [accountId, external_id ?? null],
    }),
  ])
  return { crawls: page.rows.map(presentCrawlEntry), total: all.rows[0]!.total, limit, offset }
}
