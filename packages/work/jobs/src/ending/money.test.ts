import { auditLedger, readBalance } from '@gleaner/billing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createJob } from '../accepting/create-job.ts'
import { claimJob } from '../claiming/claim-job.ts'
import { escalateJob } from '../claiming/escalate-job.ts'
import { costOf } from '../planning/plan.ts'
import { presentBilling } from '../reading/present.ts'
import { readJob } from '../reading/read-job.ts'
import { attempt } from '../testing/attempts.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { completeJob, failJob, withdrawJob } from './settle-job.ts'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  expect(await auditLedger(fixture.pool)).toEqual([])
})

const balanceOf = (accountId: string) => readBalance(fixture.pool, accountId)
const entriesOf = async (jobId: string) => {
  const { rows } = await fixture.pool.query(
    'SELECT kind, amount_micros::int AS amount FROM ledger_entry WHERE job_id = $1 ORDER BY id',
    [jobId],
  )
  return rows
}
const ERROR = { code: 'ALL_TIERS_FAILED', message: 'nothing worked' } as const

describe('accepting a job', () => {
  test('holds the price of the highest tier it may reach', async () => {
    const account = await fixture.account(1_000_000)
    await createJob(fixture.ctx, fixture.newJob(account))
    expect(await balanceOf(account)).toEqual({
      availableMicros: 996_000n,
      heldMicros: 4_000n,
      owedMicros: 0n,
    })
  })

  test('holds no more than max_credits allows', async () => {
    const account = await fixture.account(1_000_000)
    await createJob(fixture.ctx, fixture.newJob(account, { cost_controls: { max_credits: 12 } }))
    expect((await balanceOf(account)).heldMicros).toBe(2_000n)
  })

  test('caps the ladder at the highest tier that the balance pays', async () => {
    const account = await fixture.account(2_500)
    const job = fixture.newJob(account)
    await createJob(fixture.ctx, job)
    expect(await balanceOf(account)).toEqual({ availableMicros: 500n, heldMicros: 2_000n, owedMicros: 0n })
  })

  test('is refused when the balance does not cover the first tier, and says what is missing', async () => {
    const account = await fixture.account(199)
    await expect(createJob(fixture.ctx, fixture.newJob(account))).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      details: { needed_credits: 1, available_credits: 0.995 },
    })
    expect(await balanceOf(account)).toEqual({ availableMicros: 199n, heldMicros: 0n, owedMicros: 0n })
  })

  test('never overdraws, however many requests come at once', async () => {
    const account = await fixture.account(4_000 * 3)
    const requests = Array.from({ length: 20 }, () =>
      createJob(fixture.ctx, fixture.newJob(account, { cost_controls: { force_tier: '4' } })),
    )
    const results = await Promise.allSettled(requests)
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3)
    expect(await balanceOf(account)).toEqual({ availableMicros: 0n, heldMicros: 12_000n, owedMicros: 0n })
  })

  test('holds nothing for a test key, also on an empty account', async () => {
    const account = await fixture.account(0)
    await createJob(fixture.ctx, fixture.newJob(account, {}, { test: true }))
    expect(await balanceOf(account)).toEqual({ availableMicros: 0n, heldMicros: 0n, owedMicros: 0n })
  })
})

