import type { BlockRule } from './block-rule.ts'
import { BOT_DEFENCES } from './vendors/bot-defences.ts'
import { BOT_MANAGERS } from './vendors/bot-managers.ts'
import { CDN_BLOCK_PAGES } from './vendors/cdn-block-pages.ts'
import { CLOUDFLARE } from './vendors/cloudflare.ts'
import { FIREWALLS } from './vendors/firewalls.ts'
import { HOST_BLOCK_PAGES } from './vendors/host-block-pages.ts'
import { PLATFORM_BLOCK_PAGES } from './vendors/platform-block-pages.ts'
import { PROOF_OF_WORK } from './vendors/proof-of-work.ts'
import { SITE_BLOCK_PAGES } from './vendors/site-block-pages.ts'

/** Block pages that can be told by who built them, the most certain first: the first row that fits names the vendor. */
export const VENDOR_RULES: readonly BlockRule[] = [
  ...CLOUDFLARE,
  ...CDN_BLOCK_PAGES,
  ...HOST_BLOCK_PAGES,
  ...SITE_BLOCK_PAGES,
  ...PLATFORM_BLOCK_PAGES,
  ...BOT_MANAGERS,
  ...BOT_DEFENCES,
  ...PROOF_OF_WORK,
  ...FIREWALLS,
]
