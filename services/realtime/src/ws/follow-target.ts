import { type BatchHead, presentCounts } from '@gleaner/batches'
import { type LiveMessage, presentLabels, toBatchId } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { Feed } from '../feed/feed.ts'
import { crawlStatusOf } from '../live/crawl-status.ts'
import type { LiveHub } from '../live/hub.ts'
import type { JobUpdates } from './job-updates.ts'
import type { Outbox } from './outbox.ts'
import { nameOf, type Target } from './parse-action.ts'
import { unixSeconds } from './unix-seconds.ts'

/** What a subscription needs of its connection. */
export interface Follower {
  accountId: string
  pool: Queryable
  outbox: Outbox
  hub: LiveHub
  updates: JobUpdates
  send(message: LiveMessage): void
}

export interface Subscription {
  target: Target
  /** Of the account: what of it is told, and from where on. */
  feed?: Feed
  /** Of a batch: the place in its log after which it is told. */
  after: number
  /** Whether updates carry results. */
  results: boolean
}

/** Items whose last messages are made together. */
const TOGETHER = 4

/** Tells a client `subscribed` and then all that becomes of a job or batch, until it has ended or `signal` aborts. */
export async function followTarget(
  follower: Follower,
  subscription: Subscription,
  signal: AbortSignal,
): Promise<void> {
  const { target } = subscription
  const isKnown = await (target.kind === 'job'
    ? followJob(follower, subscription, signal)
    : followBatch(follower, subscription, signal))
  if (isKnown) return
  const message = `There is no such ${target.kind} in this account.`
  const code = target.kind === 'job' ? 'JOB_NOT_FOUND' : 'NOT_FOUND'
  follower.send({ type: 'error', code, message, ...nameOf(target), ts: unixSeconds() })
}

async function followJob(
  { accountId, outbox, hub, updates, send }: Follower,
  { target: { id }, results }: Subscription,
  signal: AbortSignal,
): Promise<boolean> {
  const job = { accountId, id }
  let isKnown = false
  for await (const state of hub.followJob(job, signal)) {
    const { status } = state
    const shown = { job_id: id, status, ...presentLabels(state), ts: unixSeconds() }
    if (!isKnown) send({ type: 'subscribed', ...shown })
    isKnown = true
    if (status === 'running') send({ type: 'job_update', ...shown, status, error: null, result: null })
    if (status !== 'completed' && status !== 'failed') continue
    await outbox.sendWhenRoom(
      async () => present([await updates.ended({ ...job, withPage: results })]),
      signal,
    )
  }
  return isKnown
}

async function followBatch(
  { accountId, outbox, hub, updates, send }: Follower,
  { target, after, results }: Subscription,
  signal: AbortSignal,
): Promise<boolean> {
  const { id, kind } = target
  using batch = await hub.followBatch({ accountId, id }, signal)
  if (batch?.head.kind !== kind) return false
  const { head } = batch
  const status = kind === 'crawl' ? crawlStatusOf(head) : head.status
  const shown = { status, ...presentLabels(head), ...presentCounts(head) }
  send({ type: 'subscribed', ...nameOf(target), ...shown, ts: unixSeconds() })
  const log = batch.log(after)
  for (;;) {
    const { value, done } = await log.next()
    if (done) {
      if (value) send(batchUpdate(value, presentCounts(value)))
      return true
    }
    const { entries, total } = value
    for (let from = 0; from < entries.length; from += TOGETHER) {
      const some = entries.slice(from, from + TOGETHER)
      await outbox.sendWhenRoom(async () => {
        const ended = some.map(({ jobId }) => updates.ended({ accountId, id: jobId, withPage: results }))
        return present(await Promise.all(ended))
      }, signal)
    }
    const last = entries.at(-1)!
    // The counts of the end are told once, with its status.
    if (last.seq < total)
      send(batchUpdate({ ...head, ...UNDER_WAY }, presentCounts({ ...last, total, cancelled: 0 })))
  }
}

type BatchUpdate = Extract<LiveMessage, { type: 'batch_update' }>
type CrawlUpdate = Extract<LiveMessage, { type: 'crawl_update' }>
type Counts = Pick<BatchUpdate, 'total' | 'completed' | 'failed' | 'cancelled' | 'pending'>

/** Of a batch that has not ended at the place of its log that is told. */
const UNDER_WAY = { status: 'processing', finished: false } as const

/** What is told of a batch or crawl. */
export function batchUpdate(batch: BatchHead, counts: Counts): BatchUpdate | CrawlUpdate {
  const { id, kind, status } = batch
  const shown = { ...presentLabels(batch), ...counts, ts: unixSeconds() }
  return kind === 'crawl'
    ? { type: 'crawl_update', crawl_id: id, status: crawlStatusOf(batch), ...shown }
    : { type: 'batch_update', batch_id: toBatchId(id), status, ...shown }
}

function present<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value) => value !== undefined)
}
