import { type OutputUnit, Validator } from '@cfworker/json-schema'
import type { JsonSchema } from '@gleaner/contracts'
import { isObject } from '@gleaner/runtime/is-object'
import { type Evidence, type Passage, verifyPassages } from './evidence.ts'
import { merge } from './merge.ts'
import { missingFields, prune } from './prune.ts'
import { relaxed } from './schema-forms.ts'

export interface CheckTask {
  schema: JsonSchema
  /** What each part of a page gave; they are merged. */
  parts: readonly unknown[]
  /** Leave out what does not fit, as the model is not asked again. */
  isLast: boolean
  /** Passages by their fields, and the text that they have to stand in. */
  passages: readonly Passage[]
  page: string
}

export interface Checked {
  /** What the schema names of the answer. */
  value: unknown
  /** What does not fit, for the model to mend. */
  faults: string[]
  /** What did not fit and was left out. */
  dropped: string[]
  missing: string[]
  evidence: Evidence
  /** Fields whose passage does not stand in the page. */
  unproven: string[]
}

const MOST_FAULTS = 20
const MOST_DROPPED = 200

/**
 * Merges answers and holds them against the schema and the page. Runs in a thread of its own: a hostile schema, page or answer can
 * take any time.
 */
export function check({ schema, parts, isLast, passages, page }: CheckTask): Checked {
  const value = prune(parts.reduce(merge, undefined), schema, schema)
  const held = hold(value, schema, isLast)
  const missing = [...new Set(missingFields(held.value, schema, schema))]
  return { ...held, missing, ...verifyPassages(passages, page) }
}

function hold(
  value: unknown,
  schema: JsonSchema,
  isLast: boolean,
): Pick<Checked, 'value' | 'faults' | 'dropped'> {
  const validator = new Validator(relaxed(schema), '2020-12', false)
  const errors = leavesOf(validator.validate(value).errors)
  if (errors.length === 0) return { value, faults: [], dropped: [] }
  const faults = errors
    .slice(0, MOST_FAULTS)
    .map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)
  if (!isLast) return { value, faults, dropped: [] }
  const dropped = [...new Set(errors.map(({ instanceLocation }) => instanceLocation))].slice(0, MOST_DROPPED)
  const kept = without(value, dropped)
  return { value: kept, faults: kept !== undefined && validator.validate(kept).valid ? [] : faults, dropped }
}

/** The errors of the values themselves: those of what holds them only repeat it. */
function leavesOf(errors: readonly OutputUnit[]): OutputUnit[] {
  const places = new Set(errors.map(({ instanceLocation }) => instanceLocation))
  const holds = (place: string) => [...places].some((other) => other.startsWith(`${place}/`))
  return errors.slice(0, 1_000).filter(({ instanceLocation }) => !holds(instanceLocation))
}

/** A copy without what stands at these places (`#/offers/0/price`); undefined when the whole is one of them. */
function without(value: unknown, places: readonly string[]): unknown {
  if (places.includes('#')) return undefined
  const gone = new Set(places)
  const copy = (one: unknown, at: string): unknown => {
    const join = (key: string | number) => `${at}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (Array.isArray(one))
      return one.flatMap((entry, index) => (gone.has(join(index)) ? [] : [copy(entry, join(index))]))
    if (!isObject(one)) return one
    return Object.fromEntries(
      Object.entries(one).flatMap(([name, entry]) =>
        gone.has(join(name)) ? [] : [[name, copy(entry, join(name))]],
      ),
    )
  }
  return copy(value, '#')
}
