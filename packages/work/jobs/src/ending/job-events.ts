import { instanceIdOf, uuidv7 } from '@gleaner/contracts/ids'
import type { PubSub } from '@gleaner/queue'
import type { FinishedJob, JobRow } from '../rows.ts'

/** A page up to this many characters travels in the message, and saves its reader a query. */
const CARRIED_PAGE_CHARS = 256 * 1024

/** A process that waits for jobs has an instance id, which the ids of those jobs carry. */
export function createInstanceId(): string {
  return instanceIdOf(uuidv7())
}

/**
 * The channel on which a job's end is published: one for all jobs that one process waits for, so that nobody subscribes for
 * each of them. Two processes that happen to share an instance id get each other's messages as well, and ignore them.
 */
export function completionChannel(jobId: string): string {
  return `jobs.${instanceIdOf(jobId)}`
}

/**
 * Publishes that a job has ended, to whoever waits for it. May be repeated, and may be lost: the row is the truth. The message
 * is the row and, on the next line, the page when it is small; JSON text holds no raw line feed.
 */
export function publishCompletion(pubSub: PubSub, { row, page }: FinishedJob): void {
  const carried = page !== undefined && page.length <= CARRIED_PAGE_CHARS ? page : ''
  pubSub.publish(completionChannel(row.id), row.id, `${JSON.stringify(row)}\n${carried}`)
}

/** Reads a published message back. A completed job without its page has to be read from the database. */
export function readCompletion(message: string): FinishedJob {
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
