import {
  auditLedger,
  deleteSpendLimit,
  type NewSpendLimit,
  readSpendLimits,
  setSpendLimit,
} from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts'
import { transaction } from '@gleaner/db'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { claimJob } from '../claiming/claim-job.ts'
import { completeJob, failJob, withdrawJob } from '../ending/settle-job.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { createJob } from './create-job.ts'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  expect(await auditLedger(fixture.pool)).toEqual([])
})

const ERROR = { code: 'ALL_TIERS_FAILED', message: 'nothing worked' } as const
const RICH = 1_000_000_000

interface Owner {
  accountId: string
  ownerId: string
}

async function limited(more: Partial<NewSpendLimit>, ownerId?: string): Promise<Owner> {
  const accountId = await fixture.account(RICH)
  const owner = { accountId, ownerId: ownerId ?? accountId }
  await set(owner, more)
  return owner
}

function set(owner: Owner, more: Partial<NewSpendLimit>) {
  const limit = {
    budgetMicros: null,
    requestLimit: null,
    resetPeriod: 'monthly',
    enabled: true,
    ...more,
  } as const
  return transaction(fixture.pool, (sql) => setSpendLimit(sql, owner, limit))
}

async function usageOf({ accountId, ownerId }: Owner) {
  const limit = (await readSpendLimits(fixture.pool, accountId, [ownerId])).get(ownerId)!
  const { used_credits: used, held_credits: held, requests } = limit.usage
  return { used, held, requests }
}

const ask = (accountId: string, apiKeyId = uuidv7(), tier: '1' | '4' = '4') =>
  createJob(fixture.ctx, fixture.newJob(accountId, { cost_controls: { force_tier: tier } }, { apiKeyId }))

/** How many of so many requests at once are let through. */
async function passing(requests: number, request: () => Promise<unknown>): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: requests }, request))
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'SPEND_LIMIT_EXCEEDED' })
  return results.filter(({ status }) => status === 'fulfilled').length
}

