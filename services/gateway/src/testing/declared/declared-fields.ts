import { BatchItem, type Endpoint, GATEWAY_ENDPOINTS } from '@gleaner/contracts'
import { z } from 'zod'

/** As far as it is looked at here (JSON Schema 2020-12). */
interface Schema {
  type?: string
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
}

type Step = string | number

/** A field that an endpoint declares, at any depth; an entry of a list is its first one. */
export interface DeclaredField {
  endpoint: string
  part: 'body' | 'query'
  path: Step[]
  schema: Schema
  /** The smallest body or query that the field may stand in, with `value` there. */
  holding(value: unknown): Record<string, unknown>
}

/** Every field without fields of its own that requests of the gateway's endpoints may have, entries of a batch among them. */
export function declaredFields(known: Record<string, unknown>): DeclaredField[] {
  return Object.entries(GATEWAY_ENDPOINTS as Record<string, Endpoint>).flatMap(([endpoint, declared]) =>
    (['body', 'query'] as const).flatMap((part) => {
      if (!declared[part]) return []
      const schema = schemaOf(declared[part])
      if (endpoint === 'createBatch') schema.properties!.urls = { type: 'array', items: schemaOf(BatchItem) }
      return leavesOf(schema, []).map(({ path, schema: leaf }) => ({
        endpoint,
        part,
        path,
        schema: leaf,
        holding: (value: unknown) => build(schema, path, value, known) as Record<string, unknown>,
      }))
    }),
  )
}

function schemaOf(declared: z.ZodType): Schema {
  return z.toJSONSchema(declared, { io: 'input', unrepresentable: 'any' }) as Schema
}

interface Leaf {
  path: Step[]
  schema: Schema
}

function leavesOf(schema: Schema, path: Step[]): Leaf[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.flatMap((choice) => leavesOf(choice, path))
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, field]) => leavesOf(field, [...path, name]))
  if (schema.items) return leavesOf(schema.items, [...path, 0])
  return [{ path, schema }]
}

/** The smallest value of a schema that has the path in it. */
function build(schema: Schema, path: Step[], value: unknown, known: Record<string, unknown>): unknown {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const [step] = path
    const fits = choices.find(({ properties, items }) =>
      step === undefined ? true : typeof step === 'number' ? items : properties?.[step],
    )
    return build(fits ?? choices[0]!, path, value, known)
  }
  const [step, ...rest] = path
  if (step === undefined) return value
  if (typeof step === 'number') return [build(schema.items ?? {}, rest, value, known)]
  const fields = { ...known, ...requiredOf(schema, known) }
  const kept = Object.entries(fields).filter(([name]) => schema.properties?.[name])
  return { ...Object.fromEntries(kept), [step]: build(schema.properties?.[step] ?? {}, rest, value, known) }
}

function requiredOf({ properties = {}, required = [] }: Schema, known: Record<string, unknown>) {
  return Object.fromEntries(
    required.map((name) => [name, known[name] ?? smallest(properties[name] ?? {}, known)]),
  )
}

function smallest(schema: Schema, known: Record<string, unknown>): unknown {
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return smallest(choice, known)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return requiredOf(schema, known)
    case 'array':
      return [smallest(schema.items ?? {}, known)]
    case 'number':
    case 'integer':
      return schema.minimum ?? 1
    case 'boolean':
      return false
    default:
      return 'a'
  }
}
