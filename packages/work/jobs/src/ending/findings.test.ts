import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { claimJob } from '../claiming/claim-job.ts'
import { insertTestBatch } from '../testing/batch.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { completeJob, failJob } from './settle-job.ts'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())

async function claim(jobId: string) {
  await fixture.pool.query('UPDATE job SET queued_at = now() WHERE id = $1', [jobId])
  const claimed = await claimJob(fixture.ctx, jobId, '1')
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind)
  return claimed.job
}

const found = async (crawlId: string) =>
  (
    await fixture.pool.query(
      'SELECT job_id, findings FROM crawl_findings WHERE crawl_id = $1 ORDER BY job_id',
      [crawlId],
    )
  ).rows

test('what is found on a page is written down by the statement that ends its job, once, and of no other job', async () => {
  const { id, jobs } = await insertTestBatch(
    fixture,
    await fixture.account(1_000_000),
    ['a', 'b', 'c'].map((name) => ({ url: `https://example.com/${name}` })),
  )
  const [a, b, c] = await Promise.all(jobs.map((job) => claim(job.id)))
  const findings = JSON.stringify({ links: [['https://example.com/"quoted"\u0000']] })
  await Promise.all([
    completeJob(fixture.ctx, a!, { ...delivery(0), findings }),
    completeJob(fixture.ctx, b!, delivery(0)),
    failJob(fixture.ctx, c!, { code: 'ALL_TIERS_FAILED', message: 'x' }),
  ])
  expect(await found(id)).toEqual([{ job_id: a!.id, findings: JSON.parse(findings) }])
  // Its claim is over: what another worker brings late changes nothing.
  expect(await completeJob(fixture.ctx, a!, { ...delivery(0), findings: '{}' })).toBeUndefined()
  expect(await found(id)).toHaveLength(1)
})

test('a job that is no item has no findings, whatever it delivers', async () => {
  const job = fixture.newJob(await fixture.account(1_000_000), { sync: false })
  const { id } = await insertTestBatch(fixture, job.accountId, [{ url: 'https://example.com/d' }])
  await fixture.pool.query('UPDATE job SET batch_id = NULL, batch_index = NULL WHERE batch_id = $1', [id])
  const { rows } = await fixture.pool.query('SELECT id FROM job WHERE account_id = $1', [job.accountId])
  expect(
    await completeJob(fixture.ctx, await claim(rows[0].id), { ...delivery(0), findings: '{}' }),
  ).toBeDefined()
  expect(await found(id)).toEqual([])
})
