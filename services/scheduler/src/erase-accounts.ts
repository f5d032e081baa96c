import { countOpenErasures, type EraseContext, eraseDeletedAccounts } from '@gleaner/account-deletion'
import type { ServiceDeps } from '@gleaner/runtime'

/** A run that erases deleted accounts, and tells how many there are and which stay behind. */
export function createErasureRun(
  ctx: EraseContext,
  { metrics }: Pick<ServiceDeps, 'metrics'>,
): (signal: AbortSignal) => Promise<void> {
  const open = metrics.gauge('gleaner_erasures_open', 'Deleted accounts of which something may be left.')
  const failing = metrics.gauge(
    'gleaner_erasures_failing',
    'Deleted accounts that could not be erased when it was tried last.',
  )
  const oldest = metrics.gauge(
    'gleaner_erasure_oldest_seconds',
    'How long ago the oldest deleted account that is not erased was deleted; 0 without any.',
  )
  return async (signal) => {
    await eraseDeletedAccounts(ctx, signal)
    const left = await countOpenErasures(ctx.jobs.pool)
    open.set(left.accounts)
    failing.set(left.failing)
    oldest.set(left.oldest ? Math.max(0, (Date.now() - left.oldest.getTime()) / 1000) : 0)
  }
}
