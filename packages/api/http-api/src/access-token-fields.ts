import { settingFacts, settings } from '@gleaner/runtime'
import { z } from 'zod'

/** Setting of each service that reads the access tokens of people. */
export const accessTokenFields = settings('secrets', {
  JWT_SECRET: z
    .string()
    .min(32)
    .describe('signs the access tokens of users, at least 32 characters. A new one signs everybody out')
    .register(settingFacts, { secret: true }),
})