describe('finishing a job', () => {
  test('captures the true cost and releases the rest', async () => {
    const account = await fixture.account(10_000)
    const job = await fixture.claimed(account)
    await completeJob(fixture.ctx, job, delivery(200))
    expect(await entriesOf(job.id)).toEqual([
      { kind: 'hold', amount: 4_000 },
      { kind: 'capture', amount: 200 },
      { kind: 'release', amount: 3_800 },
    ])
    expect(await balanceOf(account)).toEqual({ availableMicros: 9_800n, heldMicros: 0n, owedMicros: 0n })
  })

  test('costs what the plan says, also when prices have changed since', async () => {
    const account = await fixture.account(10_000)
    const request = { url: 'https://example.com/', cost_controls: { force_tier: '4' as const } }
    const spec = fixture.newJob(account, { ...request, advanced: { screenshot: true } })
    const plan = {
      ...spec.plan,
      steps: [{ tier: '4' as const, priceMicros: 1_000 }],
      optionMicros: { screenshot: 300 },
      dearestMicros: 9_000,
    }
    const { job, done } = await fixture.delivered({ ...spec, plan }, (job) =>
      delivery(costOf(job.plan, '4', [])),
    )
    expect(await entriesOf(job.id)).toEqual([
      { kind: 'hold', amount: 1_000 },
      { kind: 'capture', amount: 700 },
      { kind: 'release', amount: 300 },
    ])
    expect(presentBilling(done.row)).toMatchObject({ total_credits: 3.5, savings: 41.5 })
  })

  test('never costs more than was held, whatever a worker says', async () => {
    const account = await fixture.account(10_000)
    const job = await fixture.claimed(account, { cost_controls: { force_tier: '1' } })
    expect(await completeJob(fixture.ctx, job, delivery(5_000))).toMatchObject({ row: { costMicros: 200 } })
    expect(await entriesOf(job.id)).toEqual([
      { kind: 'hold', amount: 200 },
      { kind: 'capture', amount: 200 },
    ])
    expect(await balanceOf(account)).toEqual({ availableMicros: 9_800n, heldMicros: 0n, owedMicros: 0n })
    const dearer = fixture.pool.query('UPDATE job SET cost_micros = 201 WHERE id = $1', [job.id])
    await expect(dearer).rejects.toThrow('job_cost_within_hold')
  })

  test('charges once, also when it is done twice at the same time', async () => {
    const account = await fixture.account(10_000)
    const job = await fixture.claimed(account)
    const results = await Promise.all([1, 2, 3].map(() => completeJob(fixture.ctx, job, delivery(200))))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect((await balanceOf(account)).availableMicros).toBe(9_800n)
  })

  test('is closed to a worker whose claim was taken over', async () => {
    const account = await fixture.account(10_000)
    const first = await fixture.claimed(account)
    await loseLease(first.id)
    const second = await claimJob(fixture.ctx, first.id, '1')
    expect(await completeJob(fixture.ctx, first, delivery(200))).toBeUndefined()
    if (second.kind !== 'claimed') throw new Error('not claimed')
    expect(await completeJob(fixture.ctx, second.job, delivery(200))).toMatchObject({
      row: { costMicros: 200 },
    })
  })

  test('without a page releases the whole hold', async () => {
    const account = await fixture.account(10_000)
    const job = await fixture.claimed(account)
    await failJob(fixture.ctx, job, ERROR, attempt('1', 'blocked'))
    expect(await entriesOf(job.id)).toEqual([
      { kind: 'hold', amount: 4_000 },
      { kind: 'release', amount: 4_000 },
    ])
    expect(await balanceOf(account)).toEqual({ availableMicros: 10_000n, heldMicros: 0n, owedMicros: 0n })
  })

  test('cannot be done after it failed', async () => {
    const job = await fixture.claimed(await fixture.account(10_000))
    await failJob(fixture.ctx, job, ERROR)
    expect(await completeJob(fixture.ctx, job, delivery(200))).toBeUndefined()
  })

  test('forgets the secrets', async () => {
    const account = await fixture.account(10_000)
    const job = await fixture.claimed(account, { advanced: { cookies: { login: 'tell-nobody' } } })
    expect(job.secrets).toEqual({ cookies: { login: 'tell-nobody' } })
    const stored = async () =>
      (await fixture.pool.query('SELECT job::text FROM job WHERE id = $1', [job.id])).rows[0].job
    expect(await stored()).not.toContain('tell-nobody')
    await completeJob(fixture.ctx, job, delivery(200))
    const { rows } = await fixture.pool.query('SELECT secrets FROM job WHERE id = $1', [job.id])
    expect(rows[0].secrets).toBeNull()
  })
})

