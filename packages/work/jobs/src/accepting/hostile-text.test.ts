import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { escalateJob } from '../claiming/escalate-job.ts'
import { completeJob, failJob } from '../ending/settle-job.ts'
import { presentJob } from '../reading/present.ts'
import { readFinishedJob } from '../reading/read-job.ts'
import { attempt } from '../testing/attempts.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
  account = await fixture.account(1_000_000)
})
afterAll(() => fixture.close())

/** What a target may put into an error, a header or a page, and Postgres does not take. */
const HOSTILE = 'a\0b \ud83d c'
const KEPT = 'a\ufffdb \ufffd c'

describe('text of a target that Postgres refuses', () => {
  test('does not keep a page from being delivered', async () => {
    const job = await fixture.claimed(account)
    const page = JSON.stringify({ content: HOSTILE, headers: { [HOSTILE]: HOSTILE } })
    const failed = attempt('1', 'delivered', { error: HOSTILE })
    expect(await completeJob(fixture.ctx, job, delivery(200, { attempt: failed, page }))).toBeDefined()
    const finished = (await readFinishedJob(fixture.pool, job.id))!
    expect(finished.row.attempts).toMatchObject([{ error: KEPT }])
    expect(JSON.parse(presentJob(finished)).result).toMatchObject({
      content: HOSTILE,
      headers: { [HOSTILE]: HOSTILE },
    })
  })

  test('does not keep a job from its next tier', async () => {
    const job = await fixture.claimed(account)
    expect(await escalateJob(fixture.ctx, job, attempt('1', 'blocked', { error: HOSTILE }), '2')).toBe(true)
  })

  test('does not keep a job from failing with what it says', async () => {
    const job = await fixture.claimed(account)
    const error = { code: 'ALL_TIERS_FAILED', message: HOSTILE, details: { [HOSTILE]: HOSTILE } } as const
    expect(await failJob(fixture.ctx, job, error, attempt('1', 'blocked', { error: HOSTILE }))).toBeDefined()
    const finished = (await readFinishedJob(fixture.pool, job.id))!
    expect(JSON.parse(presentJob(finished))).toMatchObject({ status: 'failed', error: KEPT })
  })
})
