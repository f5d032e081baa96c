import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Tier } from '@gleaner/contracts'
import { createEgress, type Egress } from '@gleaner/egress'
import { createExtractPool } from '@gleaner/extract/pool'
import type { Fetcher } from '@gleaner/fetch-engine'
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
import { createSampleFetcher } from './sample-fetcher.ts'
import { createTierMetrics } from './tier-metrics.ts'

/** One tier that a service serves: its queue, its fetcher, and how many jobs it works on at once. */
export interface Lane {
  tier: Tier
  fetcher: Fetcher
  /** Slots of this process. One account alone gets half of those of the fleet. */
  concurrency: number
  /** Name of the slots, when several lanes share the same ones. */
  slots?: string
}

/** What a tier service builds its fetchers of. */
export interface LaneDeps extends ServiceDeps {
  egress: Egress
}

/** How long a stopping service lets attempts finish; what is left is handed back to the queue. */
const STOP_GRACE_MS = 15_000

const REMEMBER_EVERY_MS = 5_000
/** Three renewals fit into the lease of a permit. */
const RENEW_PERMITS_EVERY_MS = PERMIT_LEASE_MS / 3.5

/** Messages taken beyond the slots: somebody has to see that a job must wait, when all slots are taken. */
const SPARE_HANDLERS = 16

/** A service that takes scrape jobs from the queues of its lanes and works on them. */
export function createTierService(
  name: string,
  config: TierConfig,
  deps: ServiceDeps,
  createLanes: (deps: LaneDeps) => Lane[],
): Service {
  const { logger } = deps
  const onError = (error: Error) => logger.warn({ err: error }, 'a connection failed')
  const egress = createEgress({
    allow: config.EGRESS_ALLOW,
    ownAddresses: config.EGRESS_OWN_ADDRESSES,
    blockedDomains: config.EGRESS_BLOCKED_DOMAINS,
    ownUrls: [config.DATABASE_URL, config.REDIS_URL],
    publicUrl: config.PUBLIC_URL,
    ownPorts: deps.opsPort === undefined ? [] : [deps.opsPort],
  })
  const { jobs, redis, checks, close } = openJobs(config, logger)
  const extract = createExtractPool({
    threads: config.EXTRACT_THREADS || availableParallelism(),
    processes: config.EXTRACT_PROCESSES || Math.max(2, availableParallelism()),
    memoryMb: config.EXTRACT_MEMORY_MB,
    cpuMs: config.EXTRACT_CPU,
    ocrCpuMs: config.EXTRACT_OCR_CPU,
    onReaderLost: (error) => logger.warn({ err: error }, 'a page ended its reader'),
  })
  const domains = createDomainRecorder(jobs.pool)
  const remember = createLoop({
    name: 'remember-domains',
    everyMs: REMEMBER_EVERY_MS,
    logger,
    turn: domains.flush,
  })
  const lanes = createLanes({ ...deps, egress })
  const semaphore = createFairSemaphore(redis, {
    worker: randomUUID(),
    brings: slotsBrought(lanes, config),
    defaultPermits: config.DOMAIN_CONCURRENCY,
    gapMs: config.DOMAIN_GAP,
  })
  const admission = createAdmission({
    semaphore,
    producer: jobs.producer,
    slotsOf: (tier) => slotsOf(lanes.find((lane) => lane.tier === tier)!),
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
    artifacts: createArtifacts(createFileStore(config)),
    held: createHeldJobs(jobs, logger),
    proxies: { list: parseOperatorProxies(config.PROXIES), health: createProxyHealth() },
    admission,
    domains,
    metrics: createTierMetrics(deps.metrics),
    logger,
  }
  let consumers: Consumer[] = []

  return {
    name,
    checks,
    async start() {
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
      await Promise.all([extract.close(), egress.close()])
      await close()
    },
  }
}

function slotsOf({ slots, tier }: Lane): string {
  return `slots:${slots ?? tier}`
}

function concurrencyOf({ concurrency }: Lane, config: TierConfig): number {
  return config.TIER_CONCURRENCY || concurrency
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
