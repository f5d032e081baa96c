import type { JobStatus } from '@gleaner/contracts'
import type { JobsContext } from './context.ts'
import { publishCompletion } from './job-events.ts'
import type { FinishedJob } from './rows.ts'

// What is published over Redis to wake whoever waits. Messages may be lost: every listener also looks by itself now and then, into
// Postgres, which alone knows what has happened.

/** Channel of all that happens in an account, keyed by job or batch id; a message of the key tells a follower to look. */
export function liveChannel(accountId: string): string {
  return `live.${accountId}`
}

/** What a follower of a job is told at once; the rest is in its row. */
export interface JobNews {
  status: JobStatus
}

/** Channel on which services are woken that work through what Postgres holds. */
export const WAKE_CHANNEL = 'wake'

/** Keys of it: bulk work may be admitted (the message is an account's id), webhooks are due (the message is empty). */
export const WAKE = { admission: 'admission', webhooks: 'webhooks' } as const

/** Tells all who wait that a job has ended. */
export function announceEnd({ pubSub }: Pick<JobsContext, 'pubSub'>, job: FinishedJob): void {
  const { row, deliveries } = job
  // Nobody holds a request open for an item of a batch.
  if (row.batchId === null) publishCompletion(pubSub, job)
  else pubSub.publish(WAKE_CHANNEL, WAKE.admission, row.accountId)
  announceStatus({ pubSub }, row)
  if (deliveries) pubSub.publish(WAKE_CHANNEL, WAKE.webhooks, '')
}

/** Tells those who follow a job, or its batch, that its status has changed. */
export function announceStatus(
  { pubSub }: Pick<JobsContext, 'pubSub'>,
  { id, accountId, batchId, status }: Pick<FinishedJob['row'], 'id' | 'accountId' | 'batchId' | 'status'>,
): void {
  const news: JobNews = { status }
  pubSub.publish(liveChannel(accountId), id, JSON.stringify(news))
  if (batchId !== null) pubSub.publish(liveChannel(accountId), batchId, JSON.stringify(news))
}
