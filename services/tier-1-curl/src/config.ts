import { tierConfig } from '@gleaner/tier-worker'
import { z } from 'zod'

export const config = tierConfig.extend({
  CURL_USER_AGENT: z.string().optional().describe('User-Agent of tier 1; name a contact in it'),
})

export type Config = z.infer<typeof config>
