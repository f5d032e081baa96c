import { availableParallelism } from 'node:os'
import type { ScrapeRequestInput, Tier } from '@gleaner/contracts'
import { createEgress } from '@gleaner/egress'
import { createExtractPool } from '@gleaner/extract/pool'
import { createCurlFetcher } from '@gleaner/fetch-engine/curl/fetcher'
import { createHttpFetcher } from '@gleaner/fetch-engine/http/fetcher'
import { createDomainRecorder, createJob, type JobsContext, type NewJob } from '@gleaner/jobs'
import { createJobsFixture } from '@gleaner/jobs/testing/fixture'
import { createProxyHealth, type OperatorProxy } from '@gleaner/proxies'
import { connectRedis } from '@gleaner/queue'
import { createMetrics, silentLogger } from '@gleaner/runtime'
import { startTargetSite, type TargetSite } from '@gleaner/testkit'
import { createArtifacts } from '../artifacts.ts'
import type { TierContext } from '../context.ts'
import { createHeldJobs } from '../held-jobs.ts'
import { createPoliteness } from '../politeness.ts'
import { createSampleFetcher } from '../sample-fetcher.ts'
import { createTierMetrics } from '../tier-metrics.ts'

/** Lanes of tiers 1 and 2 with their real fetchers, against the hostile local website. */
export interface WorkerFixture {
  jobs: JobsContext
  site: TargetSite
  accountId: string
  lane(tier: '1' | '2', proxies?: OperatorProxy[]): TierContext
  newJob(request: Partial<ScrapeRequestInput>, job?: Partial<NewJob>): NewJob
  /** Accepts a job of an account with money; returns its id. */
  accept(request: Partial<ScrapeRequestInput>): Promise<string>
  close(): Promise<void>
}

export async function createWorkerFixture(): Promise<WorkerFixture> {
  const fixture = await createJobsFixture()
  const site = await startTargetSite()
  const egress = createEgress({ allow: '127.0.0.0/8' })
  const account = await fixture.account(100_000_000)
  const extract = createExtractPool({ threads: availableParallelism(), memoryMbPerThread: 512 })
  const fetchers = { '1': createCurlFetcher({ egress }), '2': createHttpFetcher({ egress }) }
  const logger = silentLogger()
  const redis = connectRedis(fixture.redisUrl, 'worker', () => {})
  const held = createHeldJobs(fixture.ctx, logger)
  held.start()

  const lane = (tier: Extract<Tier, '1' | '2'>, proxies: OperatorProxy[] = []): TierContext => ({
    tier,
    jobs: fixture.ctx,
    fetcher: fetchers[tier],
    sampleFetcher: createSampleFetcher(tier),
    extract,
    artifacts: createArtifacts(async (name) => `https://files.invalid/${name}`),
    held,
    proxies: { list: proxies, health: createProxyHealth() },
    politeness: createPoliteness(redis, { maxAtOnce: 20, gapMs: 0, maxRetryAfterMs: 10_000 }),
    domains: createDomainRecorder(fixture.pool),
    metrics: createTierMetrics(createMetrics({ service: 'test' })),
    logger,
  })
  const newJob: WorkerFixture['newJob'] = (request, job) => fixture.newJob(account, request, job)

  return {
    jobs: fixture.ctx,
    site,
    accountId: account,
    lane,
    newJob,
    async accept(request) {
      const job = newJob(request)
      await createJob(fixture.ctx, job)
      return job.id
    },
    async close() {
      await held.stop()
      await Promise.all([fetchers['1'].close(), fetchers['2'].close(), extract.close()])
      redis.disconnect()
      await egress.close()
      await site.close()
      await fixture.close()
    },
  }
}
