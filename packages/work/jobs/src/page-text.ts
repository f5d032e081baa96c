import { type Pool, readBytes } from '@gleaner/db'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { FinishedJob } from './rows.ts'

/** A stored page up to this size is read with its row; a larger one piece by piece, so that readers hold little of it. */
const INLINE_BYTES = MEGABYTE
/** Of a page that is read piece by piece. Postgres unfolds the whole page for each, so few large ones are cheaper. */
const PIECE_BYTES = 4 * MEGABYTE

/** A piece may begin and end within a character. */
const PIECE = `
  SELECT substring(convert_to(page, 'UTF8') FROM $2 FOR ${PIECE_BYTES}) FROM job_page WHERE job_id = $1`

/** A page's columns in a select list; `job_page` names where it is. The size is known without unfolding the page. */
export const STORED_PAGE = `
  CASE WHEN octet_length(job_page.page) <= ${INLINE_BYTES} THEN job_page.page END AS page,
  octet_length(job_page.page) AS "pageBytes"`

/** The same of readers that only want to know whether there is one. */
export const PAGE_SIZE = `NULL AS page, octet_length(job_page.page) AS "pageBytes"`

export interface StoredPage {
  page: string | null
  pageBytes: number | null
}

/** As a finished job carries it. */
export function storedPage({ page, pageBytes }: StoredPage): Pick<FinishedJob, 'page' | 'pageBytes'> {
  return page === null ? { pageBytes: pageBytes ?? undefined } : { page }
}

/** Whether a job's page is at hand or can be read. */
export function hasPage({ page, pageBytes }: FinishedJob): boolean {
  return page !== undefined || pageBytes !== undefined
}

/** A large stored page as UTF-8, a piece at a time from byte `start` on. Throws when it was purged meanwhile. */
export async function* readPage(
  pool: Pool,
  { row, pageBytes = 0 }: FinishedJob,
  start: number,
): AsyncGenerator<Buffer, void, undefined> {
  for (let at = start; at < pageBytes; at += PIECE_BYTES) {
    const piece = await readBytes(pool, PIECE, [row.cachedFrom ?? row.id, at + 1])
    if (!piece) throw new Error('the page is past its retention')
    yield piece
  }
}
