import { nearestName, OTHER_NAMES } from '@gleaner/contracts'
import { z } from 'zod'
import { shapesOf, unwrap } from './schema-shape.ts'

/** Looking for what was meant takes some 0.1 ms, and a request may have a thousand fields that nobody knows. */
const MOST_SUGGESTIONS = 20

/**
 * What is said of fields that nobody knows, which stand `at` a place: for the first ones the path of the known field that the name most
 * likely stands for, else `remedy`. Of entries of lists, whose fields have no path, `remedy` alone.
 */
export function describeUnknownFields(
  schema: z.ZodType,
  at: readonly PropertyKey[],
  names: readonly string[],
  remedy: string,
): string[] {
  const isEntry = typeof at.at(-1) === 'number'
  return names.map((name, index) => {
    const near = !isEntry && index < MOST_SUGGESTIONS && nearestField(knownFields(schema), at, name)
    return `is not a field of this request; ${near ? `did you mean "${near}"?` : remedy}`
  })
}

/** Longer lists of fields help nobody. */
const MOST_LISTED = 6

/** What helps where no known name is near: the fields that an object has, when they are few. */
export function describeKnownFields(object: unknown): string {
  const names = object instanceof z.ZodObject ? Object.keys(object.shape) : []
  return names.length > 0 && names.length <= MOST_LISTED
    ? `there are ${names.map((name) => `"${name}"`).join(', ')}`
    : 'check its spelling or leave it out'
}

/** Names that differ by more of their letters than this are others. */
const MOST_DIFFERENT = 0.4

/** Fields beside the unknown one go before others whose name is as near; the name that other services use is as good as a field's own. */
function nearestField(
  fields: readonly KnownField[],
  at: readonly PropertyKey[],
  name: string,
): string | undefined {
  const wanted = snakeCase(name)
  const beside = `${at.filter((part) => typeof part === 'string').join('.')}.`.replace(/^\.$/, '')
  const isBeside = ({ path }: KnownField) =>
    path.startsWith(beside) && !path.slice(beside.length).includes('.')
  const sorted = [...fields.filter(isBeside), ...fields.filter((field) => !isBeside(field))]
  const names = sorted.map(({ path }) => lastName(path))
  const called = names.includes(wanted)
    ? undefined
    : sorted.find(({ otherNames }) => otherNames.includes(wanted))
  if (called) return called.path
  const nearest = names.includes(wanted)
    ? wanted
    : (nearestName(wanted, names, MOST_DIFFERENT) ?? nearestByWords(wanted, names))
  return nearest === undefined ? undefined : sorted[names.indexOf(nearest)]!.path
}

/** Of the names that have all words of this one, or only such words (`schema` for `extraction_schema`), the one that has most in common. */
function nearestByWords(wanted: string, names: readonly string[]): string | undefined {
  const words = new Set(wanted.split('_'))
  const extraWords = (name: string): number => {
    const others = new Set(name.split('_'))
    if (!words.isSubsetOf(others) && !others.isSubsetOf(words)) return Number.POSITIVE_INFINITY
    return Math.abs(words.size - others.size)
  }
  const nearest = names.toSorted((a, b) => extraWords(a) - extraWords(b))[0]
  return nearest !== undefined && Number.isFinite(extraWords(nearest)) ? nearest : undefined
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
}

interface KnownField {
  path: string
  /** What clients of other services call it. */
  otherNames: readonly string[]
}

const fieldsOf = new WeakMap<z.ZodType, KnownField[]>()

function knownFields(schema: z.ZodType): KnownField[] {
  const fields = fieldsOf.get(schema) ?? readFields(schema)
  fieldsOf.set(schema, fields)
  return fields
}

/** All fields of a request that are not other names of one. */
function readFields(schema: z.ZodType, before = ''): KnownField[] {
  return shapesOf(schema).flatMap((shape) =>
    Object.entries(shape).flatMap(([name, field]) => {
      if (z.globalRegistry.get(field)?.deprecated) return []
      const path = `${before}${name}`
      const inner = unwrap(field)
      const otherNames = OTHER_NAMES.get(field)?.names ?? []
      return [{ path, otherNames }, ...(inner instanceof z.ZodObject ? readFields(inner, `${path}.`) : [])]
    }),
  )
}
