import { type PageReading, presentPage, readPages } from '@gleaner/crawl'
import type { Queryable } from '@gleaner/db'
import { frameResult, presentResult } from '@gleaner/jobs'
import type { ManyResults } from '../present-many.ts'
import type { PagePart } from '../send-page.ts'

/** The pages of a crawl with their results. */
export function pagesOf(db: Queryable, crawlId: string): ManyResults<PageReading> {
  return { read: (range) => readPages(db, crawlId, range), present: partOf }
}

/** The pages of a crawl without. */
export function pageStatesOf(db: Queryable, crawlId: string): ManyResults<PageReading> {
  return {
    atOnce: STATES_AT_ONCE,
    read: (range) => readPages(db, crawlId, range, false),
    present: (page) => {
      const shown = presentPage(page)
      return shown && JSON.stringify(shown)
    },
  }
}

/** Each is a line. */
const STATES_AT_ONCE = 500

/** Results are spliced in as they are stored: nothing needs them parsed. */
function partOf(page: PageReading): string | PagePart | undefined {
  const shown = presentPage(page)
  if (!shown) return undefined
  const text = JSON.stringify(shown)
  const { reading } = page
  if (reading.kind !== 'finished' || reading.job.row.status !== 'completed') return text
  const { job } = reading
  const before = `${text.slice(0, -1)},"result":`
  if (!job.pageBytes) return `${before}${presentResult(job)}}`
  const frame = frameResult(job)
  return { job, frame: { before: `${before}${frame.before}`, after: `${frame.after}}` } }
}
