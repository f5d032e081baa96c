import type { Caller } from '@gleaner/accounts'
import { API_ROOT, ApiError, LIMITS, type WebhookDeliveryDetail } from '@gleaner/contracts'
import { checkWaitingWebhooks } from '@gleaner/intake'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import {
  checkReplay,
  findDelivery,
  type KeptDelivery,
  listDeliveries,
  noSuchDelivery,
  readDelivery,
  readTries,
  replayDeliveries,
  replayDelivery,
} from '@gleaner/outgoing-webhooks/deliveries'
import { makeSentBody } from '@gleaner/webhook-bodies'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { replyOnce } from '../reply-once.ts'

/** GET /webhooks/deliveries. */
export const listWebhookDeliveries: Handler<'listWebhookDeliveries'> = async (ctx, call) => {
  call.response.json(await listDeliveries(ctx.jobs.pool, call.caller.accountId, call.query))
}

/** GET /webhooks/deliveries/{delivery_id}. */
export const getWebhookDelivery: Handler<'getWebhookDelivery'> = async (
  ctx,
  { caller, params, response },
) => {
  const { pool } = ctx.jobs
  const kept = await findDelivery(pool, caller.accountId, params.delivery_id)
  const [shown, tries, body] = await Promise.all([
    readDelivery(pool, kept.id),
    readTries(pool, kept.id),
    sentBody(ctx, kept),
  ])
  const { id, ...delivery } = shown ?? noSuchDelivery()
  const isShort = body !== undefined && body.byteLength <= LIMITS.webhookDeliveries.shownBodyBytes
  const detail: WebhookDeliveryDetail = {
    id,
    ...delivery,
    body: isShort ? body.toString() : null,
    body_url: body ? new URL(`${API_ROOT}/webhooks/deliveries/${id}/body`, ctx.config.PUBLIC_URL).href : null,
    body_bytes: kept.bodyBytes,
    tries,
  }
  response.json(detail)
}

/** GET /webhooks/deliveries/{delivery_id}/body. */
export const getWebhookDeliveryBody: Handler<'getWebhookDeliveryBody'> = async (ctx, call) => {
  const { caller, params, response } = call
  const kept = await findDelivery(ctx.jobs.pool, caller.accountId, params.delivery_id)
  const body = await sentBody(ctx, kept)
  if (!body) throw new ApiError('NOT_FOUND', BODY_GONE)
  response.type('application/octet-stream').setHeader('Cache-Control', 'private, no-store')
  response.end(body)
}

/** POST /webhooks/deliveries/{delivery_id}/replay. */
export const replayWebhookDelivery: Handler<'replayWebhookDelivery'> = async (ctx, call) => {
  const { accountId } = call.caller
  await checkRoom(ctx, call.caller)
  await replyOnce(ctx, call, 202, async ({ sql }) => {
    const kept = await findDelivery(sql, accountId, call.params.delivery_id)
    checkReplay(kept)
    if (kept.bodyHash !== null && !(await sentBody(ctx, kept))) throw new ApiError('CONFLICT', BODY_GONE)
    const id = await replayDelivery(sql, accountId, kept)
    const made = (await readDelivery(sql, id)) ?? noSuchDelivery()
    return { ...made, delivery_id: made.id }
  })
  wake(ctx)
}

/** POST /webhooks/deliveries/replay. */
export const replayWebhookDeliveries: Handler<'replayWebhookDeliveries'> = async (ctx, call) => {
  await checkRoom(ctx, call.caller)
  await replyOnce(ctx, call, 200, ({ sql }) => replayDeliveries(sql, call.caller.accountId, call.body))
  wake(ctx)
}

const BODY_GONE =
  'The body of this delivery cannot be made as it was: nothing was sent, or what it told is not kept any more.'

function sentBody({ jobs, config }: Context, delivery: KeptDelivery): Promise<Buffer | undefined> {
  return makeSentBody(jobs.pool, config.PUBLIC_URL, delivery)
}

/** A replay waits behind what waits already. Throws RATE_LIMITED. */
async function checkRoom(ctx: Context, caller: Caller): Promise<void> {
  await checkWaitingWebhooks(ctx, caller, 'the address of a replay')
}

function wake({ jobs }: Context): void {
  jobs.pubSub.publish(WAKE_CHANNEL, WAKE.webhooks, '')
}
