import { randomUUID } from 'node:crypto'
import type { Connections } from '@gleaner/connections'
import type { Tier } from '@gleaner/contracts'
import type { JobsContext } from '@gleaner/jobs'
import { createFairSemaphore, PERMIT_LEASE_MS } from '@gleaner/queue'
import { placeOf } from '@gleaner/queue/work'
import { createLoop, type ServiceDeps } from '@gleaner/runtime'
import { VALIDATION_KINDS } from '@gleaner/sessions'
import type { BulkGate } from './bulk-gate/bulk-gate.ts'
import type { TierConfig } from './config.ts'
import { createHostLimiter, type HostLimiter } from './host-limiter.ts'
import { machineId } from './machine-id.ts'
import { createPermits, type Permits } from './permits.ts'
import {
  concurrencyOf,
  MODEL_PLACES,
  modelsOf,
  slotsOf,
  type TierWorker,
  validationPlaces,
} from './tier-worker.ts'

/** Three renewals fit into the lease of a permit. */
const RENEW_EVERY_MS = PERMIT_LEASE_MS / 3.5

/** The permits of one process, which brings the slots of its workers and renews what it holds. */
export interface OpenPermits extends Permits {
  readonly hosts: HostLimiter
  start(): Promise<void>
  stop(): Promise<void>
}

export function openPermits(
  { redis, jobs, onError }: Pick<Connections, 'redis' | 'onError'> & { jobs: JobsContext },
  bulkGate: BulkGate,
  workers: readonly TierWorker[],
  config: TierConfig,
  { logger, metrics }: Pick<ServiceDeps, 'logger' | 'metrics'>,
): OpenPermits {
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
  const workerOf = (tier: Tier) => workers.find((worker) => worker.tier === tier)!
  const permits = createPermits({
    semaphore,
    hosts,
    producer: jobs.producer,
    bulkGate,
    slotsOf: (tier) => slotsOf(workerOf(tier)),
    modelsOf: (tier) => modelsOf(workerOf(tier)),
    logger,
  })
  const renew = () => permits.renew().catch(onError)
  const renewing = createLoop({
    name: 'renew-permits',
    everyMs: RENEW_EVERY_MS,
    logger,
    metrics,
    run: () => permits.renew(),
  })
  return {
    ...permits,
    hosts,
    async start() {
      renewing.start()
      await renew()
    },
    stop: () => renewing.stop(),
  }
}

/** By resource: a worker's slots, its places for models, and those for validations of one that validates sessions. */
function bringsOf(worker: TierWorker, config: TierConfig): [string, number][] {
  const own: [string, number][] = [
    [slotsOf(worker), concurrencyOf(worker, config)],
    [modelsOf(worker), MODEL_PLACES],
  ]
  if (!worker.validates) return own
  return [...own, [placeOf(VALIDATION_KINDS[worker.validates]), validationPlaces(worker, config)]]
}
