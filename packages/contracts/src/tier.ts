/** The fetching tiers, cheapest first. `3.5` is only ever entered through `cost_controls.force_tier`. */
export const TIERS = ['1', '2', '3', '3.5', '4', '5'] as const
export type Tier = (typeof TIERS)[number]

/** The tiers an escalating request climbs, in order. */
export const LADDER = ['1', '2', '3', '4', '5'] as const satisfies readonly Tier[]

/** Tiers that run a browser, and so can render JavaScript, take screenshots and print PDFs. */
export const BROWSER_TIERS: ReadonlySet<Tier> = new Set(['3.5', '4', '5'])

export const TIER_NAMES: Record<Tier, string> = {
  '1': 'Curl',
  '2': 'HTTP',
  '3': 'Stealth',
  '3.5': 'Light',
  '4': 'Browser',
  '5': 'Captcha',
}

/** Position of a tier on the price scale; `3.5` lies between `3` and `4`. */
export function tierRank(tier: Tier): number {
  return Number(tier)
}

export function isTier(value: unknown): value is Tier {
  return typeof value === 'string' && (TIERS as readonly string[]).includes(value)
}
