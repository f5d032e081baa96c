import type { Tier } from '@gleaner/contracts'
import { MICROS_PER_CREDIT } from '@gleaner/contracts/money'

/** Price of a delivered attempt in micros, by tier. */
export const TIER_PRICES: Record<Tier, number> = {
  '1': 200,
  '2': 300,
  '3': 2_000,
  '3.5': 2_500,
  '4': 4_000,
  '5': 20_000,
}

/** Price of a delivered option in micros, once per request. */
export const OPTION_PRICES = {
  render_js: 3 * MICROS_PER_CREDIT,
  screenshot: 1 * MICROS_PER_CREDIT,
  generate_pdf: 2 * MICROS_PER_CREDIT,
  ocr: 5 * MICROS_PER_CREDIT,
  use_proxy: 1 * MICROS_PER_CREDIT,
  use_own_proxy: 800,
  use_system_proxy: 1 * MICROS_PER_CREDIT,
  /** What a caller's model made of the page; its tokens are billed by its provider. */
  extraction_prompt: 5 * MICROS_PER_CREDIT,
  /** The same of the format `summary`. */
  summary: 5 * MICROS_PER_CREDIT,
  /** POST /parse: what a page of tier 1 costs. */
  parse: 1 * MICROS_PER_CREDIT,
  /** POST /extract, beside what fetching the page cost. */
  extract: 12.5 * MICROS_PER_CREDIT,
} as const

/** Price of a call that is no job, in micros, once it has delivered (`docs/decisions/0007-price-and-hold.md`). */
export const CALL_PRICES = {
  map: 5 * MICROS_PER_CREDIT,
  search: 5 * MICROS_PER_CREDIT,
  /** A browser of its own for up to 15 minutes: what an attempt of tier 5 costs (`docs/decisions/0158-login-by-hand.md`). */
  'manual-login': 100 * MICROS_PER_CREDIT,
} as const

export type PricedCall = keyof typeof CALL_PRICES

export type PricedOption = keyof typeof OPTION_PRICES

export const PRICED_OPTIONS = Object.keys(OPTION_PRICES) as PricedOption[]

/** What an attempt at `tier` costs when it delivers, with `options`, in micros. */
export function priceOf(tier: Tier, options: readonly PricedOption[]): number {
  return options.reduce((sum, option) => sum + OPTION_PRICES[option], TIER_PRICES[tier])
}

/** Pages of one crawl that may show one thing at no price; each further one costs work that somebody has to pay for. */
export const FREE_COPIES = 500

/** What a page costs, in micros, that shows what `times` pages of its crawl have shown before: nothing, and later no more than tier 1. */
export function priceOfCopy(priceMicros: number, times: number): number {
  return times < FREE_COPIES ? 0 : Math.min(priceMicros, TIER_PRICES['1'])
}

/** The priced options that a request asks for. */
export function requestedOptions(
  advanced: Partial<Record<PricedOption, boolean | undefined>>,
): PricedOption[] {
  return PRICED_OPTIONS.filter((option) => advanced[option] === true)
}