describe('a spend limit', () => {
  test.each([
    ['budget', { budgetMicros: 20_100 }, 5],
    ['number of requests', { requestLimit: 7 }, 7],
  ])('is never exceeded by a hundred requests at once: its %s', async (_, limit, most) => {
    const owner = await limited(limit)
    expect(await passing(100, () => ask(owner.accountId))).toBe(most)
    expect(await usageOf(owner)).toEqual({ used: 0, held: most * 20, requests: most })
  })

  test('is never exceeded while others end', async () => {
    const owner = await limited({ budgetMicros: 20_000 })
    let delivered = 0
    const askAndDeliver = async () => {
      const job = fixture.newJob(owner.accountId, { cost_controls: { force_tier: '4' } })
      await createJob(fixture.ctx, job)
      const claim = await claimJob(fixture.ctx, job.id, '4')
      if (claim.kind === 'claimed') await completeJob(fixture.ctx, claim.job, delivery(4_000))
      delivered++
    }
    for (let round = 0; round < 4; round++) await passing(10, askAndDeliver)
    expect(delivered).toBe(5)
    expect(await usageOf(owner)).toEqual({ used: 100, held: 0, requests: 5 })
  })

  test('of a key leaves other keys alone, and that of the account holds for all', async () => {
    const key = uuidv7()
    const { accountId } = await limited({ requestLimit: 1 }, key)
    await ask(accountId, key)
    await expect(ask(accountId, key)).rejects.toMatchObject({
      code: 'SPEND_LIMIT_EXCEEDED',
      details: { scope: 'api_key', limit: 'requests', request_limit: 1, requests: 1 },
    })
    await ask(accountId)
    await set({ accountId, ownerId: accountId }, { requestLimit: 1 })
    await ask(accountId)
    await expect(ask(accountId)).rejects.toMatchObject({ details: { scope: 'account' } })
  })

  test('caps the ladder at the highest tier that it leaves room for', async () => {
    const owner = await limited({ budgetMicros: 2_100 })
    await createJob(fixture.ctx, fixture.newJob(owner.accountId))
    expect(await usageOf(owner)).toEqual({ used: 0, held: 10, requests: 1 })
    await expect(ask(owner.accountId, undefined, '1')).rejects.toMatchObject({
      code: 'SPEND_LIMIT_EXCEEDED',
      message: expect.stringContaining('Requests under way hold the rest'),
      details: {
        limit: 'budget',
        budget_limit_credits: 10.5,
        held_credits: 10,
        needed_credits: 1,
        retry_after_seconds: 5,
      },
    })
  })

  test('counts what jobs cost, gives back what they do not use, and forgets those that are withdrawn', async () => {
    const owner = await limited({ budgetMicros: 1_000_000 })
    const { accountId } = owner
    const jobs = [await fixture.claimed(accountId), await fixture.claimed(accountId)]
    await completeJob(fixture.ctx, jobs[0]!, delivery(200))
    await failJob(fixture.ctx, jobs[1]!, ERROR)
    expect(await usageOf(owner)).toEqual({ used: 1, held: 0, requests: 2 })
    const withdrawn = fixture.newJob(accountId)
    await createJob(fixture.ctx, withdrawn)
    expect(await usageOf(owner)).toEqual({ used: 1, held: 20, requests: 3 })
    await withdrawJob(fixture.ctx, withdrawn.id, { code: 'QUEUE_UNAVAILABLE', message: 'no queue' })
    expect(await usageOf(owner)).toEqual({ used: 1, held: 0, requests: 2 })
  })

  test('begins with what the period has used so far, also when it is set again', async () => {
    const accountId = await fixture.account(RICH)
    const underWay = await fixture.claimed(accountId)
    await completeJob(fixture.ctx, await fixture.claimed(accountId), delivery(300))
    const owner = { accountId, ownerId: accountId }
    await set(owner, { budgetMicros: 1_000_000 })
    expect(await usageOf(owner)).toEqual({ used: 1.5, held: 0, requests: 1 })
    await completeJob(fixture.ctx, underWay, delivery(200))
    await completeJob(fixture.ctx, await fixture.claimed(accountId), delivery(300))
    expect(await usageOf(owner)).toEqual({ used: 3, held: 0, requests: 2 })
    await set(owner, { budgetMicros: 5_000_000 })
    expect(await usageOf(owner)).toEqual({ used: 3, held: 0, requests: 2 })
    await set(owner, { budgetMicros: 5_000_000, resetPeriod: 'daily' })
    expect(await usageOf(owner)).toEqual({ used: 4, held: 0, requests: 3 })
  })

  test('counts anew in the next period; what was accepted before counts before', async () => {
    const owner = await limited({ budgetMicros: 4_000, resetPeriod: 'daily' })
    const { accountId } = owner
    const before = await fixture.claimed(accountId)
    await expect(ask(accountId, undefined, '1')).rejects.toMatchObject({ code: 'SPEND_LIMIT_EXCEEDED' })
    await fixture.pool.query(
      "UPDATE spend_limit SET period_start = period_start - interval '1 day' WHERE account_id = $1",
      [accountId],
    )
    await fixture.pool.query("UPDATE job SET created_at = created_at - interval '1 day' WHERE id = $1", [
      before.id,
    ])
    expect(await usageOf(owner)).toEqual({ used: 0, held: 20, requests: 0 })
    // What it costs counts where it was accepted.
    await completeJob(fixture.ctx, before, delivery(4_000))
    expect(await usageOf(owner)).toEqual({ used: 0, held: 0, requests: 0 })
    const next = await fixture.claimed(accountId, { cost_controls: { force_tier: '1' } })
    expect(await usageOf(owner)).toEqual({ used: 0, held: 1, requests: 1 })
    await completeJob(fixture.ctx, next, delivery(200))
    expect(await usageOf(owner)).toEqual({ used: 1, held: 0, requests: 1 })
  })

  test('counts in this period neither the cost nor the withdrawal of what the one before let through', async () => {
    const owner = await limited({ budgetMicros: 40_000, requestLimit: 9, resetPeriod: 'daily' })
    const { accountId } = owner
    const withdrawn = fixture.newJob(accountId)
    await createJob(fixture.ctx, withdrawn)
    const delivered = await fixture.claimed(accountId)
    await fixture.pool.query(
      "UPDATE spend_limit SET period_start = period_start - interval '1 day' WHERE account_id = $1",
      [accountId],
    )
    await fixture.pool.query(
      "UPDATE job SET created_at = created_at - interval '1 day' WHERE account_id = $1",
      [accountId],
    )
    // The first request of a period begins it.
    await ask(accountId)
    expect(await usageOf(owner)).toEqual({ used: 0, held: 60, requests: 1 })
    await withdrawJob(fixture.ctx, withdrawn.id, { code: 'QUEUE_UNAVAILABLE', message: 'no queue' })
    expect(await usageOf(owner)).toEqual({ used: 0, held: 40, requests: 1 })
    await completeJob(fixture.ctx, delivered, delivery(4_000))
    expect(await usageOf(owner)).toEqual({ used: 0, held: 20, requests: 1 })
  })

  test('lets everything through when it is off or gone, with nothing left of what it held', async () => {
    const owner = await limited({ requestLimit: 0 })
    await expect(ask(owner.accountId)).rejects.toMatchObject({ code: 'SPEND_LIMIT_EXCEEDED' })
    await set(owner, { requestLimit: 0, enabled: false })
    await ask(owner.accountId)
    await set(owner, { budgetMicros: 1_000_000 })
    const job = await fixture.claimed(owner.accountId)
    await transaction(fixture.pool, (sql) => deleteSpendLimit(sql, owner))
    await set(owner, { budgetMicros: 1_000_000 })
    await completeJob(fixture.ctx, job, delivery(200))
    expect((await usageOf(owner)).held).toBe(0)
  })

  test('is set, changed and removed while requests go on, and nothing waits for ever or stays held', async () => {
    const key = uuidv7()
    const owner = await limited({ budgetMicros: 1_000_000 }, key)
    const account = { ...owner, ownerId: owner.accountId }
    const request = async () => {
      const job = fixture.newJob(owner.accountId, {}, { apiKeyId: key })
      await createJob(fixture.ctx, job)
      const claim = await claimJob(fixture.ctx, job.id, '1')
      if (claim.kind === 'claimed') await completeJob(fixture.ctx, claim.job, delivery(200))
    }
    const changes = [owner, account].map(async (each) => {
      for (let i = 0; i < 5; i++) {
        await set(each, { budgetMicros: 1_000_000 + i })
        await transaction(fixture.pool, (sql) => deleteSpendLimit(sql, each))
        await set(each, { requestLimit: 1_000, resetPeriod: 'weekly' })
      }
    })
    await Promise.all([...Array.from({ length: 60 }, request), ...changes])
    for (const each of [owner, account]) expect((await usageOf(each)).held).toBe(0)
  })

  test('does not concern test keys, and a balance that is too low is told first', async () => {
    const { accountId } = await limited({ requestLimit: 0 })
    await createJob(fixture.ctx, fixture.newJob(accountId, {}, { test: true }))
    const poor = await fixture.account(100)
    await set({ accountId: poor, ownerId: poor }, { requestLimit: 0 })
    await expect(ask(poor)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  })
})
