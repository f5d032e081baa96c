import type { BlockRule } from './block-rule.ts'
import { BOT_DEFENCES } from './vendors/bot-defences.ts'
import { BOT_MANAGERS } from './vendors/bot-managers.ts'
import { CDN_WALLS } from './vendors/cdn-walls.ts'
import { CLOUDFLARE } from './vendors/cloudflare.ts'
import { FIREWALLS } from './vendors/firewalls.ts'
import { HOST_WALLS } from './vendors/host-walls.ts'
import { PLATFORM_WALLS } from './vendors/platform-walls.ts'
import { PROOF_OF_WORK } from './vendors/proof-of-work.ts'
import { SITE_WALLS } from './vendors/site-walls.ts'

/** Walls that can be told by who built them, the most certain first: the first row that fits names the vendor. */
export const VENDOR_RULES: readonly BlockRule[] = [
  ...CLOUDFLARE,
  ...CDN_WALLS,
  ...HOST_WALLS,
  ...SITE_WALLS,
  ...PLATFORM_WALLS,
  ...BOT_MANAGERS,
  ...BOT_DEFENCES,
  ...PROOF_OF_WORK,
  ...FIREWALLS,
]
