import { type BatchHead, type LogEntry, type LogPlace, readBatchHeads, readBatchLogs } from '@gleaner/batches'
import { type JobState, type JobsContext, type OwnedId, readJobStates } from '@gleaner/jobs'
import { createLoop, type Logger, type Metrics } from '@gleaner/runtime'
import { type FollowedBatch, followBatch } from './follow-batch.ts'
import { followJob, hasEnded } from './follow-job.ts'
import { createGroupedReads } from './grouped-reads.ts'
import { createNewsSource } from './news.ts'
import { createNewsFollowers } from './news-followers.ts'
import { createWatchedRows } from './watched-rows.ts'

/**
 * Tells followers what becomes of jobs and batches. Messages over Redis say when to look, Postgres says what has happened: one statement
 * reads all that there is news of, and every few seconds all that is followed, so that a lost message makes news late and loses none.
 */
export interface LiveHub {
  /**
   * The states of a job from now on, in order, each once: first the one that it has, at last the one in which it ended. Nothing for a job
   * that is not in the account. Rejects with the signal's reason when `signal` aborts.
   */
  followJob(job: OwnedId, signal: AbortSignal): AsyncGenerator<JobState, void, undefined>
  /** A batch and its log; undefined when there is none in the account. Otherwise as `followJob`. */
  followBatch(batch: OwnedId, signal: AbortSignal): Promise<FollowedBatch | undefined>
  /** Tells to look at what has ended in an account: at once, at each news of it, and every few seconds; rejects as `followJob`. */
  followNews(accountId: string, signal: AbortSignal): AsyncGenerator<void, never, undefined>
  start(): void
  stop(): Promise<void>
  /** What is followed at the moment. */
  readonly followed: { jobs: number; batches: number }
}

/** What changes within this time is read, and told, together. In ms. */
const GATHER_MS = 40
/** How late news is at most whose message was lost. In ms. */
const LOOK_EVERY_MS = 3_000
/** Rows of one statement: some 3 ms of Postgres' time. */
const STATES_MAX = 500
/** Logs that are read at once, and entries of each: with the longest addresses 16 MB. */
const LOGS = { max: 32, entries: 64 }

export function createLiveHub({
  jobs: { pool, pubSub },
  logger,
  metrics,
  lookEveryMs = LOOK_EVERY_MS,
}: {
  jobs: Pick<JobsContext, 'pool' | 'pubSub'>
  logger: Logger
  metrics: Metrics
  lookEveryMs?: number
}): LiveHub {
  const onUnavailable = (error: unknown) => logger.warn({ err: error }, 'what is followed could not be read')
  const reads = { onUnavailable, gatherMs: GATHER_MS }
  const owned = { ...reads, idOf: ({ accountId, id }: OwnedId) => `${accountId} ${id}`, groupMax: STATES_MAX }
  const jobReads = createGroupedReads<OwnedId, JobState>({
    ...owned,
    readGroup: async (keys) => inOrder(keys, await readJobStates(pool, keys)),
  })
  const headReads = createGroupedReads<OwnedId, BatchHead>({
    ...owned,
    readGroup: async (keys) => inOrder(keys, await readBatchHeads(pool, keys)),
  })
  const logReads = createGroupedReads<LogPlace, LogEntry[]>({
    ...reads,
    gatherMs: 0,
    idOf: ({ batchId, seq, failed }) => `${batchId} ${seq} ${failed}`,
    groupMax: LOGS.max,
    readGroup: (places) => readBatchLogs(pool, places, LOGS.entries),
  })

  const news = createNewsSource(pubSub, {
    onNews(accountId, id, change) {
      followers.wake(accountId)
      const isBatch = 'batch' in change
      const batchId = isBatch ? id : change.batchId
      if (batchId) batches.look(accountId, (of) => of === batchId)
      jobs.look(accountId, isBatch ? (_, state) => !state || state.batchId === batchId : (of) => of === id)
    },
    onMissed: lookAtAll,
  })
  const followers = createNewsFollowers((accountId) => news.join(accountId))
  const jobs = createWatchedRows({ reads: jobReads, isFinal: hasEnded, join: news.join })
  const batches = createWatchedRows({
    reads: headReads,
    isFinal: (head: BatchHead) => head.finished,
    join: news.join,
  })

  function lookAtAll(accountId?: string): void {
    followers.wake(accountId)
    jobs.look(accountId)
    batches.look(accountId)
  }

  const looking = createLoop({
    name: 'look-at-followed',
    everyMs: lookEveryMs,
    logger,
    metrics,
    run: async () => lookAtAll(),
  })

  return {
    followNews: (accountId, signal) => followers.follow(accountId, signal),
    followJob: (job, signal) => followJob(jobs, job, signal),
    followBatch: (batch, signal) => followBatch({ batches, logReads }, batch, signal),
    start: () => looking.start(),
    async stop() {
      await looking.stop()
      news.stop()
      for (const one of [jobReads, headReads, logReads]) one.stop()
    },
    get followed() {
      return { jobs: jobs.size, batches: batches.size }
    },
  }
}

function inOrder<State>(keys: readonly OwnedId[], found: ReadonlyMap<string, State>): (State | undefined)[] {
  return keys.map(({ id }) => found.get(id))
}
