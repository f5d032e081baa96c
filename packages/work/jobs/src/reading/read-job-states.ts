import type { JobStatus, Labels } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { jobColumns } from '../rows.ts'

/** A row of `job` or `batch`, and the account that has to own it. */
export interface OwnedId {
  accountId: string
  id: string
}

/** As much of a job as those need who follow it. */
export interface JobState extends OwnedId, Labels {
  status: JobStatus
  batchId: string | null
}

/** The states of jobs by id, with one statement for all of them. A job of somebody else is not among them. */
export async function readJobStates(
  db: Queryable,
  jobs: readonly OwnedId[],
): Promise<ReadonlyMap<string, JobState>> {
  const { rows } = await db.query<JobState>({
    name: 'read-job-states',
    text: `
      SELECT job.id, job.account_id AS "accountId", job.status, job.batch_id AS "batchId",
             ${jobColumns('externalId', 'metadata')}
      FROM unnest($1::uuid[], $2::uuid[]) AS followed(id, account_id)
        JOIN job ON job.id = followed.id AND job.account_id = followed.account_id`,
    values: [jobs.map((job) => job.id), jobs.map((job) => job.accountId)],
  })
  return new Map(rows.map((row) => [row.id, row]))
}
