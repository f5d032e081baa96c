import { CALL_PRICES, OPTION_PRICES, TIER_PRICES } from '@gleaner/billing/prices'
import { TIER_NAMES, TIERS } from '@gleaner/contracts'
import { CREDITS_PER_DOLLAR, MICROS_PER_CREDIT } from '@gleaner/contracts/money'
import { table } from './table.ts'

/** What is charged for: tiers, options and calls. */
export function pricesPage(): string {
  const { extract, ...options } = OPTION_PRICES
  return [
    '# Prices',
    `A dollar buys ${CREDITS_PER_DOLLAR.toLocaleString('en')} credits.`,
    '## Tiers',
    'The tier that delivered is charged, once. Attempts that failed cost nothing.',
    table(
      ['Tier', 'Name', 'Credits'],
      TIERS.map((tier) => [tier, TIER_NAMES[tier], credits(TIER_PRICES[tier])]),
    ),
    '## Options',
    'An option is charged once, when the answer holds what it asks for.',
    table(['Option', 'Credits'], pricesOf(options)),
    '## Calls',
    'A call is charged when it has delivered. What it fetches beside is charged as scrapes are.',
    table(['Call', 'Credits'], pricesOf({ ...CALL_PRICES, extract })),
  ].join('\n\n')
}

/** By the names of fields, or of the endpoints' paths. */
function pricesOf(prices: Record<string, number>): string[][] {
  return Object.entries(prices).map(([name, micros]) => [`\`${name}\``, credits(micros)])
}

function credits(micros: number): string {
  return String(micros / MICROS_PER_CREDIT)
}
