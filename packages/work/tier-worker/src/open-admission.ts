import { randomUUID } from 'node:crypto'
import type { Connections } from '@gleaner/connections'
import type { JobsContext } from '@gleaner/jobs'
import { createFairSemaphore, PERMIT_LEASE_MS } from '@gleaner/queue'
import { placeOf } from '@gleaner/queue/work'
import { createLoop, type Logger } from '@gleaner/runtime'
import { VALIDATION_KINDS } from '@gleaner/sessions'
import { type Admission, createAdmission } from './admission.ts'
import type { BulkGate } from './bulk-gate/bulk-gate.ts'
import type { TierConfig } from './config.ts'
import { createHostLimiter, type HostLimiter } from './host-limiter.ts'
import { machineId } from './machine-id.ts'
import { concurrencyOf, slotsOf, type TierWorker, validationPlaces } from './tier-worker.ts'

/** Three renewals fit into the lease of a permit. */
const RENEW_EVERY_MS = PERMIT_LEASE_MS / 3.5

/** The admission of one process, which brings the slots of its workers and renews what it holds. */
export interface OpenAdmission extends Admission {
  readonly hosts: HostLimiter
  start(): Promise<void>
  stop(): Promise<void>
}

export function openAdmission(
  { redis, jobs, onError }: Pick<Connections, 'redis' | 'onError'> & { jobs: JobsContext },
  bulkGate: BulkGate,
  workers: readonly TierWorker[],
  config: TierConfig,
  logger: Logger,
): OpenAdmission {
  const semaphore = createFairSemaphore(redis, {
    machine: machineId(),
    worker: randomUUID(),
    brings: Object.fromEntries(workers.flatMap((worker) => bringsOf(worker, config))),
    defaultPermits: config.DOMAIN_CONCURRENCY,
  })
  const hosts = createHostLimiter(semaphore, {
    gapMs: config.DOMAIN_GAP,
    maxRetryAfterMs: config.RETRY_AFTER_MAX,
  })
  const admission = createAdmission({
    semaphore,
    hosts,
    producer: jobs.producer,
    bulkGate,
    slotsOf: (tier) => slotsOf(workers.find((worker) => worker.tier === tier)!),
    logger,
  })
  const renew = () => admission.renew().catch(onError)
  const renewing = createLoop({ name: 'renew-permits', everyMs: RENEW_EVERY_MS, logger, run: renew })
  return {
    ...admission,
    hosts,
    async start() {
      renewing.start()
      await renew()
    },
    stop: () => renewing.stop(),
  }
}

/** By resource: a worker's slots, and the places for validations of one that validates sessions. */
function bringsOf(worker: TierWorker, config: TierConfig): [string, number][] {
  const slots: [string, number] = [slotsOf(worker), concurrencyOf(worker, config)]
  if (!worker.validates) return [slots]
  return [slots, [placeOf(VALIDATION_KINDS[worker.validates]), validationPlaces(worker, config)]]
}
