import { urlField } from '@gleaner/runtime'
import { z } from 'zod'

export const config = z.object({
  DATABASE_URL: urlField(['postgres', 'postgresql']).describe(
    'e.g. postgres://user:password@host:5432/gleaner',
  ),
  REDIS_URL: urlField(['redis', 'rediss']).describe('e.g. redis://host:6379'),
})

export type Config = z.infer<typeof config>
