import type { StandingCaller } from '@gleaner/accounts'
import { holdCall, releaseCall } from '@gleaner/billing'
import { isFreeSearch } from '@gleaner/search'
import type { IntakeContext } from '../context.ts'

/** How long a search may take until it is stored, in ms: what a killed process held for one is given back after it. */
const HOLD_MS = 3 * 60_000

/**
 * Sets the price of a search aside until it is disposed of. One that was charged by then holds nothing any more. What cannot be given back is so by
 * the scheduler. Throws INSUFFICIENT_BALANCE and SPEND_LIMIT_EXCEEDED.
 */
export async function holdSearch(
  { jobs, searchEngine }: IntakeContext,
  { accountId, apiKeyId, test }: StandingCaller,
  id: string,
): Promise<AsyncDisposable> {
  const release = () => releaseCall(jobs.pool, id).catch(() => {})
  if (test || isFreeSearch(searchEngine.name)) return { [Symbol.asyncDispose]: async () => {} }
  try {
    await holdCall(jobs.pool, { id, accountId, apiKeyId, kind: 'search' }, HOLD_MS)
  } catch (error) {
    await release()
    throw error
  }
  return { [Symbol.asyncDispose]: async () => void (await release()) }
}
