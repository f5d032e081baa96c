import { auditLedger } from '@gleaner/billing'
import { createJob, failJob } from '@gleaner/jobs'
import { createJobsFixture, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { runCommand } from './run-command.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
})
beforeEach(async () => {
  account = await fixture.account(10_000)
})
afterAll(async () => {
  expect(await auditLedger(fixture.pool)).toEqual([])
  await fixture.close()
})

const redrive = async (...options: string[]) => {
  const env = { DATABASE_URL: fixture.databaseUrl, REDIS_URL: fixture.redisUrl }
  return JSON.parse(await runCommand(['redrive-jobs', '--account', account, '--json', ...options], env))
}
const failed = async (request: Parameters<JobsFixture['claimed']>[1] = {}) => {
  const job = await fixture.claimed(account, request)
  await failJob(fixture.ctx, job, { code: 'ALL_TIERS_FAILED', message: 'no' })
  return job.id
}
const jobsOf = async () => {
  const { rows } = await fixture.pool.query(
    'SELECT id, status, redriven_from, hold_micros::int AS hold FROM job WHERE account_id = $1 ORDER BY id',
    [account],
  )
  return rows
}

test('a failed job runs again as a new one, with a hold of its own, once, and only when it is asked for', async () => {
  const first = await failed()
  expect(await redrive()).toMatchObject([{ job_id: first, result: 'would be run again' }])
  expect(await jobsOf()).toHaveLength(1)

  const both = await Promise.all([redrive('--yes'), redrive('--yes')])
  expect(both.filter(([{ result }]) => result.startsWith('runs again as'))).toHaveLength(1)
  const [, again] = await jobsOf()
  expect(again).toMatchObject({ status: 'pending', redriven_from: first, hold: 4_000 })
  expect(await redrive('--yes')).toMatchObject([{ result: 'was run again before' }])
  expect(await fixture.ctx.producer.missing([{ queue: 'scrape-tier-1', id: `${again.id}.1` }])).toEqual(
    new Set(),
  )
  const { rows } = await fixture.pool.query(
    'SELECT action, target, details FROM audit_entry WHERE account_id = $1',
    [account],
  )
  expect(rows).toEqual([{ action: 'job.redriven', target: `job:${first}`, details: { job_id: again.id } }])
})

test('whoever was told that a job has failed is told of the one that it runs again as', async () => {
  const webhookUrl = 'https://hooks.example.com/job'
  const first = await failed()
  await fixture.pool.query('UPDATE job SET webhook_url = $2 WHERE id = $1', [first, webhookUrl])
  await redrive('--yes')
  const { rows } = await fixture.pool.query('SELECT webhook_url FROM job WHERE redriven_from = $1', [first])
  expect(rows).toEqual([{ webhook_url: webhookUrl }])
})

test('what cannot be run again is told for each, and nothing is held for it', async () => {
  await failed({ advanced: { cookies: { session: 'x' } } })
  await failed({ method: 'POST' })
  const old = await failed()
  await fixture.pool.query('UPDATE job SET had_secrets = NULL WHERE id = $1', [old])
  const results = (await redrive('--yes')).map(({ result }: { result: string }) => result)
  expect(results).toEqual([
    'its secrets were deleted when it ended',
    'a POST may have acted on its target',
    'is of a version that did not note whether it had secrets',
  ])
  expect(await jobsOf()).toHaveLength(3)
})

test('an account that cannot pay is refused, and its neighbours are not', async () => {
  await failed()
  await createJob(fixture.ctx, fixture.newJob(account))
  await createJob(fixture.ctx, fixture.newJob(account))
  await createJob(fixture.ctx, fixture.newJob(account))
  expect(await redrive('--yes')).toMatchObject([{ result: 'refused: INSUFFICIENT_BALANCE' }])
})

test('jobs are chosen by host, error and time', async () => {
  const id = await failed({ url: 'https://one.example/' })
  const found = async (...options: string[]) =>
    (await redrive(...options)).map(({ job_id }: { job_id: string }) => job_id)
  expect(await found('--host', 'one.example', '--error', 'ALL_TIERS_FAILED')).toEqual([id])
  expect(await found('--host', 'two.example')).toEqual([])
  expect(await found('--error', 'INTERNAL')).toEqual([])
  expect(await found('--until', '2026-01-01T00:00Z')).toEqual([])
  await expect(redrive('--since', 'yesterday')).rejects.toThrow('--since must be a time')
})
