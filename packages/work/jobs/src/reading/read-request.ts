import { RETENTION } from '@gleaner/contracts/limits'
import type { Labels } from '@gleaner/contracts/schemas/labels'
import type { Queryable } from '@gleaner/db'
import { jobColumns } from '../rows.ts'
import type { ScrapeSpec } from '../spec.ts'

/** What a job was asked for, without its secrets. */
export interface AskedRequest extends Labels {
  spec: ScrapeSpec
  isOpen: boolean
  /** It had secrets, which ended with it; null: of a job of a version that did not note it. */
  hadSecrets: boolean | null
  /** Was told its end; of an item its batch's receiver is, and this is null. */
  webhookUrl: string | null
}

/** The request of a job of an account; undefined for one that is gone or somebody else's. */
export async function readRequest(
  db: Queryable,
  accountId: string,
  jobId: string,
): Promise<AskedRequest | undefined> {
  const { rows } = await db.query<AskedRequest & { finishedAt: Date | null }>({
    name: 'read-request-of-job',
    text: `SELECT job.spec, job.had_secrets AS "hadSecrets", CASE WHEN job.batch_id IS NULL THEN job.webhook_url END AS "webhookUrl",
                  job.finished_at IS NULL AS "isOpen", ${jobColumns('externalId', 'metadata', 'finishedAt')}
           FROM job WHERE job.id = $1 AND job.account_id = $2`,
    values: [jobId, accountId],
  })
  const row = rows[0]
  if (!row) return undefined
  const { finishedAt, ...asked } = row
  return finishedAt && Date.now() - finishedAt.getTime() > RETENTION.jobMs ? undefined : asked
}

/** How items of a batch may have ended, in SQL over their rows. */
const ENDED_AS = {
  succeeded: "job.status = 'completed'",
  failed: "job.status = 'failed' AND job.error->>'code' <> 'CANCELLED'",
  cancelled: "job.status = 'failed' AND job.error->>'code' = 'CANCELLED'",
} as const

/** The requests of items of a batch that have ended in one of these ways, in their order, each with its place. */
export async function readRequestsOfBatch(
  db: Queryable,
  batchId: string,
  statuses: readonly (keyof typeof ENDED_AS)[],
): Promise<(AskedRequest & { index: number })[]> {
  const { rows } = await db.query<AskedRequest & { index: number }>({
    name: 'read-requests-of-batch',
    text: `SELECT job.batch_index AS index, job.spec, job.had_secrets AS "hadSecrets", NULL::text AS "webhookUrl", false AS "isOpen",
                  job.external_id AS "externalId", job.metadata
           FROM job WHERE job.batch_id = $1 AND job.finished_at IS NOT NULL
             AND ('succeeded' = ANY($2) AND ${ENDED_AS.succeeded} OR 'failed' = ANY($2) AND ${ENDED_AS.failed}
               OR 'cancelled' = ANY($2) AND ${ENDED_AS.cancelled})
           ORDER BY job.batch_index`,
    values: [batchId, statuses],
  })
  return rows
}
