/**
 * The fetching tiers, cheapest first. `climbed`: an escalating request comes to it; the others are only ever entered
 * through `cost_controls.force_tier`. `browser`: it renders JavaScript, takes screenshots and prints PDFs.
 */
const TABLE = [
  { tier: '1', name: 'Curl', climbed: true, browser: false },
  { tier: '2', name: 'HTTP', climbed: true, browser: false },
  { tier: '3', name: 'Stealth', climbed: true, browser: false },
  { tier: '3.5', name: 'Light', climbed: false, browser: true },
  { tier: '4', name: 'Browser', climbed: true, browser: true },
  { tier: '5', name: 'Captcha', climbed: true, browser: true },
] as const
type Row = (typeof TABLE)[number]

export type Tier = Row['tier']
/** A tier that an escalating request climbs. */
export type LadderTier = Extract<Row, { climbed: true }>['tier']

export const TIERS: readonly Tier[] = TABLE.map(({ tier }) => tier)

/** The tiers an escalating request climbs, in order. */
export const LADDER = TABLE.filter(({ climbed }) => climbed).map(({ tier }) => tier as LadderTier)

export const BROWSER_TIERS: ReadonlySet<Tier> = new Set(
  TABLE.filter(({ browser }) => browser).map(({ tier }) => tier),
)

export const TIER_NAMES = Object.fromEntries(TABLE.map(({ tier, name }) => [tier, name])) as Record<
  Tier,
  string
>

/** A tier's name as requests and replies write it: `browser`. */
export function tierName(tier: Tier): string {
  return TIER_NAMES[tier].toLowerCase()
}

/** Position of a tier on the price scale; `3.5` lies between `3` and `4`. */
export function tierRank(tier: Tier): number {
  return Number(tier)
}
