import { EVENT_STREAM, FILE, NO_BODY } from '@gleaner/contracts'
import type { z } from 'zod'

export function isJson(schema: z.ZodType): boolean {
  return schema !== NO_BODY && schema !== FILE && schema !== EVENT_STREAM
}
