import type { JobsContext } from './context.ts'
import { completionChannel, readCompletion } from './job-events.ts'
import { hasPage } from './page-text.ts'
import { readFinishedJob } from './read-job.ts'
import type { FinishedJob } from './rows.ts'

/** The poll behind pub/sub: how late a lost message makes an answer at most. */
const POLL_MS = 500

export interface JobWatch {
  /** The finished job, or undefined when `timeoutMs` passes (or `signal` aborts) first. */
  wait(timeoutMs: number, signal?: AbortSignal): Promise<FinishedJob | undefined>
  stop(): void
}

/** Starts listening for a job's end. Begun before the job is queued, so that its message cannot be missed. */
export function watchJob(ctx: Pick<JobsContext, 'pubSub' | 'pool'>, jobId: string): JobWatch {
  const published = Promise.withResolvers<FinishedJob>()
  const listening = ctx.pubSub.subscribe(completionChannel(jobId), jobId, (message) =>
    published.resolve(readCompletion(message)),
  )
  listening.catch(published.reject)
  published.promise.catch(() => {})

  return {
    async wait(timeoutMs, signal) {
      const ended = Promise.withResolvers<undefined>()
      const end = () => ended.resolve(undefined)
      const timer = setTimeout(end, timeoutMs)
      if (signal?.aborted) end()
      signal?.addEventListener('abort', end, { once: true })
      const poll = startPolling(ctx, jobId)
      try {
        const finished = await Promise.race([published.promise, poll.found, ended.promise])
        return await withPage(ctx, finished)
      } finally {
        clearTimeout(timer)
        poll.stop()
        signal?.removeEventListener('abort', end)
      }
    },
    stop() {
      listening.then((stopListening) => stopListening()).catch(() => {})
    },
  }
}

/** A poll that fails (the database is away for a moment) is tried again; the waiter's deadline ends it. */
function startPolling(ctx: Pick<JobsContext, 'pool'>, jobId: string) {
  const found = Promise.withResolvers<FinishedJob>()
  let polling = false
  const timer = setInterval(async () => {
    if (polling) return
    polling = true
    try {
      const job = await readFinishedJob(ctx.pool, jobId)
      if (job) found.resolve(job)
    } catch {
      // Tried again at the next tick.
    } finally {
      polling = false
    }
  }, POLL_MS)
  return { found: found.promise, stop: () => clearInterval(timer) }
}

async function withPage(
  ctx: Pick<JobsContext, 'pool'>,
  finished: FinishedJob | undefined,
): Promise<FinishedJob | undefined> {
  const lacksPage = finished?.row.status === 'completed' && !hasPage(finished)
  return lacksPage ? await readFinishedJob(ctx.pool, finished.row.id) : finished
}
