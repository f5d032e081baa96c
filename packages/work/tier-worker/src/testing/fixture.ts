import { availableParallelism } from 'node:os'
import { createHistories } from '@gleaner/change-tracking'
import { LIMITS, type ScrapeRequestInput, type Tier } from '@gleaner/contracts'
import { createEgress } from '@gleaner/egress'
import { createExtractPool } from '@gleaner/extract'
import { createBodyMemory } from '@gleaner/http-tiers'
import { createCurlFetcher } from '@gleaner/http-tiers/curl'
import { createHttpFetcher } from '@gleaner/http-tiers/http'
import {
  ASKS_MODEL,
  createDomainRecorder,
  createJob,
  enqueueJob,
  type JobsContext,
  type NewJob,
  type QueuedJob,
  scrapeTaskOf,
} from '@gleaner/jobs'
import { createJobsFixture } from '@gleaner/jobs/testing/fixture'
import { createGuardedFetch } from '@gleaner/llm/client/guarded-fetch'
import { createArchiver } from '@gleaner/page-archive'
import { createProxyHealth, type OperatorProxy } from '@gleaner/proxies'
import { connectRedis, createFairSemaphore, type ScrapeTask } from '@gleaner/queue'
import { createMetrics, loadConfig, silentLogger } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import { startTargetSite, type TargetSite } from '@gleaner/testkit'
import { createKeptPages } from '../attempt/kept-pages.ts'
import { createBulkGate } from '../bulk-gate/bulk-gate.ts'
import { tierConfig } from '../config.ts'
import type { TierContext } from '../context.ts'
import { createHostLimiter, type HostLimiter } from '../host-limiter.ts'
import type { Setup } from '../isolated/messages.ts'
import { createIsolatedProcessPool } from '../isolated/process-pool.ts'
import { createLeaseRenewer } from '../lease-renewer.ts'
import { createPermits, type Permits } from '../permits.ts'
import { createArtifacts } from '../result/artifacts.ts'
import { createSampleFetcher } from '../samples/sample-fetcher.ts'
import { createValidationMetrics } from '../session-validation/validation-metrics.ts'
import { createTierMetrics } from '../tier-metrics.ts'

/** Contexts of tiers 1 and 2 with their real fetchers, against the hostile local website. */
export interface WorkerFixture {
  jobs: JobsContext
  redisUrl: string
  site: TargetSite
  accountId: string
  /** Another account with money. */
  account(): Promise<string>
  context(tier: '1' | '2', proxies?: OperatorProxy[]): TierContext
  permits(limits?: Limits): Promise<Permits & { hosts: HostLimiter }>
  /** The message of an accepted job. */
  taskOf(jobId: string): Promise<ScrapeTask>
  /** What isolated processes are started with. */
  isolatedSetup: Setup
  /** As if all permits had been given back. */
  forgetPermits(): Promise<void>
  /** Puts the message of an accepted job on the queue of tier 1. */
  enqueue(jobId: string): Promise<void>
  newJob(request: Partial<ScrapeRequestInput>, job?: Partial<NewJob>): NewJob
  /** Accepts a job of an account with money; returns its id. */
  accept(request: Partial<ScrapeRequestInput>): Promise<string>
  /** Files that jobs have stored, by their keys; documents up to 1 MB are kept. */
  stored: ReadonlyMap<string, Uint8Array>
  close(): Promise<void>
}

/** Of an account, when it is made. */
const MICROS = 100_000_000

interface Limits {
  slots?: number
  models?: number
  perHost?: number
  gapMs?: number
}

