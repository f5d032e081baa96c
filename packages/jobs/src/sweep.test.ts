import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createJob } from './create-job.ts'
import { readFinishedJob } from './read-job.ts'
import { sweepJobs } from './sweep.ts'
import { createJobsFixture, type JobsFixture } from './testing/fixture.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.pool.query('UPDATE job SET finished_at = now() WHERE finished_at IS NULL')
  account = await fixture.account(1_000_000)
})

async function openJob(sql: string): Promise<string> {
  const job = fixture.newJob(account)
  await createJob(fixture.ctx, job)
  await fixture.pool.query(`UPDATE job SET ${sql} WHERE id = $1`, [job.id])
  return job.id
}
const waiting = async () => {
  const queue = fixture.ctx.producer.queues().find(({ name }) => name === 'scrape-tier-1')!
  return (await queue.getJobs(['wait', 'prioritized'])).map((message) => message.data.jobId)
}

describe('the sweep', () => {
  test('queues a job again that Redis forgot', async () => {
    const lost = await openJob("queued_at = now() - interval '1 minute'")
    expect((await sweepJobs(fixture.ctx)).requeued).toBe(1)
    expect(await waiting()).toContain(lost)
  })

  test('queues a job again whose worker vanished', async () => {
    const lost = await openJob(
      "status = 'running', queued_at = now() - interval '1 minute', lease_until = now() - interval '1 second'",
    )
    expect((await sweepJobs(fixture.ctx)).requeued).toBe(1)
    expect(await waiting()).toContain(lost)
  })

  test('leaves alone what is fresh, and what a worker holds', async () => {
    await openJob('queued_at = now()')
    await openJob("queued_at = now() - interval '1 minute', lease_until = now() + interval '1 minute'")
    expect(await sweepJobs(fixture.ctx)).toEqual({ requeued: 0, expired: 0 })
  })

  test('ends a job that is past its deadline, and gives its hold back', async () => {
    const overdue = await openJob("deadline_at = now() - interval '1 minute'")
    expect((await sweepJobs(fixture.ctx)).expired).toBe(1)
    expect(await readFinishedJob(fixture.pool, overdue)).toMatchObject({
      row: { status: 'failed', error: { code: 'ALL_TIERS_FAILED' } },
    })
    const { rows } = await fixture.pool.query(
      'SELECT held_micros::int AS held FROM balance WHERE account_id = $1',
      [account],
    )
    expect(rows[0].held).toBe(0)
  })
})
