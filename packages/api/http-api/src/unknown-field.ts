import { OTHER_NAMES } from '@gleaner/contracts'
import { shapesOf, unwrap } from '@gleaner/contracts/schema-shape'
import { z } from 'zod'
import { FOREIGN_NAMES, type Meaning } from './foreign-names.ts'
import { nearestSpelling } from './nearest-spelling.ts'

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
    const near = !isEntry && index < MOST_SUGGESTIONS ? nearestField(knownFields(schema), at, name) : {}
    return `is not a field of this request; ${near.path ? suggestion(near) : (near.remedy ?? remedy)}`
  })
}

function suggestion({ path, values }: Suggestion): string {
  return `did you mean "${path}"${values ? `, as ${values}` : ''}?`
}

interface Suggestion {
  /** Of a known field, and how its values are written. */
  path?: string
  values?: string | undefined
  /** Where no field is near: what to do. */
  remedy?: string | undefined
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

/**
 * Fields beside the unknown one go before others whose name is as near; the name that other services use is as good as a field's own. A name that
 * is merely alike is none, nor is a short one elsewhere (`tags`, `advanced.change_tracking.tag`): who follows it would send something else than
 * they mean.
 */
function nearestField(fields: readonly KnownField[], at: readonly PropertyKey[], name: string): Suggestion {
  const wanted = snakeCase(lastPart(name))
  const beside = `${at.filter((part) => typeof part === 'string').join('.')}.`.replace(/^\.$/, '')
  const isBeside = ({ path }: KnownField) =>
    path.startsWith(beside) && !path.slice(beside.length).includes('.')
  const sorted = [...fields.filter(isBeside), ...fields.filter((field) => !isBeside(field))]
  const named = (last: string) => sorted.find(({ path }) => lastName(path) === last)?.path
  const same = named(wanted)
  if (same !== undefined) return { path: same }
  const called = sorted.find(({ otherNames }) => otherNames.includes(wanted))
  if (called) return { path: called.path }
  const meanings = FOREIGN_NAMES.get(wanted)
  for (const { fields: meant, values } of meanings ?? []) {
    const path = meant.map(named).find((one) => one !== undefined)
    if (path !== undefined) return { path, values }
  }
  // What means something elsewhere is no slip of the pen.
  if (meanings) return { remedy: remedyAmong(meanings, isForPages(sorted)) }
  const isSpelt = (field: KnownField) => isBeside(field) || lastName(field.path).length >= TELLING_CHARS
  const spelt = sorted.filter(isSpelt).map(({ path }) => lastName(path))
  const nearest = nearestSpelling(wanted, spelt)
  return nearest === undefined ? {} : { path: named(nearest)! }
}

function remedyAmong(meanings: readonly Meaning[], forPages: boolean): string | undefined {
  return meanings.find(({ remedy, anywhere }) => remedy !== undefined && (forPages || anywhere))?.remedy
}

/** Whether pages are fetched or read by a request; `schedule` is when. */
function isForPages(fields: readonly KnownField[]): boolean {
  return fields.some(({ path }) => ['formats', 'max_pages', 'schedule', 'content'].includes(path))
}

/** A shorter name says nothing without the object that it is of. */
const TELLING_CHARS = 4

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

/** In a query, `advanced.render_js` and `advanced[render_js]` are `render_js`. */
function lastPart(name: string): string {
  return name.split(/[.[\]]+/).findLast((part) => part !== '') ?? name
}

function snakeCase(name: string): string {
  return (
    name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
      // `HTTPHeaders`, and not `URLs`.
      .replaceAll(/([A-Z])([A-Z][a-z]{2})/g, '$1_$2')
      .replaceAll('-', '_')
      .toLowerCase()
  )
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
