import { createHash } from 'node:crypto'
import { readBalance } from '@gleaner/billing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { claimJob } from '../claiming/claim-job.ts'
import { failJob, withdrawJob } from '../ending/settle-job.ts'
import { createJobsFixture, type JobsFixture } from '../testing/fixture.ts'
import { createJob } from './create-job.ts'
import type { JobKeyUse } from './idempotency.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  account = await fixture.account(20_000)
})

const claim = (key: string, asked = 'a'): JobKeyUse => ({
  key,
  requestHash: createHash('sha256').update(asked).digest(),
})
const accept = (idempotency: JobKeyUse, accountId = account) => {
  const job = fixture.newJob(accountId, {}, { idempotency })
  return createJob(fixture.ctx, job).then((created) => ({ id: job.id, ...created }))
}
const AWAY = { code: 'QUEUE_UNAVAILABLE', message: 'away' } as const
const heldJobs = async () => Number((await readBalance(fixture.pool, account)).heldMicros) / 4_000

describe('an idempotency key', () => {
  test('makes one job of many requests that come at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => accept(claim('k'))))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(5)
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS', details: { retry_after_seconds: 1 } })
    expect(await heldJobs()).toBe(1)
  })

  test('leads to the first answer once there is one', async () => {
    const first = await accept(claim('k'))
    await failJob(fixture.ctx, { id: first.id, fence: 0 }, { code: 'ALL_TIERS_FAILED', message: 'x' })
    expect(await accept(claim('k'))).toMatchObject({ replayOf: first.id })
  })

  test('is refused for another body', async () => {
    await accept(claim('k', 'one'))
    await expect(accept(claim('k', 'two'))).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
  })

  test('is the same request by a fingerprint of an earlier key too', async () => {
    const first = await accept(claim('k', 'old'))
    await failJob(fixture.ctx, { id: first.id, fence: 0 }, { code: 'ALL_TIERS_FAILED', message: 'x' })
    const now = {
      ...claim('k', 'new'),
      formerHashes: [claim('k', 'older').requestHash, claim('k', 'old').requestHash],
    }
    expect(await accept(now)).toMatchObject({ replayOf: first.id })
  })

  test('belongs to its account', async () => {
    await accept(claim('k'))
    await accept(claim('k'), await fixture.account(20_000))
  })

  test('is free again after 24 hours', async () => {
    await accept(claim('k', 'one'))
    await fixture.pool.query("UPDATE idempotency_key SET created_at = now() - interval '25 hours'")
    await accept(claim('k', 'two'))
    expect(await heldJobs()).toBe(2)
  })

  test('is free again when its job is withdrawn, and that one alone', async () => {
    const withdrawn = await accept(claim('k'))
    await accept(claim('other'))
    await withdrawJob(fixture.ctx, withdrawn.id, AWAY)
    expect(await accept(claim('k', 'anything'))).not.toHaveProperty('replayOf')
    await expect(accept(claim('other'))).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' })
  })

  test('stays with a job that a worker has, and that can therefore not be withdrawn', async () => {
    const claimed = await accept(claim('k'))
    await claimJob(fixture.ctx, claimed.id, '1')
    expect(await withdrawJob(fixture.ctx, claimed.id, AWAY)).toBe(false)
    await expect(accept(claim('k'))).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' })
    expect(await heldJobs()).toBe(1)
  })

  test('is not taken by a request that the balance refuses', async () => {
    const poor = await fixture.account(0)
    await expect(accept(claim('k'), poor)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    await expect(accept(claim('k'), poor)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  })
})
