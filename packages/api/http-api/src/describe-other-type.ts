import { isObject } from '@gleaner/runtime/is-object'
import { z } from 'zod'
import { describeKnownFields } from './unknown-field.ts'

/** What a schema wanted, and what it got. */
interface OtherType {
  expected: string
  input?: unknown
  /** The schema; of text it may want a form. */
  inst?: unknown
}

/** What is wrong with a value of another type, and how it is written where it is nearly one of the right type. */
export function describeOtherType({ expected, input, inst }: OtherType): string {
  const form = FORMS[(inst as { format?: string } | undefined)?.format ?? '']
  if (form) return form
  const said = REMEDIES.find(([type]) => type === expected)?.[1](input, inst)
  return `must be ${named(expected)}${said ?? ''}`
}

/** What is said of text that must have a form (zod's names), also where no text was sent. */
export const FORMS: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID',
  datetime: 'must be a time such as "2027-01-31T12:00:00Z"',
  date: 'must be a day such as "2027-01-31"',
}

/** How the API's documents call a type that has another name in the schema. */
const TYPE_NAMES: Record<string, string> = {
  int: 'whole number',
  record: 'object',
  boolean: 'true or false',
}

function named(type: string): string {
  if (type === 'boolean') return 'true or false'
  const name = TYPE_NAMES[type] ?? type
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`
}

/** The same of a whole request, which is an object. */
export function describeOtherWhole(input: unknown): string {
  const said = 'must be an object: names and values in braces'
  if (Array.isArray(input)) return `${said}, not a list`
  return typeof input === 'string' && isJson(input)
    ? `${said}; this is a text that holds one, so encode it once`
    : said
}

/** Longer values are not said back. */
const SAID_BACK_CHARS = 100

const REMEDIES: readonly [
  expected: string,
  remedy: (input: unknown, schema: unknown) => string | undefined,
][] = [
  ['array', asList],
  ['boolean', asBoolean],
  ['number', asNumber],
  ['int', asNumber],
  ['string', asText],
  ['object', asObject],
  ['record', asObject],
]

function asList(input: unknown): string | undefined {
  if (isObject(input)) {
    const chosen = Object.keys(input).filter((name) => input[name] === true)
    return chosen.length > 0 && isShort(JSON.stringify(chosen))
      ? meant(chosen)
      : '; put it in brackets, one entry after the other'
  }
  if (typeof input !== 'string' || !isShort(input)) return undefined
  const parts = input.startsWith('http') ? input.split(/[\s,;]+(?=http)/) : input.split(/\s*[,;\n]\s*/)
  // Commas stand within selectors and patterns, too.
  const isPlain = input.startsWith('http') || parts.every((part) => /^[\w.@*-]+$/.test(part))
  return meant(isPlain ? parts.filter((part) => part !== '') : [input])
}

const TRUTH: Readonly<Record<string, boolean>> = {
  yes: true,
  on: true,
  1: true,
  no: false,
  off: false,
  0: false,
}

function asBoolean(input: unknown): string | undefined {
  const text = String(input).trim().toLowerCase()
  if (typeof input === 'string' && /^(true|false)$/.test(text)) return `; send ${text} without quotes`
  const truth = typeof input === 'string' || typeof input === 'number' ? TRUTH[text] : undefined
  return truth === undefined ? undefined : meant(truth)
}

function asNumber(input: unknown): string | undefined {
  if (typeof input !== 'string' || !isShort(input)) return undefined
  if (/^-?\d+(\.\d+)?$/.test(input)) return `; send ${input} without quotes`
  return /^\s*-?\d+([.,]\d+)*\s*[a-z%$€]+\s*$/i.test(input) || /^\s*[$€]\s*\d/.test(input)
    ? ' alone, without a unit'
    : undefined
}

function asText(input: unknown): string | undefined {
  if (typeof input === 'number') return '; put it in quotes'
  // It may be a secret, and is not said back.
  return Array.isArray(input) && input.length === 1 ? '; take it out of its brackets' : undefined
}

function asObject(input: unknown, schema: unknown): string | undefined {
  if (typeof input === 'string' && isJson(input)) return '; send it as it is, not as a text in quotes'
  if (schema instanceof z.ZodRecord) return ' of names and values, such as {"name": "value"}'
  const known = describeKnownFields(schema)
  return known.startsWith('there are') ? `; ${known}` : undefined
}

function meant(value: unknown): string {
  return `; did you mean ${JSON.stringify(value)}?`
}

function isShort(text: string): boolean {
  return text.length <= SAID_BACK_CHARS
}

/** By its first and last character: what is sent may be long. */
function isJson(text: string): boolean {
  const trimmed = text.trim()
  return (
    (trimmed.startsWith('{') && trimmed.endsWith('}')) || (trimmed.startsWith('[') && trimmed.endsWith(']'))
  )
}
