import { type ClaimedJob, type JobsContext, renewLeases } from '@gleaner/jobs'
import { RENEW_EVERY_MS } from '@gleaner/queue/claim'
import { createLoop, type Loop, type ServiceDeps } from '@gleaner/runtime'

/** A claim that is kept alive until it is disposed. */
export interface KeptLease extends Disposable {
  /** Aborts when another worker has the job: this worker's result would be thrown away. */
  readonly lost: AbortSignal
}

/** Renews the leases of the jobs that a process works on, all with one statement. */
export interface LeaseRenewer {
  keep(job: ClaimedJob): KeptLease
  start(): void
  stop(): Promise<void>
}

export function createLeaseRenewer(
  ctx: Pick<JobsContext, 'pool'>,
  { logger, metrics }: Pick<ServiceDeps, 'logger' | 'metrics'>,
): LeaseRenewer {
  const kept = new Map<string, { fence: number; lost: AbortController }>()
  const loop: Loop = createLoop({
    name: 'renew-leases',
    everyMs: RENEW_EVERY_MS,
    logger,
    metrics,
    run: async () => {
      const jobs = [...kept].map(([id, { fence }]) => ({ id, fence }))
      for (const id of await renewLeases(ctx, jobs)) kept.get(id)?.lost.abort(new Error('the claim was lost'))
    },
  })
  return {
    keep(job) {
      const lost = new AbortController()
      kept.set(job.id, { fence: job.fence, lost })
      return {
        lost: lost.signal,
        [Symbol.dispose]: () => {
          if (kept.get(job.id)?.lost === lost) kept.delete(job.id)
        },
      }
    },
    start: () => loop.start(),
    stop: () => loop.stop(),
  }
}
