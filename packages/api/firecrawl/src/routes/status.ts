import { LIMITS, RETENTION } from '@gleaner/contracts'
import { nextTurn } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { DoorCall } from '../call.ts'
import { documentOfJob, type FirecrawlDocument } from '../documents/document-of.ts'
import { badRequest } from '../door-error.ts'
import { readLines } from '../read-lines.ts'

/** A page of documents, and where the next one begins; undefined where there is none. */
export interface DocumentPage {
  data: FirecrawlDocument[]
  nextSkip: number | undefined
}

const MOST_DOCUMENTS = 100
/** A page ends with the document that reaches this. */
const PAGE_BYTES = 10 * MEGABYTE
/** A line above this is a link to its job. */
const LINE_BYTES = 64 * MEGABYTE

/** Reads documents from JSON lines of ours, each of which is a job or a page of a crawl; `total`: how many lines there are. */
export async function readDocuments(call: DoorCall, path: string, total: number): Promise<DocumentPage> {
  const { skip, limit } = pageOf(call)
  if (total <= skip) return { data: [], nextSkip: undefined }
  const read = new AbortController()
  const separator = path.includes('?') ? '&' : '?'
  const response = await call.ours.stream(
    `${path}${separator}format=jsonl&offset=${skip}&limit=${limit}`,
    { accept: 'application/x-ndjson' },
    read.signal,
  )
  const data: FirecrawlDocument[] = []
  let [lines, bytes] = [0, 0]
  try {
    for await (const line of readLines(response, LINE_BYTES)) {
      lines++
      // One document a turn: others are answered between them.
      await nextTurn()
      const document = line === undefined ? undefined : documentOfJob(JSON.parse(line), call.dialect)
      if (document) data.push(document)
      bytes += line?.length ?? 0
      if (bytes >= PAGE_BYTES) break
    }
  } finally {
    read.abort()
  }
  const next = skip + lines
  return { data, nextSkip: lines > 0 && next < total ? next : undefined }
}

/** What of a list is asked for; some lists call what is left out `offset`. */
export function pageOf(
  { request }: DoorCall,
  name: 'skip' | 'offset' = 'skip',
): { skip: number; limit: number } {
  const { [name]: skip = '0', limit = String(MOST_DOCUMENTS) } = request.query as Record<string, string>
  if (!/^\d{1,7}$/.test(skip)) throw badRequest(`${name} must be a number`, [name])
  if (!/^\d{1,7}$/.test(limit) || Number(limit) < 1)
    throw badRequest('limit must be a number above 0', ['limit'])
  return { skip: Math.min(Number(skip), LIMITS.listOffset), limit: Math.min(Number(limit), MOST_DOCUMENTS) }
}

/** The address of the next page, as `next` tells it. */
export function nextOf(address: string, { nextSkip }: DocumentPage): { next?: string } {
  return nextSkip === undefined ? {} : { next: `${address}?skip=${nextSkip}` }
}

export function expiryOf(createdAt: string): string {
  return new Date(Date.parse(createdAt) + RETENTION.resultMs).toISOString()
}

/** How a batch or crawl is called while it goes on and when it has ended. */
export const TOLD_STATUS = {
  pending: 'scraping',
  processing: 'scraping',
  discovering: 'scraping',
  running: 'scraping',
  completed: 'completed',
  partially_failed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const
