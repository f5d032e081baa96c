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
