import { curlFields } from '@gleaner/runtime'
import { tierConfig } from '@gleaner/tier-worker'
import type { z } from 'zod'

export const config = tierConfig.extend(curlFields)

export type Config = z.infer<typeof config>
