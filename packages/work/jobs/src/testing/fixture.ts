import { createHash } from 'node:crypto'
import { createBalance, deposit } from '@gleaner/billing'
import { ScrapeRequest, type ScrapeRequestInput, uuidv7 } from '@gleaner/contracts'
import { createPool, type Pool } from '@gleaner/db'
import { createProducer, createPubSub } from '@gleaner/queue'
import { silentLogger } from '@gleaner/runtime'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { createTestDatabase, createTestRedis, eventually } from '@gleaner/testkit'
import { createJob } from '../accepting/create-job.ts'
import type { NewJob } from '../accepting/new-job.ts'
import { cacheKeyOf } from '../accepting/result-cache.ts'
import { type ClaimedJob, claimJob } from '../claiming/claim-job.ts'
import type { JobsContext } from '../context.ts'
import { createInstanceId } from '../ending/job-events.ts'
import { completeJob, type Delivery } from '../ending/settle-job.ts'
import { makePlan } from '../planning/plan.ts'
import type { FinishedJob } from '../rows.ts'
import { splitRequest } from '../spec.ts'
import { attempt } from './attempts.ts'

/** The jobs package on a database and a Redis of its own. */
export interface JobsFixture {
  ctx: JobsContext
  pool: Pool
  redisUrl: string
  databaseUrl: string
  /** An account with a balance in micros. */
  account(balanceMicros: number): Promise<string>
  newJob(accountId: string, request?: Partial<ScrapeRequestInput>, job?: Partial<NewJob>): NewJob
  /** Accepts and claims a job at its first tier. */
  claimed(accountId: string, request?: Partial<ScrapeRequestInput>): Promise<ClaimedJob>
  /** Accepts, claims and completes a job. */
  delivered(
    job: NewJob,
    deliver?: (job: ClaimedJob) => Delivery,
  ): Promise<{ job: ClaimedJob; done: FinishedJob }>
  close(): Promise<void>
}

export async function createJobsFixture(): Promise<JobsFixture> {
  const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()])
  const onError = () => {}
  const pool = createPool({ url: database.url, max: 8, connectTimeoutMs: 20_000, onError })
  const ctx: JobsContext = {
    pool,
    pubSub: createPubSub({ redisUrl: redis.url, onError }),
    producer: createProducer({ redisUrl: redis.url, onError }),
    secretBox: createSecretBox(generateKey('test')),
    logger: silentLogger(),
    instanceId: createInstanceId(),
  }
  // Connecting goes on in the background; a test's first message is not to be refused for it.
  await eventually(() => ctx.producer.queues()[0]!.getWaitingCount())

  const newJob: JobsFixture['newJob'] = (accountId, request = {}, job = {}) => {
    const parsed = ScrapeRequest.parse({ url: 'https://example.com/', ...request })
    const { spec, secrets } = splitRequest(parsed)
    return {
      id: uuidv7(),
      accountId,
      apiKeyId: uuidv7(),
      test: false,
      spec,
      secrets,
      plan: makePlan(spec),
      cacheKey: cacheKeyOf(ctx.secretBox, {
        spec,
        secrets,
        test: false,
        bodyHash: createHash('sha256')
          .update(secrets?.body ?? '')
          .digest(),
      }),
      idempotency: undefined,
      ...job,
    }
  }

  return {
    ctx,
    pool,
    redisUrl: redis.url,
    databaseUrl: database.url,
    newJob,
    async account(balanceMicros) {
      const id = uuidv7()
      await pool.query('INSERT INTO account (id, name) VALUES ($1, $2)', [id, 'test'])
      await createBalance(pool, id)
      if (balanceMicros > 0) await deposit(pool, id, BigInt(balanceMicros), 'test')
      return id
    },
    claimed: (accountId, request) => acceptAndClaim(ctx, newJob(accountId, request)),
    async delivered(newJob, deliver = () => delivery(newJob.plan.steps[0]!.priceMicros)) {
      const job = await acceptAndClaim(ctx, newJob)
      return { job, done: (await completeJob(ctx, job, deliver(job)))! }
    },
    async close() {
      await Promise.all([ctx.producer.close(), ctx.pubSub.close()])
      await pool.end()
      await Promise.all([database.close(), redis.close()])
    },
  }
}

async function acceptAndClaim(ctx: JobsContext, job: NewJob): Promise<ClaimedJob> {
  await createJob(ctx, job)
  const claim = await claimJob(ctx, job.id, job.plan.steps[0]!.tier)
  if (claim.kind !== 'claimed') throw new Error(`the job is ${claim.kind}`)
  return claim.job
}

export function delivery(costMicros: number, more: Partial<Delivery> = {}): Delivery {
  return {
    attempt: attempt('1', 'delivered'),
    costMicros,
    deliveredMode: 'html',
    statusCode: 200,
    sizeBytes: 5,
    page: '{"final_url":"https://example.com/","content":"hello"}',
    ...more,
  }
}
