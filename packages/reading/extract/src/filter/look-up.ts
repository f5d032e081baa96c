import { isDeepStrictEqual } from 'node:util'
import { nestedValues, ownValues, type Spot } from './find-value.ts'
import { resolveSchema, type Schema } from './resolve-ref.ts'
import { typeOf } from './schema-shape.ts'
import { addressNamed } from './words/addresses.ts'
import { type Found, findByWords } from './words/find-by-words.ts'
import { impliedBy } from './words/implied.ts'
import { splitName } from './words/name-words.ts'

/** How a property was found: by its key or another name of it, by its words, deeper inside, by what is declared, in what the page shows. */
export type Way = 'key' | 'words' | 'nested' | 'address' | 'implied' | 'label' | 'list'

export interface Find {
  way: Way
  /** Where its value stands, in the object that it is part of. */
  spot: Spot | undefined
}

/** What a schema asks for at one place of the object that is filled. */
export interface Property {
  name: string
  schema: unknown
  path: string
  depth: number
}

/** What a property is looked up in. */
export interface Search {
  root: Schema
  /** What is asked of the page itself, and not of an object within it. */
  page: readonly unknown[]
  /** What the page declares beside that. */
  others: readonly unknown[]
  /** A value in the form that a property's schema declares; undefined when it cannot be that. */
  fits(property: Property, value: unknown): unknown
  found: Map<string, Find>
  /** Of the value that was taken last. */
  spot: Spot | undefined
}

/** Values tried for a property, from each source. */
const CANDIDATES = 60
/** What is farther than a property of one's own is somebody else's. */
const MOST_COST_OF_HAVING = 3
/** More words are a sentence about the property. */
const MOST_DESCRIBED = 6

/** The value that a property asks for, in the form that its schema declares; undefined where none is found. How it was found is noted in `found`. */
export function lookUp(
  run: Search,
  property: Property,
  sources: readonly unknown[],
  mayNest: boolean,
): unknown {
  const isPage = sources === run.page
  for (const [way, find, isOfAll] of WAYS) {
    if ((!mayNest && way !== 'key') || (!isPage && isOfAll)) continue
    run.spot = undefined
    const value = find(run, property, isOfAll ? run.others : sources)
    if (value === undefined) continue
    run.found.set(property.path, { way, spot: run.spot })
    return value
  }
  return undefined
}

type Finder = (run: Search, property: Property, sources: readonly unknown[]) => unknown

const byKey: Finder = (run, property, sources) =>
  firstFitting(
    run,
    property,
    sources.map((source) => ownValues(property.name, source)),
  )

const inside: Finder = (run, property, sources) =>
  firstFitting(
    run,
    property,
    sources.map((source) => nestedValues(property.name, source)),
  )

/** The ways to a value, the surest first; the last ones lead to what the page declares beside its subject. */
const WAYS: readonly (readonly [Way, Finder, isOfAll?: boolean])[] = [
  ['key', byKey],
  ['address', addressAmong],
  ['words', byWords],
  ['nested', inside],
  ['implied', implied],
  ['words', byDescription],
  ['key', byKey, true],
  ['words', byWords, true],
  ['implied', implied, true],
]

/** The first of the values that the property can be; so many of each are tried. */
function firstFitting(run: Search, property: Property, values: Iterable<Spot>[]): unknown {
  for (const each of values) {
    let tried = 0
    for (const spot of each) {
      if (++tried > CANDIDATES) break
      const value = run.fits(property, spot.value)
      if (value === undefined) continue
      run.spot = spot
      return value
    }
  }
  return undefined
}

/** What the words of a property's name lead to; where several properties fit equally well, it is not known which is meant. */
function byWords(run: Search, property: Property, sources: readonly unknown[]): unknown {
  const schema = resolveSchema(property.schema, run.root)
  const isObjectAsked = schema !== undefined && typeOf(schema) === 'object'
  for (const source of sources) {
    const fits = findByWords(property.name, source)
      .filter(({ value }) => !isObjectAsked || typeof value === 'object')
      .slice(0, CANDIDATES)
      .map((found) => ({ ...found, fit: fittingOf(run, property, found) }))
      .filter(({ fit }) => fit !== undefined)
    const [first] = fits
    const isRival = ({ cost, property, fit }: (typeof fits)[number]) =>
      cost === first?.cost && property !== first.property && !isDeepStrictEqual(fit, first.fit)
    if (!first || fits.some(isRival)) continue
    run.spot = { value: first.value, holder: source as object, key: first.property }
    return first.fit
  }
  return undefined
}

/** What a schema says of a property in a few words, where its name leads nowhere. */
function byDescription(run: Search, property: Property, sources: readonly unknown[]): unknown {
  const said = resolveSchema(property.schema, run.root)?.description
  const [phrase = ''] = typeof said === 'string' ? said.slice(0, 200).split(/[.,;:()\n]/, 1) : []
  const words = phrase.trim().split(/\s+/).length
  return phrase && words <= MOST_DESCRIBED ? byWords(run, { ...property, name: phrase }, sources) : undefined
}

/** What was found in the form that is asked for; the opposite of what is asked says it of yes or no alone. */
function fittingOf(run: Search, property: Property, { value, all, isOpposite }: Found): unknown {
  const isList = all !== undefined && typeAsked(run, property) === 'array'
  const fit = run.fits(property, isList ? all : value)
  if (!isOpposite) return fit
  return typeof fit === 'boolean' ? !fit : undefined
}

/** What the entities imply of a yes-or-no question. */
function implied(run: Search, property: Property, sources: readonly unknown[]): unknown {
  if (typeAsked(run, property) !== 'boolean') return undefined
  const answer =
    firstDefined(sources, (source) => impliedBy(property.name, source)) ??
    firstDefined(sources, (source) => hasIt(property.name, source))
  return answer === undefined ? undefined : run.fits(property, answer)
}

/** `has_video` of what has one. */
function hasIt(name: string, source: unknown): boolean | undefined {
  const [first, ...asked] = splitName(name)
  const [found] = first === 'has' && asked.length > 0 ? findByWords(asked.join(' '), source) : []
  if (!found || found.cost > MOST_COST_OF_HAVING) return undefined
  const count = Number(found.value)
  return typeof found.value === 'boolean' ? found.value : Number.isNaN(count) || count > 0
}

/** The address that a name asks for by its host. */
function addressAmong(run: Search, property: Property, sources: readonly unknown[]): unknown {
  if (typeAsked(run, property) !== 'string') return undefined
  const address = firstDefined(sources, (source) => addressNamed(property.name, source))
  return address === undefined ? undefined : run.fits(property, address)
}

function typeAsked(run: Search, { schema }: Property): unknown {
  const resolved = resolveSchema(schema, run.root)
  return resolved && typeOf(resolved)
}

function firstDefined<T>(
  sources: readonly unknown[],
  find: (source: unknown) => T | undefined,
): T | undefined {
  for (const source of sources) {
    const found = find(source)
    if (found !== undefined) return found
  }
  return undefined
}
