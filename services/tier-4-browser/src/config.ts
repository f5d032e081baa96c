import { browserFields } from '@gleaner/browser-tiers'
import { tierConfig } from '@gleaner/tier-worker'
import type { z } from 'zod'

export const config = tierConfig.extend(browserFields)

export type Config = z.infer<typeof config>
