import { type ClaimedJob, type JobsContext, LEASE_MS, renewLeases } from '@gleaner/jobs'
import { createLoop, type Logger, type Loop } from '@gleaner/runtime'

/** A claim that is kept alive until it is disposed. */
export interface Hold extends Disposable {
  /** Aborts when another worker has the job: this worker's result would be thrown away. */
  readonly lost: AbortSignal
}

/** The jobs that a process works on; one statement renews all their claims. */
export interface HeldJobs {
  take(job: ClaimedJob): Hold
  start(): void
  stop(): Promise<void>
}

/** Three renewals fit into a lease, so one lost to a slow database does not lose the job. */
const RENEW_EVERY_MS = LEASE_MS / 3.5

export function createHeldJobs(ctx: Pick<JobsContext, 'pool'>, logger: Logger): HeldJobs {
  const held = new Map<string, { fence: number; lost: AbortController }>()
  const loop: Loop = createLoop({
    name: 'renew-leases',
    everyMs: RENEW_EVERY_MS,
    logger,
    turn: async () => {
      const jobs = [...held].map(([id, { fence }]) => ({ id, fence }))
      for (const id of await renewLeases(ctx, jobs)) held.get(id)?.lost.abort(new Error('the claim was lost'))
    },
  })
  return {
    take(job) {
      const lost = new AbortController()
      held.set(job.id, { fence: job.fence, lost })
      return {
        lost: lost.signal,
        [Symbol.dispose]: () => {
          if (held.get(job.id)?.lost === lost) held.delete(job.id)
        },
      }
    },
    start: () => loop.start(),
    stop: () => loop.stop(),
  }
}