export async function createWorkerFixture(): Promise<WorkerFixture> {
  const fixture = await createJobsFixture()
  const stored = new Map<string, Uint8Array>()
  const site = await startTargetSite()
  const egress = createEgress({ allow: '127.0.0.0/8' })
  const account = await fixture.account(MICROS)
  const extract = createExtractPool({ threads: availableParallelism(), memoryMb: 512 })
  const fetchers = { '1': createCurlFetcher({ egress }), '2': createHttpFetcher({ egress }) }
  const models = createGuardedFetch(egress)
  const logger = silentLogger()
  const redis = connectRedis(fixture.redisUrl, 'worker', () => {})
  const bulkGate = createBulkGate({ maxWaiting: 64 })
  const leases = createLeaseRenewer(fixture.ctx, { logger, metrics: createMetrics({ service: 'test' }) })
  leases.start()

  const permits: WorkerFixture['permits'] = async ({
    slots = 64,
    models = 32,
    perHost = 20,
    gapMs = 0,
  } = {}) => {
    const semaphore = createFairSemaphore(redis, {
      worker: 'test',
      brings: { 'slots:1': slots, 'slots:2': slots, 'models:1': models, 'models:2': models },
      defaultPermits: perHost,
    })
    const hosts = createHostLimiter(semaphore, { gapMs, maxRetryAfterMs: 10_000 })
    const made = createPermits({
      semaphore,
      hosts,
      producer: fixture.ctx.producer,
      bulkGate,
      slotsOf: (tier) => `slots:${tier}`,
      modelsOf: (tier) => `models:${tier}`,
      logger,
    })
    await made.renew()
    return { ...made, hosts }
  }
  const usual = await permits()
  const isolatedSetup: Setup = {
    tierWorkersModule: new URL('./tier-workers.ts', import.meta.url).href,
    config: loadConfig(tierConfig, {
      DATABASE_URL: 'postgres://database.invalid/gleaner',
      REDIS_URL: fixture.redisUrl,
      ENCRYPTION_KEYS: 'none',
      PUBLIC_URL: 'https://api.invalid',
      STORAGE_DIR: '/nowhere',
      EGRESS_ALLOW: '127.0.0.0/8',
    }),
    opsPort: undefined,
  }
  const isolated = createIsolatedProcessPool(isolatedSetup)

  const context = (tier: Extract<Tier, '1' | '2'>, proxies: OperatorProxy[] = []): TierContext => ({
    tier,
    jobs: fixture.ctx,
    fetcher: fetchers[tier],
    sampleFetcher: createSampleFetcher(fetchers[tier]),
    extract,
    models,
    bodies: createBodyMemory({ megabytes: 512, maxBytes: LIMITS.responseBody }),
    artifacts: createArtifacts(
      async (name, bytes) => {
        stored.set(name, bytes)
        return `https://files.invalid/${name}`
      },
      { maxDocumentBytes: MEGABYTE },
    ),
    keptPages: createKeptPages(fixture.ctx, redis, logger),
    archiver: createArchiver(fixture.ctx.pool, { maxMb: 100 }),
    histories: createHistories(fixture.ctx.pool, { maxMb: 100 }),
    leases,
    // Its time stands still: a proxy that failed is left alone, however busy the machine is.
    proxies: { list: proxies, health: createProxyHealth(() => 0) },
    permits: usual,
    bulkGate,
    hosts: usual.hosts,
    isolated,
    domains: createDomainRecorder(fixture.pool),
    metrics: createTierMetrics(createMetrics({ service: 'test' })),
    validationMetrics: createValidationMetrics(createMetrics({ service: 'test' })),
    logger,
  })
  const queuedJob = async (jobId: string): Promise<QueuedJob> => {
    const { rows } = await fixture.pool.query(
      `SELECT id, account_id AS "accountId", url, test, deadline_at AS "deadlineAt", ${ASKS_MODEL} AS "asksModel" FROM job WHERE id = $1`,
      [jobId],
    )
    return rows[0]
  }
  const newJob: WorkerFixture['newJob'] = (request, job) => fixture.newJob(account, request, job)

  return {
    jobs: fixture.ctx,
    stored,
    redisUrl: fixture.redisUrl,
    site,
    accountId: account,
    account: () => fixture.account(MICROS),
    context,
    permits,
    isolatedSetup,
    taskOf: async (jobId) => scrapeTaskOf(await queuedJob(jobId)),
    enqueue: async (jobId) => enqueueJob(fixture.ctx.producer, await queuedJob(jobId), '1'),
    async forgetPermits() {
      const keys = await redis.keys('{gleaner}:fair:*')
      if (keys.length > 0) await redis.del(keys)
    },
    newJob,
    async accept(request) {
      const job = newJob(request)
      await createJob(fixture.ctx, job)
      return job.id
    },
    async close() {
      await leases.stop()
      await Promise.all([fetchers['1'].close(), fetchers['2'].close(), extract.close(), isolated.close()])
      redis.disconnect()
      await models.close()
      await egress.close()
      await site.close()
      await fixture.close()
    },
  }
}
