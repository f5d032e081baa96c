import type { Json } from '../types.ts'

const REF = '#/components/schemas/'

/** The name of the component that a schema refers to. */
export function refOf(schema: Json): string | undefined {
  return typeof schema.$ref === 'string' ? schema.$ref.slice(REF.length) : undefined
}

/** What a value may be, as a cell of a table says it. `components`: of the OpenAPI document. */
export function typeText(schema: Json, components: Record<string, Json>): string {
  const name = refOf(schema)
  if (name !== undefined) {
    const target = components[name]!
    return hasTable(target) ? `[${name}](fields.md#${name.toLowerCase()})` : typeText(target, components)
  }
  if ('not' in schema) return 'nothing'
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return [...new Set(choices.map((choice) => typeText(choice, components)))].join(' or ')
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeText({ ...schema, type }, components)).join(' or ')
  return simpleTypeText(schema, components)
}

/** Whether a schema has fields of its own to be listed. */
export function hasTable(schema: Json): boolean {
  return schema.properties !== undefined || variantsOf(schema).length > 0
}

/** What a schema may be, where each choice has fields of its own. */
export function variantsOf({ oneOf, anyOf }: Json): Json[] {
  const choices = (oneOf ?? anyOf ?? []) as Json[]
  return choices.filter(({ properties }) => properties !== undefined)
}

function simpleTypeText(schema: Json, components: Record<string, Json>): string {
  switch (schema.type) {
    case 'array': {
      const items = typeText((schema.items ?? {}) as Json, components)
      return `list of ${items}${range(schema.minItems, schema.maxItems, '')}`
    }
    case 'object':
      return objectText(schema, components)
    case 'integer':
    case 'number':
      return `${schema.type}${range(schema.minimum, schema.maximum, '')}`
    case 'string':
      return stringText(schema)
    case undefined:
      return 'any'
    default:
      return String(schema.type)
  }
}

function objectText({ additionalProperties, properties }: Json, components: Record<string, Json>): string {
  if (properties !== undefined || typeof additionalProperties !== 'object') return 'object'
  return `object of ${typeText(additionalProperties as Json, components)} by name`
}

const FORMATS: Record<string, string> = { 'date-time': 'time', uri: 'URL', uuid: 'UUID' }

function stringText({ format, maxLength }: Json): string {
  if (typeof format === 'string') return FORMATS[format] ?? format
  return `string${range(undefined, maxLength, ' characters')}`
}

function range(least: unknown, most: unknown, unit: string): string {
  const [from, to] = [least, most].map((bound) => typeof bound === 'number' && bound.toLocaleString('en'))
  if (from && to) return `, ${from} to ${to}${unit}`
  if (to) return `, at most ${to}${unit}`
  return from && from !== '0' ? `, at least ${from}${unit}` : ''
}
