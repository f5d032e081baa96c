import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'

/** A schema whose JSON Schema is made once: it takes half a millisecond, and every request would make those of all tools anew. */
export function knownSchema(schema: z.ZodType): StandardSchemaWithJSON {
  const standard = (schema as unknown as StandardSchemaWithJSON)['~standard']
  const made = new Map<string, Record<string, unknown>>()
  const once =
    (side: 'input' | 'output') =>
    (options: Parameters<typeof standard.jsonSchema.input>[0]): Record<string, unknown> => {
      const key = `${side} ${options.target}`
      const known = made.get(key) ?? standard.jsonSchema[side](options)
      made.set(key, known)
      return known
    }
  return { '~standard': { ...standard, jsonSchema: { input: once('input'), output: once('output') } } }
}
