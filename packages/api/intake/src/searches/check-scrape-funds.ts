import type { StandingCaller } from '@gleaner/accounts'
import { CALL_PRICES, insufficientBalance, readFunds } from '@gleaner/billing'
import type { ScrapeRequest } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { makePlan, splitRequest } from '@gleaner/jobs'

/**
 * Refuses a search that the balance does not cover together with the first tier's price for all the results that it asks for, as a batch of them
 * would be. Throws INSUFFICIENT_BALANCE, and BUDGET_EXCEEDED where `max_credits` pays no tier.
 */
export async function checkScrapeFunds(
  db: Queryable,
  { accountId, apiKeyId }: StandingCaller,
  scrape: ScrapeRequest,
  { numResults, isFree }: { numResults: number; isFree: boolean },
): Promise<void> {
  const firstMicros = makePlan(splitRequest(scrape).spec).steps[0]!.priceMicros
  const { availableMicros } = await readFunds(db, accountId, apiKeyId)
  const neededMicros = (isFree ? 0 : CALL_PRICES.search) + numResults * firstMicros
  if (availableMicros >= neededMicros) return
  const priceOf = `the search and of the first tier for ${numResults} results`
  throw insufficientBalance(neededMicros, availableMicros, priceOf, 'add credits, or ask for fewer results')
}
