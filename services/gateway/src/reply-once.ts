import { HEADERS } from '@gleaner/contracts'
import type { TransactionHandles } from '@gleaner/db'
import { runOnce } from '@gleaner/idempotency'
import type { Context } from './context.ts'
import type { AnyCall } from './handler.ts'
import { claimOfRequest } from './idempotency-key.ts'

/**
 * Creates something and replies with `status` and what `create` returns. With an `Idempotency-Key` the same request again gets the
 * first reply. `create` must write with the transaction that it is given, and with nothing else: what it has created and
 * the reply are committed together.
 */
export async function replyOnce(
  ctx: Pick<Context, 'db' | 'jobs'>,
  call: AnyCall,
  status: number,
  create: (transaction: TransactionHandles) => Promise<unknown>,
): Promise<void> {
  const { secretBox } = ctx.jobs
  const claim = await claimOfRequest(secretBox, call)
  const { reply, isReplay } = await runOnce({ db: ctx.db, secretBox }, claim, async (transaction) => ({
    status,
    body: await create(transaction),
  }))
  if (isReplay) call.response.setHeader(HEADERS.replayed, 'true')
  call.response.status(reply.status).json(reply.body)
}
