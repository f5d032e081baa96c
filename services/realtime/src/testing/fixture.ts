import { beginSignIn, findUser, openAccessTokens } from '@gleaner/accounts'
import { insertAccount } from '@gleaner/accounts/users/create-account'
import { announceStopped, cancelBatch, insertBatch } from '@gleaner/batches'
import { toBatchId, uuidv7 } from '@gleaner/contracts'
import { createDatabase } from '@gleaner/db'
import {
  announceEnd,
  claimJob,
  completeJob,
  endWaitingItems,
  failJob,
  insertWaitingJobs,
} from '@gleaner/jobs'
import { createJobsFixture, delivery, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { createMetrics, loadConfig } from '@gleaner/runtime'
import { createLogger } from '@gleaner/runtime/logger'
import { generateApiKey } from '@gleaner/security/api-key'
import { eventually, freePort } from '@gleaner/testkit'
import { config } from '../config.ts'
import { createService } from '../service.ts'

export interface TestAccount {
  id: string
  userId: string
  key: string
  /** Of its user, who has signed in. */
  accessToken: string
}

export interface TestBatch {
  /** As callers know it. */
  batchId: string
  uuid: string
  accountId: string
  jobIds: string[]
  urls: string[]
}

/** A crawl of which the test is the driver. */
export interface TestCrawl {
  id: string
  /** Takes on so many more pages; returns their jobs. */
  grow(pages: number): Promise<string[]>
  /** No more pages are taken on. */
  close(): Promise<void>
  cancel(): Promise<void>
}

export interface TestService {
  url: string
  /** Streams that are open. */
  open(): Promise<number>
  stop(): Promise<void>
}

/** The realtime service, with batches whose items end when the test says so. */
export interface RealtimeFixture {
  url: string
  jobs: JobsFixture
  /** Lines that the service has logged, as they were written. */
  logs: string[]
  account(): Promise<TestAccount>
  batch(accountId: string, urls: number | readonly string[]): Promise<TestBatch>
  crawl(accountId: string): Promise<TestCrawl>
  /** Ends a job of a batch; nobody hears of it when `silently`. */
  end(jobId: string, ending?: 'completed' | 'failed', silently?: boolean): Promise<void>
  /** Another process of the service on the same databases. */
  start(env?: Record<string, string>): Promise<TestService>
  /** Streams that are open. */
  open(): Promise<number>
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const TOKENS = { JWT_SECRET: 'a secret of tests that is long enough', PUBLIC_URL: 'https://api.example.com' }

export async function createRealtimeFixture(env: Record<string, string> = {}): Promise<RealtimeFixture> {
  const jobs = await createJobsFixture()
  const db = createDatabase(jobs.pool)
  const logs: string[] = []
  const logger = createLogger(
    { service: 'realtime', level: 'debug' },
    { write: (line) => void logs.push(line) },
  )

  const start: RealtimeFixture['start'] = async (more = {}) => {
    const port = await freePort()
    const settings = loadConfig(config, {
      REALTIME_PORT: String(port),
      REALTIME_HOST: HOST,
      ...TOKENS,
      DATABASE_URL: jobs.databaseUrl,
      DATABASE_CONNECT_TIMEOUT: '60s',
      REDIS_URL: jobs.redisUrl,
      ...env,
      ...more,
    })
    const metrics = createMetrics({ service: 'realtime' })
    const service = createService(settings, { logger, metrics })
    await service.start()
    await eventually(() =>
      Promise.all(Object.values({ ...service.checks, ...service.partialChecks }).map((check) => check())),
    )
    return {
      url: `http://${HOST}:${port}`,
      open: async () =>
        (await metrics.registry.getSingleMetric('gleaner_streams_open')!.get()).values[0]?.value ?? 0,
      stop: () => service.stop(),
    }
  }
  const service = await start()

  return {
    url: service.url,
    open: service.open,
    jobs,
    logs,
    start,
    async account() {
      const { key } = generateApiKey('live')
      const email = `${uuidv7()}@example.com`
      const { id } = await db.transaction((handles) =>
        insertAccount(handles, {
          name: 'Test',
          email,
          passwordHash: 'none',
          apiKeys: [{ name: 'live', key }],
          deposit: { amountMicros: 1_000_000n, note: 'test' },
        }),
      )
      await jobs.pool.query('UPDATE account SET requests_per_minute = 10000 WHERE id = $1', [id])
      const user = (await findUser(jobs.pool, { email }))!
      const session = await beginSignIn({ accessTokens: openAccessTokens(TOKENS) }, jobs.pool, user)
      return { id, userId: user.id, key, accessToken: session!.access_token }
    },
    async batch(accountId, urls) {
      const list =
        typeof urls === 'number'
          ? Array.from({ length: urls }, (_, i) => `https://example.com/${i}`)
          : [...urls]
      const items = list.map((url) => jobs.newJob(accountId, { url, sync: false }))
      const id = uuidv7()
      await insertBatch(jobs.pool, jobs.ctx.secretBox, {
        id,
        accountId,
        apiKeyId: null,
        test: false,
        webhookUrl: undefined,
        estimatedMicros: 0,
        jobs: items,
      })
      return { batchId: toBatchId(id), uuid: id, accountId, jobIds: items.map((job) => job.id), urls: list }
    },
    crawl: (accountId) => createTestCrawl(jobs, accountId),
    async end(jobId, ending = 'completed', silently = false) {
      const claim = await claimJob(jobs.ctx, jobId, '1')
      if (claim.kind !== 'claimed') throw new Error(`the job is ${claim.kind}`)
      const ended =
        ending === 'completed'
          ? await completeJob(jobs.ctx, claim.job, delivery(0))
          : await failJob(jobs.ctx, claim.job, { code: 'ALL_TIERS_FAILED', message: 'no' })
      if (!silently) announceEnd(jobs.ctx, ended!)
    },
    async close() {
      await service.stop()
      await jobs.close()
    },
  }
}

async function createTestCrawl({ pool, ctx, newJob }: JobsFixture, accountId: string): Promise<TestCrawl> {
  const id = uuidv7()
  let total = 0
  await pool.query(
    `INSERT INTO batch (id, account_id, kind, is_open, estimated_micros, total) VALUES ($1, $2, 'crawl', true, 0, 0)`,
    [id, accountId],
  )
  return {
    id,
    async grow(pages) {
      const items = Array.from({ length: pages }, () => newJob(accountId, { sync: false }))
      await insertWaitingJobs(pool, ctx.secretBox, id, items, total)
      total += pages
      await pool.query('UPDATE batch SET total = $2 WHERE id = $1', [id, total])
      return items.map((job) => job.id)
    },
    async close() {
      await endWaitingItems(pool, id, { isCancelled: false, message: 'over' })
      announceStopped(ctx, accountId, id)
    },
    cancel: () => cancelBatch(ctx, accountId, id),
  }
}
