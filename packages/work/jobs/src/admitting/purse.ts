import { type AppliedLimit, limitExceeded } from '@gleaner/billing'

/** What an account could pay for at a moment. */
export interface Purse {
  availableMicros: number
  /** What items and requests under way may give back. */
  heldMicros: number
  /** The spend limits of the account and of keys of it. */
  limits: AppliedLimit[]
}

/** What is asked for, and by whom. */
interface Asked {
  test: boolean
  apiKeyId: string | null
  priceMicros: number
}

/** Whether a purse pays a price at the moment, by the balance and by each spend limit that applies. Test keys pay nothing. */
export function canPay(purse: Purse, accountId: string, { test, apiKeyId, priceMicros }: Asked): boolean {
  if (test) return true
  return (
    priceMicros <= purse.availableMicros &&
    !limitExceeded(limitsOf(purse, accountId, apiKeyId), accountId, priceMicros, new Date())
  )
}

/** The limits that apply to what a key asks for. */
export function limitsOf({ limits }: Purse, accountId: string, apiKeyId: string | null): AppliedLimit[] {
  return limits.filter(({ owner_id: owner }) => owner === accountId || owner === apiKeyId)
}
