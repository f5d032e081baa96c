import { HOUR_MS } from '@gleaner/runtime/units'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { failJob } from '../ending/settle-job.ts'
import type { JobError } from '../planning/escalation.ts'
import { createJobsFixture, type JobsFixture } from '../testing/fixture.ts'
import { createJob } from './create-job.ts'
import {
  acceptRedriven,
  enqueueRedriven,
  type FailedJobFilter,
  findFailedJobs,
  redrivenJob,
} from './redrive.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  account = await fixture.account(1_000_000)
})

async function failed(
  request: Parameters<JobsFixture['newJob']>[1] = {},
  job: Parameters<JobsFixture['newJob']>[2] = {},
  code: JobError['code'] = 'ALL_TIERS_FAILED',
): Promise<string> {
  const made = fixture.newJob(account, request, job)
  await createJob(fixture.ctx, made)
  await failJob(fixture.ctx, { id: made.id, fence: 0 }, { code, message: 'no' })
  return made.id
}

const find = (more: Partial<FailedJobFilter> = {}) =>
  findFailedJobs(fixture.pool, {
    since: new Date(Date.now() - HOUR_MS),
    until: new Date(Date.now() + HOUR_MS),
    limit: 10,
    accountId: account,
    ...more,
  })
const idsOf = async (more: Partial<FailedJobFilter>) => (await find(more)).map(({ id }) => id)

describe('failed jobs are found', () => {
  test('by account, host, error and time, the oldest first, as many as are wanted', async () => {
    const first = await failed({ url: 'https://a.example.com/' })
    const second = await failed({ url: 'https://b.example.com/' }, {}, 'OUTCOME_UNKNOWN')
    await createJob(fixture.ctx, fixture.newJob(account))
    await fixture.delivered(fixture.newJob(account))
    const own = account
    account = await fixture.account(1_000_000)
    const foreign = await failed()
    expect(await idsOf({ accountId: own })).toEqual([first, second])
    expect(await idsOf({ accountId: own, limit: 1 })).toEqual([first])
    expect(await idsOf({ accountId: own, host: 'b.example.com' })).toEqual([second])
    expect(await idsOf({ accountId: own, errorCode: 'ALL_TIERS_FAILED' })).toEqual([first])
    expect(await idsOf({ accountId: own, until: new Date(Date.now() - HOUR_MS) })).toEqual([])
    expect(await idsOf({ accountId: own, since: new Date(Date.now() + HOUR_MS / 2) })).toEqual([])
    expect(await idsOf({ accountId: undefined, since: new Date(-1) })).toEqual([first, second, foreign])
  })

  test('without those of test keys and of demos', async () => {
    await failed({}, { test: true })
    await failed({}, { apiKeyId: null })
    expect(await find()).toEqual([])
  })
})

describe('a failed job cannot be run again that', () => {
  const obstacle = async () => (await find())[0]!.obstacle

  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['was cancelled', () => failed({}, {}, 'CANCELLED'), /cancelled by its caller/],
    ['may have acted', () => failed({ method: 'POST' }), /a POST may have acted/],
    ['had secrets', () => failed({ advanced: { cookies: { a: 'b' } } }), /secrets were deleted/],
    [
      'may have had secrets',
      async () =>
        await fixture.pool.query('UPDATE job SET had_secrets = NULL WHERE id = $1', [await failed()]),
      /did not note/,
    ],
    [
      'is of a blocked account',
      async () => {
        await failed()
        await fixture.pool.query('UPDATE account SET blocked_at = now() WHERE id = $1', [account])
      },
      /account is blocked/,
    ],
  ])('%s', async (_, make, why) => {
    await make()
    expect(await obstacle()).toMatch(why)
  })

  test('was run again before', async () => {
    await failed()
    expect(await obstacle()).toBeUndefined()
    const [found] = await find()
    expect(await acceptRedriven(fixture.pool, redrivenJob(found!))).toBe(true)
    expect(await obstacle()).toMatch(/run again before/)
    expect(await acceptRedriven(fixture.pool, redrivenJob(found!))).toBe(false)
  })
})

test('what runs again is a job of its own that nobody waits for, with a hold, the same receiver and a message', async () => {
  const webhookUrl = 'https://hooks.example.com/job'
  const id = await failed({ sync: true, cache: true }, { webhookUrl })
  const [found] = await find()
  const again = redrivenJob(found!)
  expect(again).toMatchObject({
    accountId: account,
    apiKeyId: found!.apiKeyId,
    test: false,
    redrivenFrom: id,
    webhookUrl,
    spec: { url: 'https://example.com/', sync: false },
    cacheKey: undefined,
    idempotency: undefined,
  })
  expect(again.id).not.toBe(id)
  await acceptRedriven(fixture.pool, again)
  const { rows } = await fixture.pool.query(
    'SELECT status, hold_micros::int AS hold FROM job WHERE redriven_from = $1',
    [id],
  )
  expect(rows).toEqual([{ status: 'pending', hold: 4_000 }])
  const message = { queue: 'scrape-tier-1', id: `${again.id}.1` } as const
  expect(await fixture.ctx.producer.missing([message])).toEqual(new Set([message.id]))
  await enqueueRedriven(fixture.ctx.producer, again)
  expect(await fixture.ctx.producer.missing([message])).toEqual(new Set())
})
