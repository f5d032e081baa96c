import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createJob } from '../accepting/create-job.ts'
import { messageIdOf, scrapeTaskOf } from '../accepting/enqueue-job.ts'
import { queuedJob } from '../accepting/submit-job.ts'
import { readFinishedJob } from '../reading/read-job.ts'
import { createJobsFixture, type JobsFixture } from '../testing/fixture.ts'
import { sweepJobs } from '../testing/sweep-jobs.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.pool.query("UPDATE job SET status = 'failed', finished_at = now() WHERE finished_at IS NULL")
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

  test('queues a job again whose worker vanished with its message', async () => {
    const lost = await openJob(
      "status = 'running', queued_at = now() - interval '1 minute', lease_until = now() - interval '1 second'",
    )
    expect((await sweepJobs(fixture.ctx)).requeued).toBe(1)
    expect(await waiting()).toContain(lost)
  })

  test('counts no job as lost that merely waits: on its queue, or put off', async () => {
    for (const delayMs of [0, 60_000]) {
      const job = fixture.newJob(account)
      await createJob(fixture.ctx, job)
      await fixture.pool.query("UPDATE job SET queued_at = now() - interval '1 minute' WHERE id = $1", [
        job.id,
      ])
      const task = scrapeTaskOf(queuedJob(job))
      const id = messageIdOf(job.id, '1')
      await fixture.ctx.producer.add('scrape-tier-1', task, { id, delayMs })
    }
    expect(await sweepJobs(fixture.ctx)).toEqual({ requeued: 0, expired: 0 })
  })

  test('leaves alone what is fresh, and what a worker holds', async () => {
    await openJob('queued_at = now()')
    await openJob("queued_at = now() - interval '1 minute', lease_until = now() + interval '1 minute'")
    expect(await sweepJobs(fixture.ctx)).toEqual({ requeued: 0, expired: 0 })
  })

  test.each([
    ['before its deadline', '+'],
    ['just past it', '-'],
  ])('leaves a job %s to its workers', async (_, sign) => {
    const job = await openJob(`deadline_at = now() ${sign} interval '3 seconds'`)
    expect((await sweepJobs(fixture.ctx)).expired).toBe(0)
    expect(await readFinishedJob(fixture.pool, job)).toBeUndefined()
  })

  test('ends a job that is past its deadline, and gives its hold back', async () => {
    const overdue = await openJob("deadline_at = now() - interval '1 minute'")
    expect((await sweepJobs(fixture.ctx)).expired).toBe(1)
    expect(await readFinishedJob(fixture.pool, overdue)).toMatchObject({
      row: {
        status: 'failed',
        error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('nothing was fetched') },
      },
    })
    const { rows } = await fixture.pool.query(
      'SELECT held_micros::int AS held FROM balance WHERE account_id = $1',
      [account],
    )
    expect(rows[0].held).toBe(0)
  })

  describe('of a lost worker, past the deadline', () => {
    const overdue = async (method: 'GET' | 'POST', sql: string) => {
      const job = await fixture.claimed(account, { method, ...(method === 'POST' && { body: '{}' }) })
      await fixture.pool.query(
        `UPDATE job SET deadline_at = now() - interval '1 minute', lease_until = now() - interval '1 s', ${sql} WHERE id = $1`,
        [job.id],
      )
      await sweepJobs(fixture.ctx)
      return (await readFinishedJob(fixture.pool, job.id))?.row.error?.code
    }
    test.each([
      ['a POST that may have been sent ends as unknown', 'POST', 'unsent_fence = NULL', 'OUTCOME_UNKNOWN'],
      ['a POST sent by an earlier worker likewise', 'POST', 'may_have_acted = true', 'OUTCOME_UNKNOWN'],
      ['a POST that was not sent does not', 'POST', 'status = status', 'ALL_TIERS_FAILED'],
      ['a GET does not', 'GET', 'unsent_fence = NULL', 'ALL_TIERS_FAILED'],
    ] as const)('%s', async (_, method, sql, code) => {
      expect(await overdue(method, sql)).toBe(code)
    })
  })
})
