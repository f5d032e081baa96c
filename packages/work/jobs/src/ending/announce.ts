import type { JobStatus } from '@gleaner/contracts'
import type { PubSub } from '@gleaner/queue'
import { lineBounds } from '@gleaner/queue'
import type { JobsContext } from '../context.ts'
import type { FinishedJob } from '../rows.ts'
import { publishCompletion } from './job-events.ts'
import { logEnd } from './log-end.ts'

// What is published over Redis to wake whoever waits. Messages may be lost: every listener also looks by itself now and then, into
// Postgres, which alone knows what has happened.

/** Channel of all that happens in an account, keyed by the UUID of the job or batch; the message is `News`. It tells followers to look. */
export function liveChannel(accountId: string): string {
  return `live.${accountId}`
}

/** What has changed: a job, with the batch that it is an item of, or a whole batch. */
export type News = { status: JobStatus; batchId?: string } | { batch: true }

/** Channel on which services are woken that work through what Postgres holds. */
export const WAKE_CHANNEL = 'wake'

/**
 * Keys of it: bulk work may be admitted (the message is an account's id), webhooks are due (empty), a page of a crawl has ended (the crawl's id),
 * a crawl has begun (empty), one has been cancelled (its id), or an export has begun (empty).
 */
export const WAKE = {
  admission: 'admission',
  webhooks: 'webhooks',
  crawls: 'crawls',
  newCrawls: 'new-crawls',
  endedCrawls: 'ended-crawls',
  exports: 'exports',
} as const

/**
 * Tells all who wait that a job has ended. `isAwaited`: somebody may hold a request open for it, and is sent its page; known to be wrong of a
 * job whose request did not want to wait.
 */
export function announceEnd(
  { pubSub, logger }: Pick<JobsContext, 'pubSub' | 'logger'>,
  job: FinishedJob,
  { isAwaited = true } = {},
): void {
  const { row, deliveries } = job
  logEnd(logger, job)
  if (row.batchId !== null) wake(pubSub, WAKE.admission, row.accountId)
  else if (isAwaited) publishCompletion(pubSub, job)
  if (row.line !== null && lineBounds(row.line)) wake(pubSub, WAKE.crawls, row.batchId!)
  announceStatus({ pubSub }, row)
  if (deliveries) wake(pubSub, WAKE.webhooks, '')
}

const waking = new WeakMap<PubSub, Map<string, Set<string>>>()

/** Publishes a message on the channel of wakes; of those that jobs which end together would send, each is sent once. */
function wake(pubSub: PubSub, key: string, message: string): void {
  const known = waking.get(pubSub)
  const messages = known ?? new Map<string, Set<string>>()
  messages.set(key, (messages.get(key) ?? new Set()).add(message))
  if (known) return
  waking.set(pubSub, messages)
  setImmediate(() => {
    waking.delete(pubSub)
    for (const [wakeKey, all] of messages) for (const one of all) pubSub.publish(WAKE_CHANNEL, wakeKey, one)
  })
}

/** Tells those who follow a job, or its batch, that its status has changed. */
export function announceStatus(
  { pubSub }: Pick<JobsContext, 'pubSub'>,
  { id, accountId, batchId, status }: Pick<FinishedJob['row'], 'id' | 'accountId' | 'batchId' | 'status'>,
): void {
  publishNews(pubSub, accountId, id, batchId === null ? { status } : { status, batchId })
}

/** Tells those who follow a batch, or items of it, that it has changed otherwise than by the end of an item: it was cancelled. */
export function announceBatch(
  { pubSub }: Pick<JobsContext, 'pubSub'>,
  { id, accountId }: { id: string; accountId: string },
): void {
  publishNews(pubSub, accountId, id, { batch: true })
}

function publishNews(pubSub: PubSub, accountId: string, id: string, news: News): void {
  pubSub.publish(liveChannel(accountId), id, JSON.stringify(news))
}
