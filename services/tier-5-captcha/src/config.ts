import { browserFields } from '@gleaner/browser-tiers'
import { settingFacts, settings, urlField } from '@gleaner/runtime'
import { tierConfig } from '@gleaner/tier-worker'
import { z } from 'zod'

export const config = tierConfig.extend(browserFields).extend(
  settings('captchas', {
    CAPTCHA_SOLVER_URL: urlField(['http', 'https'])
      .optional()
      .describe('base URL of a 2captcha-style solver service, for captchas that tier 5 cannot solve'),
    CAPTCHA_SOLVER_KEY: z
      .string()
      .optional()
      .describe('key of the solver service')
      .register(settingFacts, { secret: true }),
  }),
)

export type Config = z.infer<typeof config>
