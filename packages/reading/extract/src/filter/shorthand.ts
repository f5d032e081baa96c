import { isObject } from '@gleaner/runtime/is-object'
import type { Schema } from './resolve-ref.ts'

/** Keywords that make an object a JSON Schema and no map of names. */
const KEYWORDS = [
  ...['properties', 'items', 'prefixItems', 'additionalProperties', 'patternProperties', 'required'],
  ...['$ref', '$schema', '$defs', 'definitions', 'allOf', 'anyOf', 'oneOf', 'not', 'enum', 'const'],
]
/** Keywords beside a type that are as well the names of things that pages have. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...[
    'type',
    'title',
    'description',
    'format',
    'default',
    'example',
    'examples',
    'pattern',
    '$comment',
    '$id',
    '$anchor',
  ],
  ...[
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'uniqueItems',
    'nullable',
    'readOnly',
  ],
])
const TYPES: Readonly<Record<string, Schema>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  array: { type: 'array' },
  object: { type: 'object' },
  date: { type: 'string', format: 'date' },
  url: { type: 'string', format: 'uri' },
}
/** Deeper than a schema may be written (`LIMITS.extractionSchemaDepth` of the contracts). */
const MAX_DEPTH = 64

const expanded = new WeakMap<Schema, Schema>()

/**
 * The JSON Schema that a shorthand means: `{"title": "string", "products": [{"name": "string", "price": "number"}]}`, or names
 * and their schemas with no `properties` around them; at the root, in `properties` and in `items`. What means nothing
 * stays as it is written, for `check-schema.ts` to name.
 */
export function expandShorthand(schema: Schema): Schema {
  const known = expanded.get(schema)
  if (known) return known
  const made = expand(schema, 0)
  expanded.set(schema, made)
  return made
}

function expand(schema: Schema, depth: number): Schema {
  if (depth > MAX_DEPTH) return schema
  if (isShorthand(schema, depth === 0)) return { type: 'object', properties: mapNames(schema, depth) }
  return {
    ...schema,
    ...(isObject(schema.properties) && { properties: mapNames(schema.properties, depth) }),
    ...(schema.items !== undefined && { items: meaningOf(schema.items, depth + 1) }),
  }
}

function mapNames(names: Schema, depth: number): Schema {
  return Object.fromEntries(
    Object.entries(names)
      .filter(([name]) => name !== '__proto__')
      .map(([name, value]) => [name, meaningOf(value, depth + 1)]),
  )
}

function meaningOf(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return typeNamed(value) ?? value
  if (Array.isArray(value) && value.length === 1)
    return { type: 'array', items: meaningOf(value[0], depth + 1) }
  return isObject(value) ? expand(value, depth) : value
}

/** `{"type": "string", "price": "number"}` asks for a property `type`; `{"type": "string", "format": "date"}` is a schema. */
function isShorthand(schema: Schema, isRoot: boolean): boolean {
  if (KEYWORDS.some((key) => key in schema && !isNamedItems(schema, key))) return false
  const entries = Object.entries(schema)
  const names = entries.filter(([name]) => !ANNOTATIONS.has(name))
  if (schema.type !== undefined) return names.length > 0 && entries.every(([, value]) => isMeant(value))
  return (
    names.length > 0 || entries.some(([, value]) => isMeant(value) || (isRoot && typeof value === 'string'))
  )
}

/** `{"items": [{"name": "string"}]}` asks for a list called items. */
function isNamedItems({ type, items }: Schema, key: string): boolean {
  return key === 'items' && type === undefined && Array.isArray(items) && items.length === 1
}

function isMeant(value: unknown): boolean {
  if (typeof value === 'string') return typeNamed(value) !== undefined
  return isObject(value) || (Array.isArray(value) && value.length === 1)
}

function typeNamed(name: string): Schema | undefined {
  const isList = name.endsWith('[]')
  const key = isList ? name.slice(0, -2) : name
  const type = Object.hasOwn(TYPES, key) ? TYPES[key] : undefined
  return type && (isList ? { type: 'array', items: type } : type)
}
