import type { JsonSchema } from '@gleaner/contracts'
import { isObject } from '@gleaner/runtime/is-object'

/*
 * The forms that a caller's schema is used in. All of them walk the schema as it is written, without following references, so that
 * they take time in proportion to it.
 */

/** Keywords whose value is a map of names to schemas. */
const MAPS: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions', 'patternProperties'])
/** Keywords whose value is data. */
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples'])

/** A schema with each schema in it changed by `change`, the inner ones first. */
function mapSchemas(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    return isObject(value) ? mapSchemas(value, change) : value
  }
  const entries = Object.entries(schema).map(([key, value]) => {
    if (DATA.has(key)) return [key, value]
    if (MAPS.has(key) && isObject(value))
      return [key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]))]
    return [key, inner(value)]
  })
  return change(Object.fromEntries(entries))
}

/** What asks for things to be there: a page may not say them, and a part of a page even less. */
const DEMANDS = [
  'required',
  'minItems',
  'minProperties',
  'contains',
  'minContains',
  'dependentRequired',
  'dependentSchemas',
]
/** What tells alternatives apart by what is there. */
const TELLING = ['not', 'if', 'then', 'else', 'unevaluatedProperties', 'unevaluatedItems']

/** The schema that an answer is checked by: types, values and names count, and nothing has to be there. */
export function relaxed(schema: JsonSchema): JsonSchema {
  return mapSchemas(schema, (one) => {
    const kept = Object.fromEntries(
      Object.entries(one).filter(([key]) => ![...DEMANDS, ...TELLING, '$schema'].includes(key)),
    )
    if (typeof kept.pattern === 'string' && !compiles(kept.pattern)) delete kept.pattern
    if (!Array.isArray(kept.oneOf) || kept.anyOf !== undefined) return kept
    const { oneOf, ...rest } = kept
    return { ...rest, anyOf: oneOf }
  })
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}

/** What OpenAI's strict structured outputs take (their guide, "Supported schemas"); all else makes a schema a loose one. */
const STRICT: ReadonlySet<string> = new Set([
  ...[
    'type',
    'properties',
    'items',
    'enum',
    'const',
    'anyOf',
    '$ref',
    '$defs',
    'definitions',
    'description',
    'title',
  ],
  ...['additionalProperties', 'required'],
])
/** Kept out of the strict form, as the answer is checked for it here. */
const CHECKED_HERE: ReadonlySet<string> = new Set([
  ...[
    'pattern',
    'format',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minLength',
  ],
  ...[
    'maxLength',
    'minItems',
    'maxItems',
    'uniqueItems',
    'default',
    'example',
    'examples',
    '$comment',
    '$schema',
    'nullable',
  ],
])

/**
 * The form that a model is held to: every property is asked for and may be null, and nothing else is allowed. Undefined where the
 * schema says what that form cannot.
 */
export function strictForm(schema: JsonSchema): JsonSchema | undefined {
  let fits = true
  const strict = mapSchemas(schema, (one) => {
    const entries = Object.entries(one).filter(([key]) => !CHECKED_HERE.has(key))
    if (entries.some(([key]) => !STRICT.has(key))) fits = false
    const kept: JsonSchema = Object.fromEntries(entries)
    const isOpen =
      kept.type === undefined && !['$ref', 'anyOf', 'enum', 'const', 'properties'].some((key) => key in kept)
    if (isOpen || (kept.type === 'array' && !isObject(kept.items))) fits = false
    if (kept.additionalProperties !== undefined && kept.additionalProperties !== false) fits = false
    const isFields = kept.type === 'object' || isObject(kept.properties)
    if (!isFields) return kept
    if (!isObject(kept.properties)) fits = false
    const properties = Object.entries(isObject(kept.properties) ? kept.properties : {})
    return {
      ...kept,
      type: 'object',
      properties: Object.fromEntries(properties.map(([name, value]) => [name, orNull(value)])),
      required: properties.map(([name]) => name),
      additionalProperties: false,
    }
  })
  return fits ? strict : undefined
}

function orNull(schema: unknown): unknown {
  if (!isObject(schema)) return schema
  const { type, ...rest } = schema
  if (Array.isArray(type)) return { ...rest, type: [...new Set([...type, 'null'])] }
  if (typeof type === 'string' && !('enum' in rest) && !('const' in rest))
    return { ...rest, type: [type, 'null'] }
  return { anyOf: [schema, { type: 'null' }] }
}
