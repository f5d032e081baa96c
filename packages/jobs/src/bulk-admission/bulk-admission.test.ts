import { auditLedger } from '@gleaner/billing'
import type { ScrapeRequestInput } from '@gleaner/contracts'
import { silentLogger } from '@gleaner/runtime'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { announceEnd } from '../announce.ts'
import { claimJob } from '../claim-job.ts'
import { endJobsOf } from '../delete-jobs-of.ts'
import { completeJob } from '../settle-job.ts'
import { insertTestBatch } from '../testing/batch.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { type BulkAdmission, createBulkAdmission } from './bulk-admission.ts'

let fixture: JobsFixture
let running: BulkAdmission[] = []
const accounts: string[] = []
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  await Promise.all(running.map((admission) => admission.stop()))
  running = []
  for (const account of accounts.splice(0)) await endJobsOf(fixture.ctx, account)
  for (const queue of fixture.ctx.producer.queues()) await queue.drain(true)
  expect(await auditLedger(fixture.pool)).toEqual([])
})

async function start({ schedulers = 1, most = 1_000, perHost = 1_000 } = {}): Promise<void> {
  const options = { ctx: fixture.ctx, logger: silentLogger(), perHost, most: async () => most }
  running = Array.from({ length: schedulers }, () => createBulkAdmission(options))
  await Promise.all(running.map((admission) => admission.start()))
}

/** An account with an operator's limit of requests at once. */
async function accountOf({ concurrency = 10, micros = 100_000_000 } = {}): Promise<string> {
  const id = await fixture.account(micros)
  await fixture.pool.query('UPDATE account SET concurrent_requests = $2 WHERE id = $1', [id, concurrency])
  accounts.push(id)
  return id
}

const urls = (host: string, count: number): Partial<ScrapeRequestInput>[] =>
  Array.from({ length: count }, (_, index) => ({ url: `https://${host}/${index}` }))

const batchOf = (account: string, requests: Partial<ScrapeRequestInput>[]) =>
  insertTestBatch(fixture, account, requests)

async function underWay(account: string): Promise<number> {
  const { rows } = await fixture.pool.query(
    'SELECT count(*)::int AS items FROM job WHERE account_id = $1 AND finished_at IS NULL AND queued_at IS NOT NULL',
    [account],
  )
  return rows[0].items
}

async function queuedIds(): Promise<string[]> {
  const queue = fixture.ctx.producer.queues().find(({ name }) => name === 'scrape-tier-1')!
  return (await queue.getJobs(['wait', 'prioritized'])).map((message) => message.data.jobId)
}

/** Delivers an item, as its worker would. */
async function deliver(jobId: string, costMicros = 200): Promise<void> {
  const claim = await claimJob(fixture.ctx, jobId, '1')
  if (claim.kind !== 'claimed') throw new Error(`the job is ${claim.kind}`)
  announceEnd(fixture.ctx, (await completeJob(fixture.ctx, claim.job, delivery(costMicros)))!)
}

test('items enter the queue up to the limit of their account, and others follow as they end', async () => {
  const account = await accountOf({ concurrency: 4 })
  const { id, jobs } = await batchOf(account, urls('a.example.com', 6))
  const status = async () =>
    (await fixture.pool.query('SELECT status FROM batch WHERE id = $1', [id])).rows[0].status
  expect(await status()).toBe('pending')
  await start()
  await eventually(async () => expect(await queuedIds()).toHaveLength(3))
  expect(await status()).toBe('processing')
  const delivered = new Set<string>()
  while (delivered.size < jobs.length) {
    const next = await eventually(async () => {
      const [first] = (await queuedIds()).filter((jobId) => !delivered.has(jobId))
      expect(first).toBeDefined()
      return first!
    })
    await deliver(next)
    delivered.add(next)
    expect(await underWay(account)).toBeLessThanOrEqual(4)
  }
  expect(await status()).toBe('completed')
})
