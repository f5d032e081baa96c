import { z } from 'zod'

/** A schema without what wraps it: what may be left out, has a default, or is made into something else once it is read. */
export function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema
  for (;;) {
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
      inner = inner.unwrap() as z.ZodType
    else if (inner instanceof z.ZodPipe) inner = inner.in as z.ZodType
    else return inner
  }
}

/** What is said of a schema, or else of what it wraps. */
export function descriptionOf(schema: z.ZodType): string | undefined {
  if (schema.description !== undefined) return schema.description
  const inner =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return inner ? descriptionOf(schema.unwrap() as z.ZodType) : undefined
}

/** The fields of the objects that a schema reads: one shape, those of a union's choices, or none. */
export function shapesOf(schema: z.ZodType): Record<string, z.ZodType>[] {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodObject) return [inner.shape as Record<string, z.ZodType>]
  if (inner instanceof z.ZodUnion) return (inner.options as z.ZodType[]).flatMap(shapesOf)
  return []
}
