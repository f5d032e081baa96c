import type { Json, OpenApiDocument } from '@gleaner/openapi'

/** How a schema is filled. */
export interface Filling {
  document: OpenApiDocument
  /** For every text: `chars` characters of it. */
  text(chars: number): string
  /** Whether lists and maps may have more entries than the schema allows. */
  overfull: boolean
}

/** Of a text in a list whose schema names no length. */
const ENTRY_CHARS = 1_000
const LEVELS = 6
/** Of a list or map, so that they are read at all (`LIMITS.requestParts`). */
const PARTS = 3_800

/**
 * A value of a schema's form that is as large as `chars` allow: every text is hostile and as long as it may be, every list and map
 * full. `choice`: which of a schema's alternatives is taken.
 */
export function fillSchema(given: Json, filling: Filling, chars: number, choice = 0, level = 0): unknown {
  const schema = resolved(given, filling.document, choice)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const fill = (inner: Json, room: number) => fillSchema(inner, filling, room, choice, level + 1)
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== 'null') : schema.type
  switch (type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array': {
      if (level >= LEVELS) return []
      const items = (schema.items ?? {}) as Json
      const most = filling.overfull ? Number.POSITIVE_INFINITY : ((schema.maxItems as number) ?? Infinity)
      return manyOf((room) => fill(items, room), chars, most)
    }
    case 'object':
      return level >= LEVELS ? {} : fillObject(schema, fill, chars)
    default: {
      const most = (schema.maxLength as number | undefined) ?? (level > 1 ? ENTRY_CHARS : chars)
      return filling.text(Math.min(most, chars))
    }
  }
}

/** The schema itself, without references and alternatives. */
export function resolved(given: Json, document: OpenApiDocument, choice: number): Json {
  let schema = given
  for (;;) {
    const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
    if (typeof schema.$ref === 'string')
      schema = document.components.schemas[schema.$ref.split('/').at(-1)!] ?? {}
    else if (choices) schema = choices[choice % choices.length]!
    else if (Array.isArray(schema.allOf)) schema = Object.assign({}, ...(schema.allOf as Json[]))
    else return schema
  }
}

function manyOf(entry: (room: number) => unknown, chars: number, most: number): unknown[] {
  const first = entry(Math.min(chars, ENTRY_CHARS))
  const text = JSON.stringify(first)
  const parts =
    text
      .replace(/"(?:[^"\\]|\\.)*"/g, '')
      .replace(/:/g, '::')
      .match(/[[{,:]/g)?.length ?? 0
  const length = Math.min(most, chars / (text.length + 1), PARTS / (parts + 1))
  return Array.from({ length: Math.max(1, Math.floor(length)) }, () => first)
}

function fillObject(schema: Json, fill: (inner: Json, room: number) => unknown, chars: number): Json {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const value: Json = {}
  let left = chars
  for (const [at, [name, inner]] of properties.entries()) {
    const filled = fill(inner, Math.floor(left / (properties.length - at)) - name.length - 10)
    value[name] = filled
    left -= JSON.stringify(filled).length + name.length + 4
  }
  const more = schema.additionalProperties
  if (typeof more !== 'object' || more === null) return value
  const entries = manyOf((room) => fill(more as Json, room), left, Number.POSITIVE_INFINITY)
  for (const [at, entry] of entries.entries()) value[`k${at.toString(36)}`] = entry
  return value
}
