import { untilWoken } from '@gleaner/runtime/until'
import type { JobsContext } from '../context.ts'
import { completionChannel, readCompletion } from '../ending/job-events.ts'
import { hasPage } from '../page-text.ts'
import type { FinishedJob } from '../rows.ts'
import { readFinishedJob } from './read-job.ts'

/** The poll behind pub/sub: how late a lost message makes an answer at most. */
const POLL_MS = 500

export interface JobWatch {
  /** The finished job, or undefined when `timeoutMs` passes (or `signal` aborts) first. */
  wait(timeoutMs: number, signal?: AbortSignal): Promise<FinishedJob | undefined>
  stop(): void
}

/**
 * Starts listening for a job's end. Begun before the job is queued, so that its message cannot be missed. It is not `awaitEnd` of
 * `@gleaner/queue/claim`, which looks at a row that is there already, and after each message: here the message itself brings the job and its
 * page, and most scrapes are answered without a statement.
 */
export function watchJob(ctx: Pick<JobsContext, 'pubSub' | 'pool'>, jobId: string): JobWatch {
  const ended = Promise.withResolvers<FinishedJob>()
  const poll = createPoll(ctx, jobId, ended.resolve)
  const subscribing = ctx.pubSub.subscribe(completionChannel(jobId), jobId, (message) => {
    const job = readCompletion(message)
    if (job.row.status === 'completed' && !hasPage(job)) poll.now()
    else ended.resolve(job)
  })
  // Without the message there is still the poll.
  subscribing.catch(() => {})

  return {
    async wait(timeoutMs, signal) {
      poll.start()
      try {
        return await untilWoken(ended.promise, timeoutMs, signal)
      } finally {
        poll.stop()
      }
    },
    stop() {
      subscribing.then((unsubscribe) => unsubscribe()).catch(() => {})
    },
  }
}

/** Reads the row now and then, and its page with it. What fails (the database is away) is tried again at the next turn. */
function createPoll(ctx: Pick<JobsContext, 'pool'>, jobId: string, found: (job: FinishedJob) => void) {
  let polling = false
  let timer: NodeJS.Timeout | undefined
  const now = async () => {
    if (polling) return
    polling = true
    try {
      const job = await readFinishedJob(ctx.pool, jobId)
      if (job) found(job)
    } catch {
      // Tried again.
    } finally {
      polling = false
    }
  }
  return {
    now: () => void now(),
    start: () => {
      timer ??= setInterval(now, POLL_MS)
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
    },
  }
}
