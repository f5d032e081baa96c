import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { LIMITS } from '@gleaner/contracts/limits'
import type { Queryable } from '@gleaner/db'
import { IN_ARCHIVE } from './archived-sql.ts'

const decompress = promisify(zstdDecompress)

/** What is known of an archived page without reading it. */
export interface ArchivedPage {
  jobId: string
  url: string
}

/** A page as it was fetched. */
export interface PageContent {
  finalUrl: string
  status: number
  contentType: string | undefined
  body: Uint8Array
}

const FROM = `
  FROM archived_page page LEFT JOIN page_archive archive USING (account_id)
  WHERE page.account_id = $1 AND ${IN_ARCHIVE}`

/** The archived page of a job of the account's own. */
export async function findArchived(
  sql: Queryable,
  accountId: string,
  jobId: string,
): Promise<ArchivedPage | undefined> {
  const { rows } = await sql.query<ArchivedPage>({
    name: 'find-archived-page',
    text: `SELECT page.job_id AS "jobId", page.url ${FROM} AND page.job_id = $2`,
    values: [accountId, jobId],
  })
  return rows[0]
}

/** The archived pages of a batch or crawl of the account's own, in its order; and how many it has altogether. */
export async function listArchived(
  sql: Queryable,
  accountId: string,
  batchId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ pages: ArchivedPage[]; total: number }> {
  const of = `${FROM} AND page.batch_id = $2`
  const { rows } = await sql.query<ArchivedPage>({
    name: 'list-archived-pages',
    text: `SELECT page.job_id AS "jobId", page.url ${of} ORDER BY page.batch_index, page.job_id LIMIT $3 OFFSET $4`,
    values: [accountId, batchId, limit, offset],
  })
  const { rows: counted } = await sql.query<{ total: number }>({
    name: 'count-archived-pages',
    text: `SELECT count(*)::int AS total ${of}`,
    values: [accountId, batchId],
  })
  return { pages: rows, total: counted[0]!.total }
}

/** Reads an archived page; undefined when it has gone. */
export async function readArchived(
  sql: Queryable,
  accountId: string,
  jobId: string,
): Promise<PageContent | undefined> {
  const { rows } = await sql.query<ContentRow>({
    name: 'read-archived-page',
    text: `
      SELECT page.final_url AS "finalUrl", page.status_code AS status, page.content_type AS "contentType", page.body
      ${FROM} AND page.job_id = $2`,
    values: [accountId, jobId],
  })
  if (!rows[0]) return undefined
  const { contentType, body, ...row } = rows[0]
  return {
    ...row,
    contentType: contentType ?? undefined,
    body: await decompress(body, { maxOutputLength: LIMITS.responseBody }),
  }
}

interface ContentRow {
  finalUrl: string
  status: number
  contentType: string | null
  body: Buffer
}
