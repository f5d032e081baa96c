import { ApiError } from '@gleaner/contracts/errors'
import { toCredits } from './money.ts'

/** INSUFFICIENT_BALANCE, in credits: what the needed sum is the price of, and what would help. */
export function insufficientBalance(
  neededMicros: number,
  availableMicros: bigint,
  priceOf: string,
  remedy = 'add credits and repeat the request',
): ApiError {
  const [needed, available] = [toCredits(neededMicros), toCredits(availableMicros)]
  return new ApiError(
    'INSUFFICIENT_BALANCE',
    `The balance of ${available} credits does not cover ${needed} credits, the price of ${priceOf}; ${remedy}.`,
    { needed_credits: needed, available_credits: available },
  )
}
