import { intField, urlField } from '@gleaner/runtime'
import { tierConfig } from '@gleaner/tier-worker'
import { z } from 'zod'

export const config = tierConfig.extend({
  CHROMIUM_PATH: z.string().describe('path of the Chromium binary, e.g. /usr/bin/chromium'),
  BROWSER_PAGES: intField({ min: 1, max: 500, fallback: 0 }).describe(
    'pages open at once; default: by memory and cores',
  ),
  CAPTCHA_SOLVER_URL: urlField(['http', 'https'])
    .optional()
    .describe('base URL of a 2captcha-style solver service'),
  CAPTCHA_SOLVER_KEY: z.string().optional().describe('key of the solver service'),
})

export type Config = z.infer<typeof config>
