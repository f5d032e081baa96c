import { NETWORK_NAMESPACE_MODES } from '@gleaner/browser-tiers'
import { durationField, intField } from '@gleaner/runtime'
import { tierConfig } from '@gleaner/tier-worker'
import { z } from 'zod'

export const config = tierConfig.extend({
  CHROMIUM_PATH: z.string().describe('path of the Chromium binary, e.g. /usr/bin/chromium'),
  BROWSER_PAGES: intField({ min: 1, max: 500, fallback: 0 }).describe(
    'pages open at once; default: by memory and cores',
  ),
  BROWSER_NETWORK_NAMESPACE: z
    .enum(NETWORK_NAMESPACE_MODES)
    .default('auto')
    .describe(
      'whether Chromium gets a network namespace: auto (where the system allows it), required or off',
    ),
  BROWSER_PAGE_MEMORY_MB: intField({ min: 256, max: 65_536, fallback: 1024 }).describe(
    'memory that one page may use before it is ended',
  ),
  BROWSER_PAGE_CPU: durationField(60_000).describe(
    'processor time that one page may use before it is ended, e.g. 60s',
  ),
})

export type Config = z.infer<typeof config>
