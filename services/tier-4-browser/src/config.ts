import { NETWORK_NAMESPACE_MODES } from '@gleaner/fetch-engine/browser/confinement'
import { intField } from '@gleaner/runtime'
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
})

export type Config = z.infer<typeof config>
