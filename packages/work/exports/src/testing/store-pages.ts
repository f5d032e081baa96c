import { uuidv7 } from '@gleaner/contracts/ids'
import type { Queryable } from '@gleaner/db'
import { insertRows } from '@gleaner/testkit/insert-rows'

export interface StoredPages {
  kind?: 'batch' | 'crawl'
  /** Of the Markdown of each page. */
  chars?: number
  /** SQL of a page's JSON fields beyond those that all have; `n` counts pages from 1. */
  fields?: string
  /** SQL: when a page was scraped. */
  at?: string
  /** SQL: the address of a page. */
  url?: string
  /** Of the batch. */
  finishedAt?: string
  /** Every so many-th page has failed. */
  failedEach?: number
}

const HTML = "'<!doctype html><title>Page ' || n || '</title><h1>Page ' || n || '</h1>'"

/** Stores a batch that has ended, with so many pages of a few hundred characters; gives its id. Needs `allowAnyRow`. */
export async function storePages(
  sql: Queryable,
  accountId: string,
  count: number,
  options: StoredPages = {},
): Promise<string> {
  const { kind = 'batch', chars = 200, fields = "'{}'::jsonb", at = 'now()', finishedAt = 'now()' } = options
  const { url = "'https://shop.example/page/' || n", failedEach = 0 } = options
  const id = uuidv7()
  await insertRows(sql, 'batch', {
    id: `'${id}'`,
    account_id: `'${accountId}'`,
    kind: `'${kind}'`,
    status: "'completed'",
    total: String(count),
    succeeded: String(count),
    finished_at: finishedAt,
  })
  const isFailed = failedEach > 0 ? `n % ${failedEach} = 0` : 'false'
  const job = {
    account_id: `'${accountId}'`,
    batch_id: `'${id}'`,
    batch_index: 'n - 1',
    url,
    tier: "'2'",
    hold_micros: '200',
    cost_micros: '200',
    status: `CASE WHEN ${isFailed} THEN 'failed' ELSE 'completed' END`,
    error: `CASE WHEN ${isFailed} THEN '{"code":"ALL_TIERS_FAILED","message":"No tier delivered."}'::json END`,
    finished_at: at,
    deadline_at: 'now()',
  }
  // Of digits that do not repeat: it is hardly smaller compressed.
  const text = `(SELECT string_agg(md5(n || '-' || piece), '') FROM generate_series(1, ${Math.ceil(chars / 32)}) AS piece)`
  if (count === 0) return id
  await insertRows(sql, 'job', job, count)
  await sql.query(
    `INSERT INTO job_page (job_id, page)
     SELECT id, (jsonb_build_object(
         'final_url', url, 'status_code', 200, 'title', 'Page ' || n, 'headers', '{"content-type":"text/html"}'::jsonb,
         'metadata', '{"language":"en"}'::jsonb, 'screenshot_url', NULL, 'pdf_url', NULL,
         'content', jsonb_build_object('markdown', '# Page ' || n || E'\n' || ${text}, 'html', ${HTML})
       ) || ${fields})::text
     FROM (SELECT *, batch_index + 1 AS n FROM job WHERE batch_id = $1 AND status = 'completed') AS stored`,
    [id],
  )
  return id
}
