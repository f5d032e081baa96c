import { readEndedTools } from '@gleaner/accounts/api-keys/read-ended-tools'
import type { BatchRow } from '@gleaner/batches'
import { ApiError, toBatchId, type WebhookLog } from '@gleaner/contracts'
import { type Queryable, transaction } from '@gleaner/db'
import { checkWaitingWebhooks } from '@gleaner/intake'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { readBatchAttempts, readBatchWebhook, restartBatchWebhook } from '@gleaner/outgoing-webhooks'
import { findBatch, isOver } from '../batches/find-batch.ts'
import type { Handler } from '../handler.ts'

/** GET /batch/{batch_id}/webhook-log. */
export const getWebhookLog: Handler<'getWebhookLog'> = async (ctx, { caller, params, response }) => {
  const batch = await findBatch(ctx, caller.accountId, params.batch_id)
  response.json(await readLog(ctx.jobs.pool, batch))
}

/** POST /batch/{batch_id}/webhook-retry. Of two at once the second finds the webhook pending. */
export const retryWebhook: Handler<'retryWebhook'> = async (ctx, { caller, params, response }) => {
  const { pool, pubSub } = ctx.jobs
  const batch = await findBatch(ctx, caller.accountId, params.batch_id)
  await checkWaitingWebhooks(ctx, caller, batch.webhookUrl ?? undefined)
  await refuseOfEndedTool(pool, batch)
  const log = await transaction(pool, async (sql) => {
    await sql.query('SELECT FROM batch WHERE id = $1 FOR UPDATE', [batch.id])
    const { webhook_status } = await readLog(sql, batch)
    if (webhook_status === null || webhook_status === 'pending' || webhook_status === 'delivered')
      throw new ApiError('INVALID_REQUEST', REFUSALS[webhook_status ?? 'none'])
    await restartBatchWebhook(sql, batch.id)
    return await readLog(sql, batch)
  })
  pubSub.publish(WAKE_CHANNEL, WAKE.webhooks, '')
  response.json(log)
}

async function refuseOfEndedTool(sql: Queryable, { id }: BatchRow): Promise<void> {
  const { rows } = await sql.query<{ apiKeyId: string }>(
    'SELECT api_key_id AS "apiKeyId" FROM batch WHERE id = $1 AND api_key_id IS NOT NULL',
    [id],
  )
  const keyIds = rows.map(({ apiKeyId }) => apiKeyId)
  if ((await readEndedTools(sql, keyIds)).size > 0) throw new ApiError('INVALID_REQUEST', TOOL_ENDED)
}

const TOOL_ENDED =
  'The tool that created this batch may not act for this account any more: its webhook is not told again. GET /batch/{batch_id}/results gives what it has delivered.'

const REFUSALS = {
  none: 'This batch was created without a webhook_url.',
  pending: 'This webhook is still being sent (webhook_status "pending"); there is nothing to retry yet.',
  delivered: 'Everything was delivered (webhook_status "delivered"); there is nothing to retry.',
} as const

async function readLog(sql: Queryable, batch: BatchRow): Promise<WebhookLog> {
  const webhook =
    batch.webhookUrl === null
      ? undefined
      : await readBatchWebhook(sql, { id: batch.id, isOver: isOver(batch) })
  return {
    batch_id: toBatchId(batch.id),
    webhook_url: batch.webhookUrl,
    webhook_status: webhook?.status ?? null,
    attempts: webhook ? await readBatchAttempts(sql, batch.id) : [],
    next_retry_at: webhook?.nextRetryAt?.toISOString() ?? null,
  }
}
