import { type ScrapeRequestInput, uuidv7 } from '@gleaner/contracts'
import { insertWaitingJobs } from '../accepting/insert-waiting-jobs.ts'
import type { NewJob } from '../accepting/new-job.ts'
import type { JobsFixture } from './fixture.ts'

/** A batch of an account whose items wait for their admission. */
export async function insertTestBatch(
  { pool, ctx, newJob }: Pick<JobsFixture, 'pool' | 'ctx' | 'newJob'>,
  accountId: string,
  requests: readonly Partial<ScrapeRequestInput>[],
  more: Partial<NewJob> = {},
): Promise<{ id: string; jobs: NewJob[] }> {
  const id = uuidv7()
  const apiKeyId = uuidv7()
  const jobs = requests.map((request) =>
    newJob(accountId, { sync: false, ...request }, { apiKeyId, cacheKey: undefined, ...more }),
  )
  await pool.query(
    `INSERT INTO batch (id, account_id, api_key_id, test, estimated_micros, total) VALUES ($1, $2, $3, $4, 0, $5)`,
    [id, accountId, jobs[0]!.apiKeyId, jobs[0]!.test, jobs.length],
  )
  await insertWaitingJobs(pool, ctx.secretBox, id, jobs)
  return { id, jobs }
}
