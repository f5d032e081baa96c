import { uuidv7 } from '@gleaner/contracts'
import { RETENTION } from '@gleaner/contracts/limits'
import { HOUR_MS } from '@gleaner/runtime/units'
import { runPurges } from '@gleaner/testkit/run-purges'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createJob } from '../accepting/create-job.ts'
import { answerFromCache } from '../accepting/result-cache.ts'
import { REMEMBERED_DAYS } from '../planning/domain-memory.ts'
import { readJob } from '../reading/read-job.ts'
import { createJobsFixture, type JobsFixture } from '../testing/fixture.ts'
import { JOB_PURGES } from './purge.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  account = await fixture.account(1_000_000)
})

const purge = () => runPurges(fixture.pool, JOB_PURGES)
const kindOf = async (id: string) => (await readJob(fixture.pool, account, id)).kind

/** Makes a job, with its page, older by some milliseconds. */
async function age(jobId: string, ms: number): Promise<void> {
  const by = (column: string) => `${column} = ${column} - $2 * interval '1 millisecond'`
  await fixture.pool.query(`UPDATE job SET ${by('created_at')}, ${by('finished_at')} WHERE id = $1`, [
    jobId,
    ms,
  ])
  await fixture.pool.query(`UPDATE job_page SET ${by('created_at')} WHERE job_id = $1`, [jobId, ms])
}

/** A job that was accepted some time ago. */
async function jobOf(msAgo: number, isEnded = true): Promise<string> {
  const job = fixture.newJob(account, {}, { id: uuidv7(Date.now() - msAgo) })
  if (isEnded) await fixture.delivered(job)
  else await createJob(fixture.ctx, job)
  await age(job.id, msAgo)
  return job.id
}

test('a page stays for as long as any answer may show it: one from the cache does so a retention after it', async () => {
  const request = { cache: true, cache_ttl: 86_400 }
  const { job } = await fixture.delivered(fixture.newJob(account, request))
  await age(job.id, RETENTION.resultMs - HOUR_MS)
  const { id: jobId, apiKeyId, cacheKey, spec } = fixture.newJob(account, request)
  const query = { jobId, accountId: account, apiKeyId, cacheKey: cacheKey!, spec }
  expect(await answerFromCache(fixture.pool, query)).toBeDefined()
  for (const id of [job.id, jobId]) await age(id, RETENTION.resultMs - HOUR_MS)
  await purge()
  expect(await kindOf(jobId)).toBe('finished')
  await age(job.id, 3 * HOUR_MS)
  await purge()
  const { rows } = await fixture.pool.query('SELECT FROM job_page WHERE job_id = $1', [job.id])
  expect(rows).toEqual([])
  expect([await kindOf(jobId), await kindOf(job.id)]).toEqual(['expired', 'expired'])
})

test('a job is remembered for its time, and one that is open for as long as it is', async () => {
  const [kept, gone, open] = [
    await jobOf(RETENTION.jobMs - HOUR_MS),
    await jobOf(RETENTION.jobMs + HOUR_MS),
    await jobOf(RETENTION.jobMs + HOUR_MS, false),
  ]
  await purge()
  const { rows } = await fixture.pool.query('SELECT id FROM job WHERE account_id = $1', [account])
  expect(rows.map(({ id }) => id).sort()).toEqual([kept, open].sort())
  expect([await kindOf(kept), await kindOf(gone), await kindOf(open)]).toEqual(['expired', 'unknown', 'open'])
})

test('an idempotency key goes after its day, what is known of a host after its days', async () => {
  const keyOf = async (key: string, hours: number) =>
    await fixture.pool.query(
      "INSERT INTO idempotency_key (account_id, key, request_hash, job_id, created_at) VALUES ($1, $2, '', $4, now() - $3 * interval '1 hour')",
      [account, key, hours, uuidv7()],
    )
  await keyOf('new', 23)
  await keyOf('old', 25)
  for (const days of [REMEMBERED_DAYS, REMEMBERED_DAYS + 1])
    await fixture.pool.query(
      `INSERT INTO domain_memory (host, tier, day, delivered, failed, total_ms, total_bytes) VALUES ($1, '1', current_date - $2::int, 1, 0, 1, 1)`,
      [`${days}.example.com`, days],
    )
  await purge()
  const keys = await fixture.pool.query('SELECT key FROM idempotency_key WHERE account_id = $1', [account])
  expect(keys.rows).toEqual([{ key: 'new' }])
  const hosts = await fixture.pool.query('SELECT host FROM domain_memory')
  expect(hosts.rows).toEqual([{ host: `${REMEMBERED_DAYS}.example.com` }])
})
