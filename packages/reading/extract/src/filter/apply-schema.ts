import { isObject } from '@gleaner/runtime/is-object'
import type { ShownData } from '@gleaner/structured-data'
import { RE2JS } from 're2js'
import { askedUnit, inUnit } from './asked-unit.ts'
import { byWhatIsAsked } from './choose-entity.ts'
import { chooseList, filledIn } from './choose-list.ts'
import { toBoolean, toDuration, toInteger, toMember, toNumber, toText } from './coerce-scalar.ts'
import { Effort } from './effort.ts'
import { ownValues } from './find-value.ts'
import { listEntries } from './list-entries.ts'
import { type Find, lookUp, type Property, type Search } from './look-up.ts'
import { holdersOf, isTelling } from './named-entity.ts'
import { resolveSchema, type Schema } from './resolve-ref.ts'
import { alternativesOf, propertiesOf, typeOf } from './schema-shape.ts'
import { expandShorthand } from './shorthand.ts'
import { timeUnit } from './time-unit.ts'

export interface Filtered {
  /** A list where the schema is one of an array. */
  filtered: Record<string, unknown> | unknown[]
  /** Properties of the schema that were not found, each once: nested ones as `offers.price`, those of a list as `items.price`. */
  missing: string[]
  /** How each property was found, by its path; of a list as a whole. */
  found?: ReadonlyMap<string, Find>
}

const MAX_DEPTH = 16
/** Properties looked up in all: references can make a small schema ask for very many. */
const MOST_PROPERTIES = 5_000
/** Properties by which an entity is chosen. */
const MOST_COUNTED = 100

interface Run extends Search {
  shownData: (() => ShownData) | undefined
  left: number
  effort: Effort
  patterns: Map<string, RE2JS>
  missing: string[]
}

/**
 * Fills a caller's schema from extracted data. `sources` stand in the order of trust, and before them comes that of the declared
 * `entities` which has most of what is asked; each property is looked up by key, alias and the words of its name, then in nested
 * objects and in the other entities, and coerced to its declared type. What is not found there is looked for in what the page
 * shows besides (`shownData`): values by their labels, objects of an array in its lists. What does not fit the type is not found.
 */
export function applySchema(
  schema: Schema,
  sources: readonly unknown[],
  shownData?: () => ShownData,
  entities: readonly unknown[] = [],
): Filtered {
  const root = expandShorthand(schema)
  const resolved = resolveSchema(root, root)
  const asked = Object.keys(resolved ? propertiesOf(resolved, root) : {})
  const { first, others } = byWhatIsAsked(asked.slice(0, MOST_COUNTED), sources, entities)
  const run: Run = {
    root,
    page: first,
    others,
    shownData,
    left: MOST_PROPERTIES,
    missing: [],
    found: new Map(),
    spot: undefined,
    fits: ({ schema, path, depth }, value) => coerce(run, value, schema, path, depth + 1),
    effort: new Effort(),
    patterns: new Map(),
  }
  const filtered =
    resolved && typeOf(resolved) === 'array'
      ? (listOf(run, resolved, sources) ?? [])
      : (fill(run, root, first, '', 0, true) ?? {})
  return { filtered, missing: [...new Set(run.missing)], found: run.found }
}

/** A schema of an array asks for the list that the page is, else for the one that fills it best. */
function listOf(run: Run, schema: Schema, sources: readonly unknown[]): unknown[] | undefined {
  const [main] = sources
  const own = isObject(main)
    ? [...ownValues('items', main)].map(({ value }) => value).find(Array.isArray)
    : main
  const list = fillList(run, schema, '', () =>
    Array.isArray(own) ? coerce(run, own, schema, '', 1) : undefined,
  )
  if (!list) run.missing.push('')
  return list
}

/** The object that a schema with properties asks for; undefined when nothing of it was found. */
function fill(
  run: Run,
  schema: Schema,
  sources: readonly unknown[],
  path: string,
  depth: number,
  mayNest: boolean,
): Record<string, unknown> | undefined {
  const resolved = resolveSchema(schema, run.root)
  if (!resolved || depth > MAX_DEPTH) return undefined
  const filled: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(propertiesOf(resolved, run.root))) {
    if (name === '__proto__' || --run.left < 0) continue
    const at = path ? `${path}.${name}` : name
    const value = valueFor(run, { name, schema: property, path: at, depth }, sources, mayNest)
    if (value === undefined) run.missing.push(at)
    else filled[name] = value
  }
  return Object.keys(filled).length > 0 ? filled : undefined
}

function valueFor(run: Run, property: Property, sources: readonly unknown[], mayNest: boolean): unknown {
  const { path, depth } = property
  const resolved = resolveSchema(property.schema, run.root)
  const isPage = depth === 0 && sources === run.page
  const find = () => lookUp(run, property, sources, mayNest)
  const known =
    isPage && resolved && typeOf(resolved) === 'array' ? fillList(run, resolved, path, find) : find()
  if (known !== undefined || !resolved || depth > 2) return known
  const labelled = isPage && run.shownData ? [run.shownData().labels] : []
  const shown = lookUp(run, property, labelled, false)
  if (shown !== undefined) run.found.set(path, { way: 'label', spot: undefined })
  return shown === undefined && typeOf(resolved) === 'object' ? fillNamed(run, property, resolved) : shown
}

/** `{product: {name, price}}`: the page has no key "product", it is the product; what it has none of is not filled from something else. */
function fillNamed(run: Run, { name, path, depth }: Property, schema: Schema): unknown {
  if (depth > 0) return undefined
  const { holders, isNamed } = holdersOf(name, [...run.page, ...run.others])
  const filled = quietly(run, () => fill(run, schema, holders, path, depth + 1, isNamed))
  return filled && (isNamed || isTelling(filled)) ? filled : undefined
}

