import { type PageReading, presentPage, readPages } from '@gleaner/crawl'
import type { Queryable } from '@gleaner/db'
import { frameResult, presentResult } from '@gleaner/jobs'
import type { PagePart } from '../send-page.ts'

/** Pages that are read at once, of up to 1 MB each; larger ones are sent piece by piece. */
const PAGES_AT_ONCE = 8

/** Pages of a crawl with their results as the parts of a reply: within a JSON object that begins with `head`, or, without one, as JSON lines. */
export async function* presentPages(
  db: Queryable,
  crawlId: string,
  { offset, limit }: { offset: number; limit: number },
  head: object | undefined,
): AsyncGenerator<string | PagePart> {
  let between = ''
  const end = offset + limit
  for (let from = offset; from < end; from += PAGES_AT_ONCE) {
    const pages = await readPages(db, crawlId, { from, limit: Math.min(PAGES_AT_ONCE, end - from) })
    // Not before the first read: until then another reply can be given.
    if (head && from === offset) yield `${JSON.stringify(head).slice(0, -1)},"results":[`
    for (const page of pages) {
      const part = partOf(page)
      if (part === undefined) continue
      if (between !== '') yield between
      yield part
      if (head) between = ','
      else yield '\n'
    }
    if (pages.length === 0) break
  }
  if (head) yield ']}'
}

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
