import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createJob } from '../accepting/create-job.ts'
import { claimJob, releaseJob } from '../claiming/claim-job.ts'
import { failJob } from '../ending/settle-job.ts'
import { createJobsFixture, type JobsFixture } from '../testing/fixture.ts'
import { sweepJobs } from '../testing/sweep-jobs.ts'

// What happens to a job while the sweep asks the queues for its message.

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

/** A job whose message is on no queue. */
async function lostJob(): Promise<string> {
  const job = fixture.newJob(account)
  await createJob(fixture.ctx, job)
  await fixture.pool.query("UPDATE job SET queued_at = now() - interval '1 minute' WHERE id = $1", [job.id])
  return job.id
}

/** Sweeps, and lets something happen once it is known which messages are missing. */
async function sweep(meanwhile: () => Promise<unknown>) {
  const { producer } = fixture.ctx
  const missing: typeof producer.missing = async (messages) => {
    const found = await producer.missing(messages)
    await meanwhile()
    return found
  }
  return await sweepJobs({ ...fixture.ctx, producer: { ...producer, missing } })
}

async function claim(jobId: string) {
  const claim = await claimJob(fixture.ctx, jobId, '1')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  return claim.job
}

test.each<[string, (jobId: string) => Promise<unknown>]>([
  ['a worker takes', claim],
  ['a worker takes and hands back', async (jobId) => await releaseJob(fixture.ctx, await claim(jobId))],
  [
    'a worker takes and is lost with',
    async (jobId) => {
      await claim(jobId)
      await fixture.pool.query("UPDATE job SET lease_until = now() - interval '1 second' WHERE id = $1", [
        jobId,
      ])
    },
  ],
  [
    'ends',
    (jobId) => failJob(fixture.ctx, { id: jobId, fence: 0 }, { code: 'ALL_TIERS_FAILED', message: 'played' }),
  ],
])('a job that %s meanwhile has lost nothing', async (_, happen) => {
  const jobId = await lostJob()
  expect(await sweep(() => happen(jobId))).toMatchObject({ requeued: 0 })
})

test('of two sweeps that miss the same messages one queues them again', async () => {
  const jobs = [await lostJob(), await lostJob()]
  let first: Awaited<ReturnType<typeof sweepJobs>> | undefined
  const second = await sweep(async () => {
    first = await sweepJobs(fixture.ctx)
  })
  expect([first?.requeued, second.requeued]).toEqual([jobs.length, 0])
})

test('a job that was looked for goes to the end of the line', async () => {
  const jobId = await lostJob()
  await sweepJobs(fixture.ctx)
  const { rows } = await fixture.pool.query(
    "SELECT queued_at > now() - interval '30 seconds' AS late FROM job WHERE id = $1",
    [jobId],
  )
  expect(rows).toEqual([{ late: true }])
})