/** The list that `find` gives; a list of objects gives way to one of the page's that has more of what is asked of an entry. */
function fillList(run: Run, schema: Schema, path: string, find: () => unknown): unknown[] | undefined {
  const noted = run.missing.length
  const found = find()
  const known = Array.isArray(found) ? found : undefined
  const items = resolveSchema(schema.items, run.root)
  if (!items || typeOf(items) !== 'object') return known
  const names = Object.keys(propertiesOf(items, run.root))
  if (known && filledIn(known) >= names.length) return known
  const before = run.missing.length
  const lists = [...run.page.filter(Array.isArray), ...(run.shownData?.().lists ?? [])]
  const list = chooseList(lists, names.length, (entry) =>
    quietly(run, () => fill(run, items, [entry], path, 1, true)),
  )
  run.missing.length = before
  if (!list || (known && filledIn(known) >= filledIn(list))) return known
  run.found.set(path, { way: 'list', spot: undefined })
  run.missing.length = noted
  const absent = names.filter((name) => list.every((entry) => !isObject(entry) || !(name in entry)))
  run.missing.push(...absent.map((name) => (path ? `${path}.${name}` : name)))
  return list
}

/** `make`'s result; when it finds nothing, the properties that it noted as missing are dropped. */
function quietly<T>(run: Run, make: () => T): T {
  const before = run.missing.length
  const made = make()
  if (made === undefined) run.missing.length = before
  return made
}

/** A found value in the form that its schema declares; undefined when it cannot be that. */
function coerce(run: Run, value: unknown, property: unknown, path: string, depth: number): unknown {
  if (value === undefined || value === null || depth > MAX_DEPTH || run.left < 0) return undefined
  const schema = resolveSchema(property, run.root)
  if (!schema || !run.effort.step()) return undefined
  return run.effort.unlessMisfit(schema, value, depth, () => fit(run, value, schema, path, depth))
}

function fit(run: Run, value: unknown, schema: Schema, path: string, depth: number): unknown {
  if (schema.const !== undefined) return toMember(value, [schema.const])
  if (Array.isArray(schema.enum)) return toMember(value, schema.enum)
  const choices = alternativesOf(schema)
  if (choices) return firstThatFits(run, value, choices, path, depth)
  switch (typeOf(schema)) {
    case 'string':
      return matching(run, toText(asAsked(value, path), schema.format), schema.pattern)
    case 'number':
      return measured(value, schema, path) ?? toNumber(value)
    case 'integer':
      return toInteger(measured(value, schema, path) ?? value)
    case 'boolean':
      return toBoolean(value)
    case 'array':
      return toList(run, value, schema, path, depth)
    case 'object':
      return toObject(run, value, schema, path, depth)
    case 'null':
      return undefined
    default:
      return run.effort.give(value)
  }
}

/** The address of an object whose address is asked for (`video_url`); nothing of a number with more or fewer digits than are asked for (`isbn10`). */
function asAsked(value: unknown, path: string): unknown {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const digits = /(?:isbn|gtin|ean|upc)[\s_-]?(\d{1,2})$/i.exec(name)?.[1]
  if (digits) return String(value).match(/[\dX]/g)?.length === Number(digits) ? value : undefined
  if (!isObject(value) || !/url$/i.test(name)) return value
  return [value.contentUrl, value.url, value.embedUrl].find((address) => typeof address === 'string')
}

/** A measure or a length of time in the unit that its schema names. */
function measured(value: unknown, schema: Schema, path: string): number | undefined {
  const unit = askedUnit(path.slice(path.lastIndexOf('.') + 1))
  return (unit && inUnit(value, unit)) ?? durationOf(value, schema, path)
}

function durationOf(value: unknown, schema: Schema, path: string): number | undefined {
  if (typeof value === 'number') return undefined
  const unit = timeUnit(path.slice(path.lastIndexOf('.') + 1), schema)
  return unit === undefined ? undefined : toDuration(value, unit)
}

function firstThatFits(
  run: Run,
  value: unknown,
  schemas: readonly unknown[],
  path: string,
  depth: number,
): unknown {
  for (const schema of schemas.slice(0, 20)) {
    const fitted = coerce(run, value, schema, path, depth + 1)
    if (fitted !== undefined) return fitted
  }
  return undefined
}

function matching(run: Run, text: string | undefined, pattern: unknown): string | undefined {
  const given = run.effort.give(text)
  if (given === undefined || typeof pattern !== 'string') return given
  const compiled = run.patterns.get(pattern) ?? RE2JS.compile(RE2JS.translateRegExp(pattern))
  run.patterns.set(pattern, compiled)
  return compiled.matcher(given).find() ? given : undefined
}

function toList(run: Run, value: unknown, schema: Schema, path: string, depth: number) {
  const list = listEntries(value, schema.items)
    .map((entry) => coerce(run, entry, schema.items ?? {}, path, depth + 1))
    .filter((entry) => entry !== undefined)
  return list.length > 0 ? list : undefined
}

function toObject(run: Run, value: unknown, schema: Schema, path: string, depth: number): unknown {
  const names = Object.keys(propertiesOf(schema, run.root))
  if (Array.isArray(value)) return firstThatFits(run, value[0], [schema], path, depth)
  if (isObject(value))
    return names.length === 0
      ? run.effort.give(value)
      : quietly(run, () => fill(run, schema, [value], path, depth + 1, true))
  // `brand: "Acme"` for a schema that wants `{name}`.
  if (typeof value === 'string' && names.includes('name'))
    return quietly(run, () => fill(run, schema, [{ name: value }], path, depth + 1, false))
  return undefined
}
