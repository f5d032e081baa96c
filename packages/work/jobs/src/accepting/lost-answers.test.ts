import { auditLedger, deposit, readBalance } from '@gleaner/billing'
import { createPool, type Pool } from '@gleaner/db'
import { QueueUnavailable } from '@gleaner/queue'
import { type DatabaseProxy, eventually, startDatabaseProxy } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { escalateJob } from '../claiming/escalate-job.ts'
import { publishCompletion } from '../ending/job-events.ts'
import { completeJob } from '../ending/settle-job.ts'
import { readFinishedJob, readJob } from '../reading/read-job.ts'
import { watchJob } from '../reading/wait-for-job.ts'
import { attempt } from '../testing/attempts.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { createJob } from './create-job.ts'
import { submitJob } from './submit-job.ts'

// Connections to Postgres break after a statement was sent and before its answer came.

let fixture: JobsFixture
let proxy: DatabaseProxy
let pool: Pool
let ctx: JobsFixture['ctx']
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
  proxy = await startDatabaseProxy(fixture.databaseUrl)
  pool = createPool({ url: proxy.url, max: 4 })
  ctx = { ...fixture.ctx, pool }
})
beforeEach(async () => {
  account = await fixture.account(10_000)
})
afterEach(async () => {
  proxy.restore()
  expect(await auditLedger(fixture.pool)).toEqual([])
})
afterAll(async () => {
  await pool.end()
  await proxy.close()
  await fixture.close()
})

const money = async () => {
  const { availableMicros, heldMicros } = await readBalance(fixture.pool, account)
  return [Number(availableMicros), Number(heldMicros)]
}
const stateOf = async (id: string) => {
  const reading = await readJob(fixture.pool, account, id)
  if (reading.kind === 'open') return reading.row.status
  return reading.kind === 'finished' ? (reading.job.row.error?.code ?? 'completed') : reading.kind
}
const idempotency = { key: 'k', requestHash: Buffer.alloc(32) }

describe('accepting a job whose commit is not confirmed', () => {
  test('goes on when it was made', async () => {
    const job = fixture.newJob(account)
    proxy.cut('insert-job')
    expect(await createJob(ctx, job)).toEqual({})
    expect(await stateOf(job.id)).toBe('pending')
    expect(await money()).toEqual([6_000, 4_000])
  })

  test('goes on likewise with an idempotency key, which leads to this job', async () => {
    const job = fixture.newJob(account, { sync: false }, { idempotency })
    proxy.cut('COMMIT')
    expect(await createJob(ctx, job)).toEqual({})
    expect(await createJob(ctx, fixture.newJob(account, { sync: false }, { idempotency }))).toEqual({
      replayOf: job.id,
    })
    expect(await money()).toEqual([6_000, 4_000])
  })

  test('is refused when it was not made, and cannot be made any more', async () => {
    const job = fixture.newJob(account)
    const locked = await fixture.pool.connect()
    await locked.query('BEGIN')
    await locked.query('SELECT FROM balance WHERE account_id = $1 FOR UPDATE', [account])
    // The statement waits for the balance when its connection breaks, and goes on once it has it.
    proxy.cut('insert-job', { at: 'once' })
    await expect(createJob(ctx, job)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('nothing was charged'),
      details: undefined,
    })
    await locked.query('COMMIT')
    locked.release()
    await eventually(async () => {
      const { rowCount } = await fixture.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'",
      )
      expect(rowCount).toBe(0)
    })
    expect(await stateOf(job.id)).toBe('SERVICE_UNAVAILABLE')
    expect(await money()).toEqual([10_000, 0])
  })

  test('names the job when the database stays away, and does not say that nothing happened', async () => {
    const job = fixture.newJob(account)
    proxy.cut('insert-job', { stayDown: true })
    const error = await createJob(ctx, job, 300).catch((caught: unknown) => caught)
    expect(error).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('may have been accepted'),
      details: { job_id: job.id, poll_url: `/api/v1/jobs/${job.id}` },
    })
    expect(await stateOf(job.id)).toBe('pending')
  })

  test('is refused at once while there is no connection: then nothing was sent', async () => {
    const away = createPool({ url: 'postgres://u:p@127.0.0.1:1/x' })
    const job = fixture.newJob(account)
    await expect(createJob({ ...ctx, pool: away }, job)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await away.end()
  })

  test('is refused with the reason that the server gave', async () => {
    const poor = await fixture.account(0)
    await expect(createJob(ctx, fixture.newJob(poor))).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  })
})

