import { durationField, intField, settingFacts, settings } from '@gleaner/runtime'
import { z } from 'zod'
import { NETWORK_NAMESPACE_MODES } from './browser/chromium/confinement.ts'

/** Settings of every service that runs browsers. */
export const browserFields = settings('browsers', {
  CHROMIUM_PATH: z.string().describe('path of the Chromium or Chrome binary, e.g. /usr/bin/chromium'),
  BROWSER_PAGES: intField({ min: 1, max: 500, fallback: 0, unit: 'pages' })
    .describe('pages open at once in a browser service')
    .register(settingFacts, { byDefault: 'by memory and cores' }),
  BROWSER_NETWORK_NAMESPACE: z
    .enum(NETWORK_NAMESPACE_MODES)
    .default('auto')
    .describe(
      'network namespace without a route to any network, in which Chromium runs: auto is where the system allows it',
    ),
  BROWSER_PAGE_MEMORY_MB: intField({ min: 256, max: 65_536, fallback: 1024, unit: 'MB' }).describe(
    'memory that one page of a browser may use; one that uses more ends as RESOURCE_LIMIT_EXCEEDED',
  ),
  BROWSER_PAGE_CPU: durationField(60_000).describe(
    'processor time that one page of a browser may use, likewise',
  ),
})
