import type { Queryable } from '@gleaner/db'
import type { FinishedJob } from './rows.ts'

/** A stored page up to this size is read with its row; a larger one piece by piece, so that readers hold little of it. */
const INLINE_BYTES = 1024 * 1024
/** Of a page that is read piece by piece. Postgres unfolds the whole page for each, so few large ones are cheaper. */
const PIECE_BYTES = 4 * 1024 * 1024

/** A page's columns in a select list; `job_page` names where it is. The size is known without unfolding the page. */
export const STORED_PAGE = `
  CASE WHEN octet_length(job_page.page) <= ${INLINE_BYTES} THEN job_page.page END AS page,
  octet_length(job_page.page) AS "pageBytes"`

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
  db: Queryable,
  { row, pageBytes = 0 }: FinishedJob,
  start: number,
): AsyncGenerator<Buffer, void, undefined> {
  for (let at = start; at < pageBytes; at += PIECE_BYTES) {
    const { rows } = await db.query<{ piece: Buffer }>({
      text: `SELECT substring(convert_to(page, 'UTF8') FROM $2 FOR ${PIECE_BYTES}) AS piece FROM job_page WHERE job_id = $1`,
      values: [row.cachedFrom ?? row.id, at + 1],
      ...AS_BYTES,
    })
    if (!rows[0]) throw new Error('the page is past its retention')
    yield rows[0].piece
  }
}

/** Results as bytes, not as the hexadecimal text of twice the size. A copy: the client uses its buffer again. */
const AS_BYTES = {
  binary: true,
  types: { getTypeParser: () => (bytes: Buffer) => Buffer.from(bytes) },
} as const
