import { type BatchSkipped, type Labels, NO_LABELS, type WebhookHeaders } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { insertWaitingJobs, type NewJob } from '@gleaner/jobs'
import { queueStarted, sealHeaders } from '@gleaner/outgoing-webhooks'
import { currentRequestId } from '@gleaner/runtime'
import type { SecretBox } from '@gleaner/security/secret-box'

/** A batch that has been checked, as it is accepted. */
export interface NewBatch {
  id: string
  accountId: string
  apiKeyId: string | null
  test: boolean
  /** What it is to its caller; by default a batch. */
  kind?: 'search'
  webhookUrl: string | undefined
  /** What its requests carry beside ours. */
  webhookHeaders?: WebhookHeaders | undefined
  /** Most of its items that may be under way at once. */
  concurrency?: number | undefined
  /** The faults of entries that were left out. */
  skipped?: readonly BatchSkipped[]
  /** What its caller calls it by. */
  labels?: Labels
  /** What the items are expected to cost, in micros. */
  estimatedMicros: number
  /** Its items in the order of the request. */
  jobs: readonly NewJob[]
}

/** Writes a batch and its items, which then wait for their admission, in the caller's transaction. */
export async function insertBatch(sql: Queryable, secretBox: SecretBox, batch: NewBatch): Promise<void> {
  const { id, accountId, apiKeyId, test, kind = 'batch', webhookUrl, estimatedMicros, jobs } = batch
  const { externalId, metadata } = batch.labels ?? NO_LABELS
  await sql.query({
    name: 'insert-batch',
    text: `INSERT INTO batch (id, account_id, api_key_id, test, webhook_url, webhook_headers, estimated_micros, total, kind, external_id, metadata, concurrency, request_id, skipped)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      id,
      accountId,
      apiKeyId,
      test,
      webhookUrl ?? null,
      sealHeaders(secretBox, 'batch', id, batch.webhookHeaders),
      estimatedMicros,
      jobs.length,
      kind,
      externalId,
      metadata && JSON.stringify(metadata),
      batch.concurrency ?? null,
      currentRequestId() ?? null,
      batch.skipped?.length ? JSON.stringify(batch.skipped) : null,
    ],
  })
  await insertWaitingJobs(
    sql,
    secretBox,
    id,
    jobs.map((job) => ({ ...job, webhookUrl })),
  )
  if (kind === 'batch') await queueStarted(sql, { id, accountId, kind, webhookUrl, metadata })
}
