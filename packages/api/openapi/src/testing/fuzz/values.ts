import fc from 'fast-check'
import type { Json, OpenApiDocument } from '../../types.ts'

/** How deep and long generated values get; bodies beyond that are made by `hostile.ts`. */
const MAX_DEPTH = 5
const MAX_ITEMS = 4

/** Values that a schema of the document allows. `known` has values for properties of these names (addresses that may be fetched). */
export function valuesOf(
  schema: Json,
  document: OpenApiDocument,
  known: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  depth = 0,
): fc.Arbitrary<unknown> {
  const of = (inner: Json, name?: string) =>
    (name !== undefined && Object.hasOwn(known, name) && known[name]) ||
    valuesOf(inner, document, known, depth + 1)
  if (typeof schema.$ref === 'string') return of(referred(schema.$ref, document))
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => of(choice)))
  if (Array.isArray(schema.allOf)) return of(Object.assign({}, ...(schema.allOf as Json[])))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => of({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return strings(schema)
    case 'integer':
      return fc.integer(range(schema, 1_000_000))
    case 'number':
      return fc.double({ ...range(schema, 1e6), noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const {
        items = {},
        minItems = 0,
        maxItems = MAX_ITEMS,
      } = schema as {
        items?: Json
        minItems?: number
        maxItems?: number
      }
      if (depth > MAX_DEPTH) return fc.constant([])
      return fc.array(of(items), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, MAX_ITEMS)),
      })
    }
    case 'object':
      return depth > MAX_DEPTH ? fc.constant({}) : objects(schema, of)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objects(
  schema: Json,
  of: (inner: Json, name?: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const requiredKeys = ((schema.required ?? []) as string[]).filter((name) => name in properties)
  const fixed = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, of(inner, name)])),
    { requiredKeys },
  )
  const more = schema.additionalProperties
  if (typeof more !== 'object' || more === null) return fixed
  const names = of((schema.propertyNames as Json | undefined) ?? { type: 'string' }).map(String)
  return fc
    .tuple(fixed, fc.dictionary(names, of(more as Json), { maxKeys: MAX_ITEMS, noNullPrototype: true }))
    .map(([own, others]) => ({ ...others, ...own }))
}

function strings(schema: Json): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 40 } = schema as { minLength?: number; maxLength?: number }
  const most = Math.max(minLength, Math.min(maxLength, 40))
  switch (schema.format) {
    case 'uuid':
      return fc.uuid()
    case 'date-time':
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
        .map((date) => date.toISOString())
    case 'date':
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
        .map((date) => date.toISOString().slice(0, 10))
    case 'email':
      return fc.emailAddress()
  }
  if (typeof schema.pattern === 'string') {
    const pattern = new RegExp(schema.pattern, 'u')
    return fc.stringMatching(pattern, { size: 'small' })
  }
  return fc.string({ minLength, maxLength: most, unit: fc.constantFrom(...'abcXYZ019 -_./:@é漢😀') })
}

function range(schema: Json, fallback: number): { min: number; max: number } {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Record<
    string,
    number | undefined
  >
  const min = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
  const max = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1)
  return { min: min ?? Math.min(0, max ?? 0), max: max ?? Math.max(fallback, min ?? 0) }
}

function referred($ref: string, document: OpenApiDocument): Json {
  return document.components.schemas[$ref.split('/').at(-1)!]!
}
