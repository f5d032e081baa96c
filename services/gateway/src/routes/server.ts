import { DEMO_HIGHEST_TIER, ENDPOINTS } from '@gleaner/contracts'
import type { Handler } from '../handler.ts'

/** GET /server. */
export const getServer: Handler<'getServer'> = async ({ config, singleSignOn }, { response }) => {
  response.json({
    demo: {
      is_open: config.DEMO,
      pages_per_hour: ENDPOINTS.postDemo.limitPerIp.requests,
      highest_tier: DEMO_HIGHEST_TIER,
    },
    registration: config.REGISTRATION,
    single_sign_on: singleSignOn ? { name: singleSignOn.provider.name } : null,
    signup_credits: config.SIGNUP_CREDITS,
  })
}
