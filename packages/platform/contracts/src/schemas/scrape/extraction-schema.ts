import { isObject } from '@gleaner/runtime/is-object'
import { z } from 'zod'
import { LIMITS } from '../../limits.ts'

/** A caller's JSON Schema. Hostile input: bounded in size and depth, and it may refer only to itself. */
export type JsonSchema = { [key: string]: unknown }

export const ExtractionSchema = z
  .custom<JsonSchema>(
    isObject,
    'must be a JSON Schema object, or names and types: {"title": "string", "products": [{"name": "string", "price": "number"}]}',
  )
  .superRefine((schema, ctx) => {
    const fault = findFault(schema)
    if (fault) {
      ctx.addIssue(fault)
      return
    }
    const size = new TextEncoder().encode(JSON.stringify(schema)).length
    if (size > LIMITS.extractionSchema) {
      ctx.addIssue(`is ${size} bytes; at most ${LIMITS.extractionSchema / 1024} KB are accepted`)
    }
  })
  .describe('A JSON Schema of what is extracted, or names and types: `{"title": "string"}`.')

/** Walks with its own stack: the depth limit must hold for input that would overflow the call stack. */
function findFault(schema: JsonSchema): string | undefined {
  const pending: { value: unknown; depth: number }[] = [{ value: schema, depth: 1 }]
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    const { value, depth } = entry
    if (typeof value !== 'object' || value === null) continue
    if (depth > LIMITS.extractionSchemaDepth) {
      return `is nested deeper than ${LIMITS.extractionSchemaDepth} levels`
    }
    const ref = (value as JsonSchema).$ref
    if (typeof ref === 'string' && !ref.startsWith('#')) {
      return `has the remote $ref "${ref.slice(0, 100)}"; only references inside the schema ("#/...") are followed`
    }
    for (const child of Object.values(value)) pending.push({ value: child, depth: depth + 1 })
  }
  return undefined
}
