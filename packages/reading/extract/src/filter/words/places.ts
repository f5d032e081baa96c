import { isObject } from '@gleaner/runtime/is-object'
import { nameWords } from './name-words.ts'
import { callingOf, typeWords } from './type-words.ts'
import { WEAK_HEADS } from './weak-heads.ts'
import { whichOf } from './which.ts'

type Fields = Record<string, unknown>

const MAX_DEPTH = 5
const MOST_PLACES = 3_000
/** Entries of a list that are entered: what is asked of one thing is asked of its first. */
const MOST_ENTRIES = 3
/** Entries that say what they are (`contactType: 'sales'`), of a list. */
const MOST_QUALIFIED = 50

/** What a thing is called by its type alone is farther than what a property says. */
const TYPED_DEPTH = 4

/** A value somewhere in an entity, with what its names say. */
export interface Place {
  value: unknown
  path: string
  /** Words of the properties that lead to it. */
  leading: readonly string[]
  /** Words of its own property, without those that its object's type or holder repeats. */
  own: readonly string[]
  /** Words by which its object is told from others of its kind. */
  which: readonly string[]
  /** What may be said besides: what the objects that lead to it are by their types. */
  called: readonly string[]
  depth: number
  /** The same of each of the things that its object is one of. */
  all?: readonly unknown[] | undefined
}

/** An object whose properties are places. */
interface Holder extends Pick<Place, 'path' | 'leading' | 'which' | 'called'> {
  object: Fields
  /** The objects of the list that it stands in, where none says which it is. */
  peers: readonly Fields[]
}

/** The values of an entity, its own first, then those of the objects within it. */
export function placesOf(entity: Fields): Place[] {
  const found: Place[] = []
  let level: Holder[] = [{ object: entity, path: '', leading: [], which: [], called: [], peers: [] }]
  for (let depth = 1; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: Holder[] = []
    for (const holder of level) {
      for (const place of placesIn(holder, depth)) {
        if (found.length >= MOST_PLACES) return found
        found.push(place)
        for (const inner of holdersAt(place)) {
          next.push(inner)
          if (inner.which.length > 0) found.push(named(inner, place))
          found.push(...typed(inner, place))
        }
      }
    }
    level = next
  }
  return found
}

function placesIn({ object, path, leading, which, called, peers }: Holder, depth: number): Place[] {
  const type = typeWords(object)
  return Object.entries(object)
    .filter(([name]) => !name.startsWith('@') && !(name === 'propertyID' && object.value !== undefined))
    .map(([name, value]) => ({
      value: listedIn(value),
      path: path ? `${path}.${name}` : name,
      leading,
      own: ownWords(name, type, leading),
      which,
      called,
      depth,
      ...(peers.length > 1 && { all: peers.map((peer) => peer[name]).filter((each) => each !== undefined) }),
    }))
}

/** What an `ItemList` lists, in its place. */
function listedIn(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value.itemListElement)) return value
  return value.itemListElement.map((entry) => (isObject(entry) && isObject(entry.item) ? entry.item : entry))
}

/** The objects of a value that are entered: the first ones, and all that say which of several things they are. */
function holdersAt({ value, path, leading, own, called, all }: Place): Holder[] {
  const objects = [value].flat().slice(0, MOST_QUALIFIED).filter(isObject)
  return objects
    .map((object) => ({ object, which: whichOf(object) }))
    .filter(({ which }, at) => at < MOST_ENTRIES || which.length > 0)
    .map(({ object, which }) => ({
      object,
      path,
      leading: [...leading, ...own, ...which],
      which,
      called: [...called, ...callingOf(object)],
      peers: which.length > 0 ? [] : (all?.flat().filter(isObject) ?? objects),
    }))
}

/** `{name: 'Capacity', value: 1.7}` is the capacity, wherever it stands. */
function named(inner: Holder, place: Place): Place {
  const path = `${inner.path}.${inner.which.join(' ')}`
  return { ...itself(inner, place), path, own: inner.which, depth: place.depth + 1 }
}

/** An agent is the agent of a listing, whatever property says so. */
function typed(inner: Holder, place: Place): Place[] {
  const { object, peers } = inner
  const kinds = callingOf(object).filter((word) => !place.own.includes(word))
  return kinds.map((word) => ({
    ...itself(inner, place),
    own: [word],
    depth: place.depth + TYPED_DEPTH,
    ...(peers.length > 1 && { all: peers }),
  }))
}

/** An object as a place of its own; the property that it stands in need not be said. */
function itself({ object, path, which }: Holder, { leading, own, called }: Place) {
  return { value: object, path, leading, which, called: [...called, ...own] }
}

/** `addressLocality` of an address is its locality. */
function ownWords(name: string, type: ReadonlySet<string>, leading: readonly string[]): readonly string[] {
  const words = nameWords(name)
  const own = words.filter((word) => !type.has(word) && !leading.includes(word))
  return own.every((word) => WEAK_HEADS.has(word)) ? words : own
}
