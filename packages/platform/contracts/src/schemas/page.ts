import { z } from 'zod'
import { LIMITS } from '../limits.ts'

/** The part of a list that is asked for. */
export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(LIMITS.listOffset).default(0),
})
