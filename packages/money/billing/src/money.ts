import {
  CREDITS_PER_DOLLAR,
  MICROS_PER_CENT,
  MICROS_PER_CREDIT,
  MICROS_PER_DOLLAR,
} from '@gleaner/contracts/money'

/** What a new account begins with unless the operator says otherwise: 1 dollar. */
export const SIGNUP_CREDITS = CREDITS_PER_DOLLAR

export function toCredits(micros: number | bigint): number {
  return Number(micros) / MICROS_PER_CREDIT
}

export function toDollars(micros: number | bigint): number {
  return Number(micros) / Number(MICROS_PER_DOLLAR)
}

export function toCents(micros: number | bigint): number {
  return Number(micros) / MICROS_PER_CENT
}

/** `$0.42`, by the cent; never more than there is. */
export function displayDollars(micros: bigint): string {
  const cents = Math.floor(toCents(micros))
  return `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`
}

/** Credits a caller named, as micros; fractions below a micro are dropped in the caller's favour. */
export function fromCredits(credits: number): number {
  return Math.floor(credits * MICROS_PER_CREDIT + 1e-6)
}