describe('a job that the queue does not take', () => {
  const producer = { add: () => Promise.reject(new QueueUnavailable('away')) }
  const submit = (job: ReturnType<typeof fixture.newJob>) =>
    submitJob({ ...ctx, producer: { ...ctx.producer, ...producer } }, job)

  test('is withdrawn, also when the answer to that is lost: hold and idempotency key are free', async () => {
    const job = fixture.newJob(account, {}, { idempotency })
    proxy.cut('withdraw-job')
    await expect(submit(job)).rejects.toMatchObject({ code: 'QUEUE_UNAVAILABLE' })
    expect(proxy.cuts).toBeGreaterThan(0)
    expect(await stateOf(job.id)).toBe('QUEUE_UNAVAILABLE')
    expect(await money()).toEqual([10_000, 0])
    expect(await createJob(ctx, fixture.newJob(account, {}, { idempotency }))).toEqual({})
  })
})

describe('what a worker repeats', () => {
  test('is a settlement that was made: it charges once, and is found', async () => {
    const job = await fixture.claimed(account)
    proxy.cut('complete-job')
    await expect(completeJob(ctx, job, delivery(200))).rejects.toThrow()
    expect(await completeJob(ctx, job, delivery(200))).toBeUndefined()
    expect(await readFinishedJob(ctx.pool, job.id)).toMatchObject({ row: { costMicros: 200 } })
    expect(await money()).toEqual([9_800, 0])
  })

  test('is an escalation that was made: its attempt is noted once, and it counts as made', async () => {
    const job = await fixture.claimed(account)
    proxy.cut('escalate-job')
    await expect(escalateJob(ctx, job, attempt('1', 'blocked'), '2')).rejects.toThrow()
    expect(await escalateJob(ctx, job, attempt('1', 'blocked'), '2')).toBe(true)
    expect(await readJob(fixture.pool, account, job.id)).toMatchObject({
      row: { tier: '2', attempts: [{ tier: '1' }] },
    })
  })
})

describe('a deposit', () => {
  test('whose answer is lost is credited once', async () => {
    proxy.cut('ledger_entry')
    await deposit(pool, account, 500n, 'by card')
    expect(await money()).toEqual([10_500, 0])
  })

  test('that is made again for the same payment is credited once, also at the same time', async () => {
    const pay = () => deposit(fixture.pool, account, 500n, 'by card', 'payment-1')
    await Promise.all([pay(), pay(), pay()])
    await pay()
    expect(await money()).toEqual([10_500, 0])
    await expect(deposit(fixture.pool, fixture.newJob(account).id, 1n, 'x')).rejects.toThrow('no balance')
  })
})

describe('a page that cannot be read once its job is completed', () => {
  const completed = async () => {
    const job = await fixture.claimed(account)
    const watch = watchJob(ctx, job.id)
    const done = await completeJob(fixture.ctx, job, delivery(200))
    proxy.refuse('read-job')
    const waiting = watch.wait(3_000)
    const before = proxy.cuts
    const published = eventually(() => {
      publishCompletion(ctx.pubSub, { row: done!.row })
      expect(proxy.cuts).toBeGreaterThan(before)
    })
    return { watch, waiting, published }
  }

  test('is waited for', async () => {
    const { watch, waiting, published } = await completed()
    await published
    proxy.restore()
    expect(await waiting).toMatchObject({ row: { status: 'completed' }, page: expect.any(String) })
    watch.stop()
  })

  test('leaves the waiter without an answer, and not with an error', async () => {
    const { watch, waiting, published } = await completed()
    await published
    expect(await waiting).toBeUndefined()
    watch.stop()
  })
})
