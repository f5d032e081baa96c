import type { BillingBalance } from '@gleaner/contracts'
import type { Totals } from './ledger.ts'
import { displayDollars, toCents, toCredits } from './money.ts'

/** The reply of GET /billing/balance. What open jobs hold is still the account's; an account that owes has less than nothing. */
export function presentBalance(totals: Totals): BillingBalance {
  const micros = totals.netMicros
  return {
    balance_microcents: Number(micros),
    balance_display: displayDollars(micros),
    total_deposited_cents: toCents(totals.depositedMicros),
    total_spent_cents: toCents(totals.usedMicros),
    balance_credits: toCredits(micros),
    available_credits: toCredits(totals.availableMicros),
    held_credits: toCredits(totals.heldMicros),
    owed_credits: toCredits(totals.owedMicros),
  }
}
