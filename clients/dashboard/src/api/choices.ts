import type { CHOICES } from '@gleaner/sdk/choices'

type Words = (typeof CHOICES)['postScrape']
type Tier = Words['cost_controls.max_tier'][number]
/** A format that the API gives of a page. */
export type ApiFormat = Words['formats'][number]

/** Tiers, the cheapest first. */
export const TIERS = ['1', '2', '3', '3.5', '4', '5'] as const satisfies readonly Tier[]
/** Those that are offered as the highest: 3.5 is another way of tier 3. */
export const MAX_TIERS = TIERS.filter((tier) => tier !== '3.5')
