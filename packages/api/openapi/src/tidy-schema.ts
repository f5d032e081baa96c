import { ExtractionSchema } from '@gleaner/contracts'
import type { z } from 'zod'
import type { Json } from './types.ts'

/** Says in the place of a converted schema what its reader needs, and leaves out what only zod means by it. */
export function tidy(source: unknown, schema: Json, isOpen: boolean): void {
  if (source === ExtractionSchema) schema.type = 'object'
  // The format says it; zod's pattern says it again, in 400 characters.
  if (schema.format !== undefined) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames
  if (JSON.stringify(schema.additionalProperties) === '{}') schema.additionalProperties = true
  if (isOpen && schema.additionalProperties === false && !isStrict(source)) delete schema.additionalProperties
}

function isStrict(source: unknown): boolean {
  const { catchall } = (source as z.ZodObject).def
  return catchall?._zod.def.type === 'never'
}
