import { z } from 'zod'
import { CREDITS_PER_DOLLAR } from '../money.ts'

/** Credits of a reply; `says` tells for what. */
export function credits(says: string) {
  return z.number().describe(says)
}

const A_DOLLAR = `a dollar has ${CREDITS_PER_DOLLAR.toLocaleString('en')}`

export const CreditsUsed = credits(`Credits charged so far; ${A_DOLLAR}.`)
export const EstimatedCredits = credits(
  `Credits that it will probably cost, by the tier that each page is expected to need; ${A_DOLLAR}.`,
)
export const Currency = z.string().describe('Currency of the amounts, by ISO 4217 in small letters: `usd`.')
