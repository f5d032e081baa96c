import { MICROS_PER_CENT } from '@gleaner/contracts'
import type { Prisma } from '@gleaner/db'

/** A checkout as it is stored. */
export type CheckoutRow = Prisma.CheckoutGetPayload<object>

/** What is bought is priced in US dollars. */
export const CURRENCY = 'usd'

export function microsOfCents(cents: number): bigint {
  return BigInt(cents) * BigInt(MICROS_PER_CENT)
}
