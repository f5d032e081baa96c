import { z } from 'zod'

/** Setting of each service that reads the access tokens of people. */
export const accessTokenFields = {
  JWT_SECRET: z.string().min(32).describe('signs the access tokens of users, at least 32 characters'),
}
