import { shapesOf, unwrap } from '@gleaner/contracts/schema-shape'
import { z } from 'zod'

/**
 * A value without the fields that are null, which is how many clients write what they leave out. Null stays where the schema means
 * something by it, and in what is the caller's own: values of records, schemas and whatever is read as it is.
 */
export function withoutNulls(schema: z.ZodType, value: unknown): unknown {
  return holdsNull(value) ? omitNulls(schema, value) : value
}

/** Most requests hold none, and need not be read by their schema for it. */
function holdsNull(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  for (const field of Object.values(value)) if (field === null || holdsNull(field)) return true
  return false
}

function omitNulls(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const inner = unwrap(schema)
  if (Array.isArray(value))
    return inner instanceof z.ZodArray
      ? value.map((entry) => omitNulls(inner.element as z.ZodType, entry))
      : value
  const shapes = shapesOf(inner)
  if (shapes.length === 0) return value
  const kept = Object.entries(value).flatMap(([name, field]) => {
    const schemas = shapes.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name]!] : []))
    if (field === null) return schemas.some((known) => known.safeParse(null).success) ? [[name, null]] : []
    return [[name, schemas[0] ? omitNulls(schemas[0], field) : field]]
  })
  return Object.fromEntries(kept)
}
