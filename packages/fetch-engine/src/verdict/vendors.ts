import type { BlockRule } from './block-rule.ts'
import { BOT_MANAGERS } from './vendors/bot-managers.ts'
import { CDN_WALLS } from './vendors/cdn-walls.ts'
import { FIREWALLS } from './vendors/firewalls.ts'
import { PROOF_OF_WORK } from './vendors/proof-of-work.ts'
import { SITE_WALLS } from './vendors/site-walls.ts'

/** Walls that can be told by who built them, most certain first. */
export const VENDOR_RULES: readonly BlockRule[] = [
  ...CDN_WALLS,
  ...BOT_MANAGERS,
  ...PROOF_OF_WORK,
  ...SITE_WALLS,
  ...FIREWALLS,
]
