import { randomUUID } from 'node:crypto'
import { LIMITS } from '@gleaner/contracts'
import { createBodyMemory } from '@gleaner/fetch-engine/read-body/body-memory'
import { createDomainRecorder, openJobs } from '@gleaner/jobs'
import { createProxyHealth, parseOperatorProxies } from '@gleaner/proxies'
import {
  type Consumer,
  createConsumer,
  createFairSemaphore,
  PERMIT_LEASE_MS,
  scrapeQueueOf,
} from '@gleaner/queue'
import { createLoop, type Service, type ServiceDeps } from '@gleaner/runtime'
import { createAdmission } from './admission.ts'
import type { TierConfig } from './config.ts'
import type { TierContext } from './context.ts'
import { handleTask } from './handle-task.ts'
import { createIsolatedProcessPool } from './isolated/process-pool.ts'
import { createLeaseRenewer } from './lease-renewer.ts'
import { createArtifacts } from './result/artifacts.ts'
import { createFileStore } from './result/file-store.ts'
import { createSampleFetcher } from './samples/sample-fetcher.ts'
import { createTierMetrics } from './tier-metrics.ts'
import { createTierEgress, createTierExtractPool } from './tier-parts.ts'
import { type CreateTierWorkers, concurrencyOf, slotsOf, type TierWorker } from './tier-worker.ts'

export interface TierServiceOptions<Config extends TierConfig> {
  name: string
  config: Config
  deps: ServiceDeps
  createTierWorkers: CreateTierWorkers<Config>
  /** Address of the module that exports `createTierWorkers`, for isolated processes. */
  tierWorkersModule: string
}

/** How long a stopping service lets attempts finish; what is left is handed back to the queue. */
const STOP_GRACE_MS = 15_000

const REMEMBER_EVERY_MS = 5_000
/** Three renewals fit into the lease of a permit. */
const RENEW_PERMITS_EVERY_MS = PERMIT_LEASE_MS / 3.5

/** Messages taken beyond the slots: somebody has to see that a job must wait, when all slots are taken. */
const SPARE_HANDLERS = 16

/** A service that takes scrape jobs from the queues of its tier workers and works on them. */
export function createTierService<Config extends TierConfig>(options: TierServiceOptions<Config>): Service {
  const { name, config, deps, createTierWorkers, tierWorkersModule } = options
  const { logger, opsPort } = deps
  const onError = (error: Error) => logger.warn({ err: error }, 'a connection failed')
  const egress = createTierEgress(config, opsPort)
  const { jobs, redis, checks, close } = openJobs(config, logger)
  const extract = createTierExtractPool(config, {
    onWorkerLost: (error) => logger.warn({ err: error }, 'a page ended its worker'),
  })
  const domains = createDomainRecorder(jobs.pool)
  const remember = createLoop({
    name: 'remember-domains',
    everyMs: REMEMBER_EVERY_MS,
    logger,
    turn: domains.flush,
  })
  const workers = createTierWorkers(config, { ...deps, egress })
  const semaphore = createFairSemaphore(redis, {
    worker: randomUUID(),
    brings: slotsBrought(workers, config),
    defaultPermits: config.DOMAIN_CONCURRENCY,
  })
  const admission = createAdmission({
    semaphore,
    producer: jobs.producer,
    slotsOf: (tier) => slotsOf(workers.find((worker) => worker.tier === tier)!),
    gapMs: config.DOMAIN_GAP,
    maxRetryAfterMs: config.RETRY_AFTER_MAX,
    logger,
  })
  const renewPermits = createLoop({
    name: 'renew-permits',
    everyMs: RENEW_PERMITS_EVERY_MS,
    logger,
    turn: () => admission.renew().catch(onError),
  })
  const shared: Omit<TierContext, 'tier' | 'fetcher' | 'sampleFetcher'> = {
    jobs,
    extract,
    bodies: createBodyMemory({ megabytes: config.BODY_MEMORY_MB, maxBytes: LIMITS.responseBody }),
    artifacts: createArtifacts(createFileStore(config)),
    leases: createLeaseRenewer(jobs, logger),
    proxies: { list: parseOperatorProxies(config.PROXIES), health: createProxyHealth() },
    admission,
    // What seals secrets is not for a process that may be broken by a page.
    isolated: createIsolatedProcessPool({
      tierWorkersModule,
      config: { ...config, ENCRYPTION_KEYS: '' },
      opsPort,
    }),
    domains,
    metrics: createTierMetrics(deps.metrics),
    logger,
  }
  let consumers: Consumer[] = []

  return {
    name,
    checks,
    async start() {
      for (const { prepare } of workers) await prepare?.()
      shared.leases.start()
      remember.start()
      renewPermits.start()
      await admission.renew().catch(onError)
      consumers = workers.map((worker) => openConsumer(worker, config, { ...shared, ...contextOf(worker) }))
    },
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop(STOP_GRACE_MS)))
      await Promise.all([shared.leases.stop(), remember.stop(), renewPermits.stop()])
      await domains.flush().catch(onError)
      await Promise.all(workers.map((worker) => worker.fetcher.close()))
      await Promise.all([extract.close(), shared.isolated.close(), egress.close()])
      await close()
    },
  }
}

function slotsBrought(workers: readonly TierWorker[], config: TierConfig): Record<string, number> {
  return Object.fromEntries(workers.map((worker) => [slotsOf(worker), concurrencyOf(worker, config)]))
}

function contextOf({ tier, fetcher }: TierWorker) {
  return { tier, fetcher, sampleFetcher: createSampleFetcher(tier) }
}

function openConsumer(worker: TierWorker, config: TierConfig, ctx: TierContext): Consumer {
  const logger = ctx.logger.child({ tier: worker.tier })
  return createConsumer({
    redisUrl: config.REDIS_URL,
    queue: scrapeQueueOf(worker.tier),
    concurrency: concurrencyOf(worker, config) + SPARE_HANDLERS,
    handle: (task, stopping) => handleTask({ ...ctx, logger }, task, stopping),
    onError: (error) => logger.warn({ err: error }, 'the queue connection failed'),
    onFailedTry: (error, task) => logger.error({ err: error, task }, 'a try of a job failed'),
  })
}
