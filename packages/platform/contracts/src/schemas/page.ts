import { z } from 'zod'
import { limitUpTo, offsetUpTo } from '../fields/lists.ts'

/** The part of a list that is asked for. */
export const PageQuery = z.strictObject({
  limit: limitUpTo(100, 20),
  offset: offsetUpTo(),
})