describe('withdrawing a job', () => {
  test('releases its hold while no worker has it', async () => {
    const account = await fixture.account(10_000)
    const job = fixture.newJob(account)
    await createJob(fixture.ctx, job)
    expect(await withdrawJob(fixture.ctx, job.id, ERROR)).toBe(true)
    expect(await readJob(fixture.pool, account, job.id)).toMatchObject({ job: { row: { status: 'failed' } } })
    expect((await balanceOf(account)).availableMicros).toBe(10_000n)
  })

  test('does nothing once a worker has claimed it', async () => {
    const job = await fixture.claimed(await fixture.account(10_000))
    expect(await withdrawJob(fixture.ctx, job.id, ERROR)).toBe(false)
  })
})

describe('claiming a job', () => {
  test('lets one of many workers through', async () => {
    const account = await fixture.account(10_000)
    const job = fixture.newJob(account)
    await createJob(fixture.ctx, job)
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimJob(fixture.ctx, job.id, '1')))
    expect(claims.map((claim) => claim.kind).sort()).toEqual(['claimed', ...Array(7).fill('held')])
  })

  test('is over for a tier that the job has left', async () => {
    const job = await fixture.claimed(await fixture.account(10_000))
    expect(await escalateJob(fixture.ctx, job, attempt('1', 'blocked'), '2')).toBe(true)
    expect(await claimJob(fixture.ctx, job.id, '1')).toEqual({ kind: 'stale' })
    const claim = await claimJob(fixture.ctx, job.id, '2')
    expect(claim).toMatchObject({ kind: 'claimed', job: { attempts: [{ tier: '1', result: 'blocked' }] } })
  })

  test('counts a worker that vanished, and not one that handed over', async () => {
    const job = await fixture.claimed(await fixture.account(10_000))
    await loseLease(job.id)
    expect(await claimJob(fixture.ctx, job.id, '1')).toMatchObject({ job: { lostLeases: 1 } })
  })
})

describe('the ledger', () => {
  test.each([
    ['changed', 'UPDATE ledger_entry SET amount_micros = 0'],
    ['deleted', 'DELETE FROM ledger_entry'],
    ['emptied', 'TRUNCATE ledger_entry'],
  ])('cannot be %s', async (_, statement) => {
    await fixture.account(1)
    await expect(fixture.pool.query(statement)).rejects.toThrow('append only')
  })
})

describe('reading a job', () => {
  test('gives what the worker that completed it told', async () => {
    const account = await fixture.account(10_000)
    const { deliveries, ...completed } = (await completeJob(
      fixture.ctx,
      await fixture.claimed(account),
      delivery(200),
    ))!
    expect(await readJob(fixture.pool, account, completed.row.id)).toEqual({
      kind: 'finished',
      job: completed,
    })
    expect(deliveries).toBe(0)
  })

  test('shows nothing of another account', async () => {
    const job = await fixture.claimed(await fixture.account(10_000))
    expect(await readJob(fixture.pool, await fixture.account(0), job.id)).toEqual({ kind: 'unknown' })
  })

  test('says that a result is past its 24 hours, and forgets the job after 30 days more', async () => {
    const account = await fixture.account(10_000)
    const job = await fixture.claimed(account)
    await completeJob(fixture.ctx, job, delivery(200))
    const age = async (interval: string) => {
      await fixture.pool.query(`UPDATE job SET finished_at = now() - $2::interval WHERE id = $1`, [
        job.id,
        interval,
      ])
      return (await readJob(fixture.pool, account, job.id)).kind
    }
    expect(await age('23 hours')).toBe('finished')
    expect(await age('25 hours')).toBe('expired')
    expect(await age('32 days')).toBe('unknown')
  })
})

async function loseLease(jobId: string): Promise<void> {
  await fixture.pool.query("UPDATE job SET lease_until = now() - interval '1 second' WHERE id = $1", [jobId])
}
