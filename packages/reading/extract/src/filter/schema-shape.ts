import { isObject } from '@gleaner/runtime/is-object'
import { resolveSchema, type Schema } from './resolve-ref.ts'

/** The properties that a schema of an object asks for, those of its `allOf` parts among them. */
export function propertiesOf(schema: Schema, root: Schema): Record<string, unknown> {
  const own = isObject(schema.properties) ? schema.properties : {}
  const parts = Array.isArray(schema.allOf) ? schema.allOf.slice(0, 20) : []
  const inherited = parts.map((part) => resolveSchema(part, root)?.properties).filter(isObject)
  return Object.fromEntries([...inherited, own].flatMap((properties) => Object.entries(properties)))
}

/** The one type that a schema declares or implies; undefined where it leaves that open. */
export function typeOf(schema: Schema): string | undefined {
  const declared = Array.isArray(schema.type) ? schema.type.find((type) => type !== 'null') : schema.type
  if (typeof declared === 'string') return declared
  if (isObject(schema.properties) || Array.isArray(schema.allOf)) return 'object'
  return schema.items === undefined ? undefined : 'array'
}

/** The schemas of which a value need fit one only: `anyOf`, `oneOf`, or one for each of several types. */
export function alternativesOf(schema: Schema): unknown[] | undefined {
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (choices && schema.type === undefined) return choices
  const types = Array.isArray(schema.type) ? schema.type.filter((type) => type !== 'null') : []
  return types.length > 1 ? types.map((type) => ({ ...schema, type })) : undefined
}
