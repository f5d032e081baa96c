import type { Protocol } from 'puppeteer-core'

/** `full` is tier 4: everything a person's browser loads. `light` is tier 3.5: what the text needs. */
export type Profile = 'full' | 'light'

export const PROFILE_TIERS = { full: '4', light: '3.5' } as const satisfies Record<Profile, string>

/** Kinds of sub-resources that a profile does not load. */
export const BLOCKED_BY_PROFILE: Record<Profile, readonly Protocol.Network.ResourceType[]> = {
  full: [],
  light: ['Image', 'Font', 'Media', 'Stylesheet'],
}
