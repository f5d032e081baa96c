import type { Bells } from '@gleaner/queue'
import type { FinishedJob, JobRow } from './rows.ts'

/** A page up to this many characters travels with the ring, and saves its reader a query. */
const CARRIED_PAGE_CHARS = 256 * 1024

export function jobChannel(jobId: string): string {
  return `job.${jobId}`
}

/**
 * Tells whoever waits for a job that it has ended. May be repeated, and may be lost: the row is the truth. The ring
 * is the row and, on the next line, the page when it is small; JSON text holds no raw line feed.
 */
export function announceJob(bells: Bells, { row, page }: FinishedJob): void {
  const carried = page !== undefined && page.length <= CARRIED_PAGE_CHARS ? page : ''
  bells.ring(jobChannel(row.id), `${JSON.stringify(row)}\n${carried}`)
}

/** Reads a ring back. A completed job without its page has to be read from the database. */
export function readAnnouncement(message: string): FinishedJob {
  const end = message.indexOf('\n')
  const raw = JSON.parse(message.slice(0, end)) as JobRow & { createdAt: string; deadlineAt: string }
  const row = {
    ...raw,
    createdAt: new Date(raw.createdAt),
    deadlineAt: new Date(raw.deadlineAt),
    finishedAt: raw.finishedAt && new Date(raw.finishedAt),
  }
  const page = message.slice(end + 1)
  return { row, page: page === '' ? undefined : page }
}
