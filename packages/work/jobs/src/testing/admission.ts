import type { ScrapeRequestInput } from '@gleaner/contracts'
import { connectRedis, endConnection } from '@gleaner/queue'
import { silentLogger } from '@gleaner/runtime'
import { type BulkAdmission, createBulkAdmission } from '../admitting/bulk-admission.ts'
import type { Bounds } from '../admitting/fleet-load.ts'
import { claimJob } from '../claiming/claim-job.ts'
import { announceEnd, WAKE, WAKE_CHANNEL } from '../ending/announce.ts'
import { completeJob } from '../ending/settle-job.ts'
import { endJobsOf } from '../tending/delete-jobs-of.ts'
import { createJobsFixture, delivery, type JobsFixture } from './fixture.ts'

/** Schedulers that admit bulk work, and workers played by the test. */
export interface AdmissionFixture extends JobsFixture {
  /** An account with an operator's limit of requests at once. */
  accountOf(more?: { concurrency?: number; micros?: number }): Promise<string>
  start(more?: { schedulers?: number; most?: number; pages?: number; perHost?: number }): Promise<void>
  /** Tells the schedulers of new work. */
  wake(accountId: string): void
  /** Stops the schedulers and ends all that is open. */
  reset(): Promise<void>
  /** Items that are on the queue of tier 1, the next one first. */
  queued(): Promise<{ id: string; accountId: string; host: string }[]>
  messages(): Promise<{ priority: number | undefined; bulk: boolean }[]>
  flushRedis(): Promise<void>
  /** Items of an account that are under way. */
  underWay(accountId: string): Promise<number>
  /** Delivers an item from tier 1, as its worker would. */
  deliver(jobId: string, costMicros?: number): Promise<void>
}

export async function createAdmissionFixture(): Promise<AdmissionFixture> {
  const fixture = await createJobsFixture()
  const { ctx, pool } = fixture
  const accounts: string[] = []
  const delivered = new Set<string>()
  const queue = ctx.producer.queues().find(({ name }) => name === 'scrape-tier-1')!
  let running: BulkAdmission[] = []

  return {
    ...fixture,
    async accountOf({ concurrency = 10, micros = 100_000_000 } = {}) {
      const id = await fixture.account(micros)
      await pool.query('UPDATE account SET concurrent_requests = $2 WHERE id = $1', [id, concurrency])
      accounts.push(id)
      return id
    },
    async start({ schedulers = 1, most = 1_000, pages = 1_000, perHost = 1_000 } = {}) {
      const options = { ctx, logger: silentLogger(), perHost, places: async () => placesOf(most, pages) }
      running = Array.from({ length: schedulers }, () => createBulkAdmission(options))
      await Promise.all(running.map((admission) => admission.start()))
    },
    wake: (accountId) => ctx.pubSub.publish(WAKE_CHANNEL, WAKE.admission, accountId),
    async reset() {
      await Promise.all(running.map((admission) => admission.stop()))
      running = []
      for (const account of accounts.splice(0)) await endJobsOf(ctx, account)
      for (const queue of ctx.producer.queues()) await queue.drain(true)
    },
    messages: async () =>
      (await queue.getJobs(['wait', 'prioritized'])).map(({ priority, data }) => ({
        priority,
        bulk: data.bulk,
      })),
    async flushRedis() {
      const redis = connectRedis(fixture.redisUrl, 'worker', () => {})
      await redis.flushdb()
      endConnection(redis)
    },
    async queued() {
      const messages = await queue.getJobs(['wait', 'prioritized'], 0, -1, true)
      return messages
        .map(({ data }) => ({ id: data.jobId, accountId: data.accountId, host: data.host }))
        .filter(({ id }) => !delivered.has(id))
    },
    async underWay(accountId) {
      const { rows } = await pool.query(
        'SELECT count(*)::int AS items FROM job WHERE account_id = $1 AND finished_at IS NULL AND queued_at IS NOT NULL',
        [accountId],
      )
      return rows[0].items
    },
    async deliver(jobId, costMicros = 200) {
      delivered.add(jobId)
      const claim = await claimJob(ctx, jobId, '1')
      if (claim.kind !== 'claimed') throw new Error(`the job is ${claim.kind}`)
      announceEnd(ctx, (await completeJob(ctx, claim.job, delivery(costMicros)))!)
    },
  }
}

/** Places in all, and at each tier; at tier 4 `pages`. */
export function placesOf(all = 1_000, pages = all): Bounds {
  return { all, of: (tier) => (tier === '4' ? pages : all) }
}

/** Requests for pages of a host. */
export function pagesOf(host: string, count: number): Partial<ScrapeRequestInput>[] {
  return Array.from({ length: count }, (_, index) => ({ url: `https://${host}/${index}` }))
}
