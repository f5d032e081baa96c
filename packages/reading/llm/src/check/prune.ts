import type { JsonSchema } from '@gleaner/contracts'
import { isObject } from '@gleaner/runtime/is-object'

/** Steps that pruning may take before it gives up; a thread's time limit stands behind it. */
const MOST_DEPTH = 64

/**
 * A model's answer with nothing in it that the schema does not name, whatever made the model write it, and without `null` where the
 * schema asks for something else: that is how a model says that the page does not tell.
 */
export function prune(value: unknown, schema: unknown, root: JsonSchema, depth = 0): unknown {
  const shapes = depth > MOST_DEPTH ? [] : shapesOf(schema, root, 0)
  if (value === null) return shapes.some(allowsNull) ? null : undefined
  if (Array.isArray(value)) {
    const items = shapes.map(({ items }) => items).find((one) => one !== undefined)
    return value
      .map((entry) => prune(entry, items ?? true, root, depth + 1))
      .filter((entry) => entry !== undefined)
  }
  if (!isObject(value)) return value
  const named = new Map(
    shapes.flatMap(({ properties }) => (isObject(properties) ? Object.entries(properties) : [])),
  )
  // A schema that names no fields wants whatever there is.
  const isOpen =
    named.size === 0 || shapes.some(({ additionalProperties: more }) => more !== undefined && more !== false)
  const kept: [string, unknown][] = []
  for (const [name, entry] of Object.entries(value)) {
    if (name === '__proto__' || (!isOpen && !named.has(name))) continue
    const pruned = prune(entry, named.get(name) ?? true, root, depth + 1)
    if (pruned !== undefined) kept.push([name, pruned])
  }
  return Object.fromEntries(kept)
}

/** The schemas that may say something of a value: itself with its references followed, and its alternatives. */
function shapesOf(schema: unknown, root: JsonSchema, depth: number): JsonSchema[] {
  if (!isObject(schema) || depth > 16) return []
  const parts = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )
  const target = typeof schema.$ref === 'string' ? [lookUp(schema.$ref, root)] : []
  return [schema, ...[...target, ...parts].flatMap((part) => shapesOf(part, root, depth + 1))]
}

function allowsNull({ type, enum: values, const: only, nullable }: JsonSchema): boolean {
  const isNamed = type === 'null' || (Array.isArray(type) && type.includes('null'))
  return isNamed || nullable === true || only === null || (Array.isArray(values) && values.includes(null))
}

/** What a local reference names: `#/$defs/offer`. */
function lookUp(ref: string, root: JsonSchema): unknown {
  if (ref === '#') return root
  let at: unknown = root
  for (const part of ref.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return at
}

/** The properties that a schema names and a value does not have, as dotted paths; of lists, what no entry has. */
export function missingFields(
  value: unknown,
  schema: unknown,
  root: JsonSchema,
  path = '',
  depth = 0,
): string[] {
  if (depth > 8) return []
  const shapes = shapesOf(schema, root, 0)
  const items = shapes.map((shape) => shape.items).find(isObject)
  const entries = Array.isArray(value) ? value : [value]
  const inner = Array.isArray(value) && items ? shapesOf(items, root, 0) : shapes
  const named = new Map(
    inner.flatMap(({ properties }) => (isObject(properties) ? Object.entries(properties) : [])),
  )
  return [...named].flatMap(([name, property]) => {
    const at = path ? `${path}.${name}` : name
    const found = entries.flatMap((entry) =>
      isObject(entry) && Object.hasOwn(entry, name) ? [entry[name]] : [],
    )
    if (found.length === 0) return [at]
    const [first] = found
    return isObject(first) || Array.isArray(first) ? missingFields(first, property, root, at, depth + 1) : []
  })
}
