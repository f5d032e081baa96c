import { z } from 'zod'
import { unwrap } from './schema-shape.ts'

const WORDS: Record<string, boolean> = {
  true: true,
  1: true,
  yes: true,
  '': true,
  false: false,
  0: false,
  no: false,
}
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * What a text means where a schema is to be read: the one place in which options of addresses, headers and logins get their types.
 * Switches are `true`, `1` or the bare name, lists have commas (or come several times), objects and lists of them are JSON. What means
 * nothing to the schema stays as it is, for the schema to refuse.
 */
export function readText(schema: z.ZodType, given: unknown): unknown {
  const inner = unwrap(schema)
  if (Array.isArray(given))
    return inner instanceof z.ZodArray ? given.map((text) => readText(entryOf(inner), text)) : given
  if (typeof given !== 'string') return given
  const text = given.trim()
  if (inner instanceof z.ZodBoolean) return WORDS[text.toLowerCase()] ?? given
  if (inner instanceof z.ZodNumber) return NUMBER.test(text) ? Number(text) : given
  if (inner instanceof z.ZodUnion) return readChoice(inner.options as z.ZodType[], given)
  if (inner instanceof z.ZodString || inner instanceof z.ZodEnum || inner instanceof z.ZodLiteral)
    return given
  const json = readJson(text)
  if (json !== undefined) return json
  return inner instanceof z.ZodArray
    ? text.split(',').map((part) => readText(entryOf(inner), part.trim()))
    : given
}

/** What one of the choices takes: a number goes before a text that looks like one. */
function readChoice(options: readonly z.ZodType[], text: string): unknown {
  const read = options.map((option) => ({ option, value: readText(option, text) }))
  const sorted = [
    ...read.filter(({ value }) => value !== text),
    ...read.filter(({ value }) => value === text),
  ]
  return sorted.find(({ option, value }) => option.safeParse(value).success)?.value ?? text
}

function entryOf(list: z.ZodArray): z.ZodType {
  return list.element as z.ZodType
}

function readJson(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
