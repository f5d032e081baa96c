import { HEADERS } from '@gleaner/contracts'
import type { TransactionHandles } from '@gleaner/db'
import { recallReply, runOnce } from '@gleaner/http-api/idempotency'
import type { Context } from './context.ts'
import type { AnyCall } from './handler.ts'
import { keyUseOfRequest } from './idempotency-key.ts'

/**
 * Creates something and replies with `status` and what `create` returns. With an `Idempotency-Key` the same request again gets the
 * first reply. `create` must write with the transaction that it is given, and with nothing else: what it has created and
 * the reply are committed together.
 */
export async function replyOnce(
  ctx: Pick<Context, 'db' | 'jobs' | 'creations'>,
  call: AnyCall,
  status: number,
  create: (transaction: TransactionHandles) => Promise<unknown>,
): Promise<void> {
  call.response.status(status).json(await createOnce(ctx, call, status, create))
}

/** The same without the reply, for a handler that has more to do once that is committed. */
export async function createOnce<Created>(
  ctx: Pick<Context, 'db' | 'jobs' | 'creations'>,
  call: AnyCall,
  status: number,
  create: (transaction: TransactionHandles) => Promise<Created>,
): Promise<Created> {
  const { secretBox } = ctx.jobs
  const claim = await keyUseOfRequest(secretBox, call)
  using _place = await ctx.creations.acquire(call.caller?.accountId ?? '', call.signal)
  const { reply, isReplay } = await runOnce({ db: ctx.db, secretBox }, claim, async (transaction) => ({
    status,
    body: await create(transaction),
  }))
  if (isReplay) call.response.setHeader(HEADERS.replayed, 'true')
  return reply.body as Created
}

/** What `createOnce` gave to the same request before; undefined for a new one, and for one without an `Idempotency-Key`. */
export async function createdBefore<Created>(
  ctx: Pick<Context, 'db' | 'jobs'>,
  call: AnyCall,
): Promise<Created | undefined> {
  const { secretBox } = ctx.jobs
  const reply = await recallReply({ db: ctx.db, secretBox }, await keyUseOfRequest(secretBox, call))
  if (!reply) return undefined
  call.response.setHeader(HEADERS.replayed, 'true')
  return reply.body as Created
}
