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
import { createArtifacts } from './artifacts.ts'
import type { TierConfig } from './config.ts'
import type { TierContext } from './context.ts'
import { createFileStore } from './file-store.ts'
import { handleTask } from './handle-task.ts'
import { createHeldJobs } from './held-jobs.ts'
import { type CreateLanes, concurrencyOf, type Lane, slotsOf } from './lane.ts'
import { createSampleFetcher } from './sample-fetcher.ts'
import { createSoloRunner } from './solo/runner.ts'
import { createTierMetrics } from './tier-metrics.ts'
import { createTierEgress, createTierExtractPool } from './tier-parts.ts'

export interface TierServiceOptions<Config extends TierConfig> {
  name: string
  config: Config
  deps: ServiceDeps
  createLanes: CreateLanes<Config>
  /** Address of the module that exports `createLanes`, for processes that work on a job alone. */
  lanesModule: string
}

/** How long a stopping service lets attempts finish; what is left is handed back to the queue. */
const STOP_GRACE_MS = 15_000

const REMEMBER_EVERY_MS = 5_000
/** Three renewals fit into the lease of a permit. */
const RENEW_PERMITS_EVERY_MS = PERMIT_LEASE_MS / 3.5

/** Messages taken beyond the slots: somebody has to see that a job must wait, when all slots are taken. */
const SPARE_HANDLERS = 16

/** A service that takes scrape jobs from the queues of its lanes and works on them. */
export function createTierService<Config extends TierConfig>(options: TierServiceOptions<Config>): Service {
  const { name, config, deps, createLanes, lanesModule } = options
  const { logger, opsPort } = deps
  const onError = (error: Error) => logger.warn({ err: error }, 'a connection failed')
  const egress = createTierEgress(config, opsPort)
  const { jobs, redis, checks, close } = openJobs(config, logger)
  const extract = createTierExtractPool(config, {
    onReaderLost: (error) => logger.warn({ err: error }, 'a page ended its reader'),
  })
  const domains = createDomainRecorder(jobs.pool)
  const remember = createLoop({
    name: 'remember-domains',
    everyMs: REMEMBER_EVERY_MS,
    logger,
    turn: domains.flush,
  })
  const lanes = createLanes(config, { ...deps, egress })
  const semaphore = createFairSemaphore(redis, {
    worker: randomUUID(),
    brings: slotsBrought(lanes, config),
    defaultPermits: config.DOMAIN_CONCURRENCY,
  })
  const admission = createAdmission({
    semaphore,
    producer: jobs.producer,
    slotsOf: (tier) => slotsOf(lanes.find((lane) => lane.tier === tier)!),
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
    held: createHeldJobs(jobs, logger),
    proxies: { list: parseOperatorProxies(config.PROXIES), health: createProxyHealth() },
    admission,
    // What seals secrets is not for a process that may be broken by a page.
    solo: createSoloRunner({ lanesModule, config: { ...config, ENCRYPTION_KEYS: '' }, opsPort }),
    domains,
    metrics: createTierMetrics(deps.metrics),
    logger,
  }
  let consumers: Consumer[] = []

  return {
    name,
    checks,
    async start() {
      for (const { prepare } of lanes) await prepare?.()
      shared.held.start()
      remember.start()
      renewPermits.start()
      await admission.renew().catch(onError)
      consumers = lanes.map((lane) => openLane(lane, config, { ...shared, ...laneContext(lane) }))
    },
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop(STOP_GRACE_MS)))
      await Promise.all([shared.held.stop(), remember.stop(), renewPermits.stop()])
      await domains.flush().catch(onError)
      await Promise.all(lanes.map((lane) => lane.fetcher.close()))
      await Promise.all([extract.close(), shared.solo.close(), egress.close()])
      await close()
    },
  }
}

function slotsBrought(lanes: readonly Lane[], config: TierConfig): Record<string, number> {
  return Object.fromEntries(lanes.map((lane) => [slotsOf(lane), concurrencyOf(lane, config)]))
}

function laneContext({ tier, fetcher }: Lane) {
  return { tier, fetcher, sampleFetcher: createSampleFetcher(tier) }
}

function openLane(lane: Lane, config: TierConfig, ctx: TierContext): Consumer {
  const logger = ctx.logger.child({ tier: lane.tier })
  return createConsumer({
    redisUrl: config.REDIS_URL,
    queue: scrapeQueueOf(lane.tier),
    concurrency: concurrencyOf(lane, config) + SPARE_HANDLERS,
    handle: (task, stopping) => handleTask({ ...ctx, logger }, task, stopping),
    onError: (error) => logger.warn({ err: error }, 'the queue connection failed'),
    onFailedTry: (error, task) => logger.error({ err: error, task }, 'a try of a job failed'),
  })
}
