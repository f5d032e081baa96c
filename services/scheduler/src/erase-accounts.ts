import { countOpenErasures, type EraseContext, eraseDeletedAccounts } from '@gleaner/account-deletion'
import type { ServiceDeps } from '@gleaner/runtime'

/** A run that erases deleted accounts, and tells how many there are and which stay behind. */
export function createErasureRun(
  ctx: EraseContext,
  { metrics }: Pick<ServiceDeps, 'metrics'>,
): (signal: AbortSignal) => Promise<void> {
  const open = metrics.gauge('gleaner_erasures_open')
  const failing = metrics.gauge('gleaner_erasures_failing')
  const oldest = metrics.gauge('gleaner_erasure_oldest_seconds')
  return async (signal) => {
    await eraseDeletedAccounts(ctx, signal)
    const left = await countOpenErasures(ctx.jobs.pool)
    open.set(left.accounts)
    failing.set(left.failing)
    oldest.set(left.oldest ? Math.max(0, (Date.now() - left.oldest.getTime()) / 1000) : 0)
  }
}
