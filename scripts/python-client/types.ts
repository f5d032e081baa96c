import type { Json } from '../../packages/api/openapi/src/types.ts'
import { literal, pascalCase } from './words.ts'

/** Which way a schema is used: replies are read by pydantic's models, requests are checked by type checkers alone. */
export type Way = 'reply' | 'request'

/** What a type of Python may need of others. */
export interface Naming {
  way: Way
  /** The name of a component. */
  refer(component: string): string
  /** Takes on an object that stands within another, under this name, and says how it is called. */
  hoist(name: string, schema: Json): string
}

const STRINGS: Record<Way, Record<string, string>> = {
  reply: { 'date-time': 'DateTime', date: 'Date', binary: 'bytes' },
  request: { 'date-time': 'Union[str, DateTime]', date: 'Union[str, Date]', binary: 'bytes' },
}
const PRIMITIVES: Record<string, string> = {
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}
const REF = '#/components/schemas/'

/** The type of Python that holds what a schema allows. `name` is for an object within. */
export function typeOf(schema: Json, name: string, naming: Naming): string {
  if (typeof schema.$ref === 'string') return naming.refer(componentOf(schema.$ref))
  if ('const' in schema) return `Literal[${literal(schema.const)}]`
  if (Array.isArray(schema.enum)) return enumOf(schema.enum, naming.way)
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) {
    const objects = choices.filter((choice) => choice.type === 'object' && choice.properties).length
    return union(
      choices.map((choice, at) =>
        typeOf(choice, objects > 1 ? `${name}${choiceName(choice, at)}` : name, naming),
      ),
    )
  }
  if (Array.isArray(schema.type))
    return union(schema.type.map((type) => typeOf({ ...schema, type }, name, naming)))
  if (schema.type === 'array') return `List[${typeOf((schema.items ?? {}) as Json, itemName(name), naming)}]`
  if (schema.type === 'object') return objectOf(schema, name, naming)
  if (schema.type === 'string') return STRINGS[naming.way][String(schema.format)] ?? 'str'
  return PRIMITIVES[String(schema.type)] ?? 'Any'
}

export function componentOf(ref: string): string {
  return ref.slice(REF.length)
}

/** Whether `null` says something of its own. */
export function isNullable(schema: Json): boolean {
  if (schema.type === 'null') return true
  if (Array.isArray(schema.type)) return schema.type.includes('null')
  return ((schema.anyOf ?? schema.oneOf ?? []) as Json[]).some(isNullable)
}

/** What may not be there at all. */
export function isForbidden(schema: Json): boolean {
  return 'not' in schema
}

function objectOf(schema: Json, name: string, naming: Naming): string {
  if (schema.properties) return naming.hoist(name, schema)
  const values = schema.additionalProperties
  if (typeof values !== 'object' || values === null) return 'Dict[str, Any]'
  return `Dict[str, ${typeOf(values as Json, itemName(name), naming)}]`
}

/** A reply may hold values that a later server knows of. Python has no literal fractions. */
function enumOf(values: unknown[], way: Way): string {
  if (values.some((value) => typeof value === 'number' && !Number.isInteger(value))) return 'float'
  const known = `Literal[${values.map(literal).join(', ')}]`
  if (way === 'request') return known
  return union([known, ...new Set(values.map((value) => (typeof value === 'string' ? 'str' : 'float')))])
}

/** `Union[...]` of what differs, flat, and `Optional[...]` where `None` is among it. */
export function union(types: readonly string[]): string {
  const distinct = [...new Set(types.flatMap(membersOf))]
  const others = distinct.filter((type) => type !== 'None')
  if (others.includes('Any')) return 'Any'
  const one = others.length === 1 ? others[0]! : `Union[${others.join(', ')}]`
  if (others.length === 0) return 'None'
  return others.length < distinct.length ? `Optional[${one}]` : one
}

function membersOf(type: string): string[] {
  const optional = /^Optional\[(.*)\]$/s.exec(type)
  if (optional) return [...membersOf(optional[1]!), 'None']
  const several = /^Union\[(.*)\]$/s.exec(type)
  return several ? split(several[1]!) : [type]
}

/** By the commas that stand in no bracket and no string. */
function split(list: string): string[] {
  const parts = ['']
  let depth = 0
  let quoted = false
  for (const sign of list) {
    if (sign === '"') quoted = !quoted
    if (!quoted && sign === '[') depth += 1
    if (!quoted && sign === ']') depth -= 1
    if (sign === ',' && depth === 0 && !quoted) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

/** One of several objects is called by its `type`, or whatever else it alone says, or by its place. */
function choiceName(choice: Json, at: number): string {
  const properties = (choice.properties ?? {}) as Record<string, Json>
  const said = Object.values(properties).find((property) => typeof property.const === 'string')
  return said ? pascalCase(said.const as string) : `${at + 1}`
}

function itemName(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`
}
