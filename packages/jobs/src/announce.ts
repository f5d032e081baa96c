import { markOf, uuidv7 } from '@gleaner/contracts'
import type { PubSub } from '@gleaner/queue'
import type { FinishedJob, JobRow } from './rows.ts'

/** A page up to this many characters travels with the ring, and saves its reader a query. */
const CARRIED_PAGE_CHARS = 256 * 1024

/** A process that waits for jobs has a mark of its own, which the ids of those jobs carry. */
export function createWaiterMark(): string {
  return markOf(uuidv7())
}

/**
 * Where the end of a job is rung: one channel for all jobs that one process waits for, so that nobody subscribes for each
 * of them. Two processes that happen to share a mark hear each other's rings as well, and let them pass.
 */
export function jobChannel(jobId: string): string {
  return `jobs.${markOf(jobId)}`
}

/**
 * Tells whoever waits for a job that it has ended. May be repeated, and may be lost: the row is the truth. The ring
 * is the row and, on the next line, the page when it is small; JSON text holds no raw line feed.
 */
export function announceJob(pubSub: PubSub, { row, page }: FinishedJob): void {
  const carried = page !== undefined && page.length <= CARRIED_PAGE_CHARS ? page : ''
  pubSub.publish(jobChannel(row.id), row.id, `${JSON.stringify(row)}\n${carried}`)
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
