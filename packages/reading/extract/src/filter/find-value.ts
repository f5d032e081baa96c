import { isObject } from '@gleaner/runtime/is-object'
import { ALIASES, plainKey } from './aliases.ts'
import { COMMON_WORDS } from './words/common-words.ts'
import { nameWords } from './words/name-words.ts'

const MAX_DEPTH = 8
const MOST_OBJECTS = 5_000
/** Most values of nested objects that are tried for a property. */
const MOST_NESTED = 61

type Fields = Record<string, unknown>

/** A value where it stands. */
export interface Spot {
  value: unknown
  holder: object
  key: string
}

/** What an object itself has for a property: exact key, the key in another spelling, then its aliases. The best first. */
export function* ownValues(name: string, source: unknown): Generator<Spot> {
  yield* keyed(source, name)
  for (const alias of ALIASES.get(plainKey(name)) ?? []) yield* alongPath(source, alias)
}

/** The same in nested objects, nearest first. Cached per object and name, as many properties look for the same. */
export function nestedValues(name: string, source: unknown): readonly Spot[] {
  if (!isObject(source) || (source['@type'] !== undefined && isCommon(name))) return []
  const known = nested.get(source) ?? new Map<string, Spot[]>()
  nested.set(source, known)
  const values = known.get(name) ?? [...take(findNested(name, source), MOST_NESTED)]
  known.set(name, values)
  return values
}

/** The name of something within an entity is not the entity's. */
function isCommon(name: string): boolean {
  return nameWords(name).every((word) => COMMON_WORDS.has(word))
}

const nested = new WeakMap<object, Map<string, Spot[]>>()
const indexes = new WeakMap<object, Map<string, Set<Fields>>>()
const spellings = new WeakMap<object, Map<string, string[]>>()

function* findNested(name: string, source: Fields): Generator<Spot> {
  const index = indexes.get(source) ?? indexBelow(source)
  indexes.set(source, index)
  for (const object of index.get(plainKey(name)) ?? []) yield* keyed(object, name)
  const aliases = ALIASES.get(plainKey(name)) ?? []
  const steps = aliases.map((alias) => plainKey(alias.split('.', 1)[0]!))
  const holders = steps.map((step) => index.get(step)).filter((objects) => objects !== undefined)
  if (holders.length === 0) return
  for (const object of index.get(ALL)!) {
    if (!holders.some((objects) => objects.has(object))) continue
    for (const alias of aliases) yield* alongPath(object, alias)
  }
}

/** No plain key has a space. */
const ALL = ' all'

/** The objects below by the plain keys that they have, nearest first. */
function indexBelow(source: Fields): Map<string, Set<Fields>> {
  const index = new Map<string, Set<Fields>>([[ALL, new Set()]])
  for (const object of objectsBelow(source)) {
    index.get(ALL)!.add(object)
    for (const key of spellingsOf(object).keys()) {
      const objects = index.get(key)
      if (objects) objects.add(object)
      else index.set(key, new Set([object]))
    }
  }
  return index
}

function* keyed(source: unknown, name: string): Generator<Spot> {
  if (!isObject(source)) return
  if (Object.hasOwn(source, name)) yield { value: source[name], holder: source, key: name }
  for (const key of spellingsOf(source).get(plainKey(name)) ?? [])
    if (key !== name) yield { value: source[key], holder: source, key }
}

/** An object's keys by their plain form. */
function spellingsOf(object: Fields): Map<string, string[]> {
  const known = spellings.get(object)
  if (known) return known
  const made = new Map<string, string[]>()
  for (const key of Object.keys(object)) {
    const plain = plainKey(key)
    const keys = made.get(plain)
    if (keys) keys.push(key)
    else made.set(plain, [key])
  }
  spellings.set(object, made)
  return made
}

/** The values at `offers.price`; an array on the way is entered. */
function* alongPath(source: unknown, path: string): Generator<Spot> {
  let values: unknown[] = [source]
  let spots: Spot[] = []
  for (const step of path.split('.')) {
    spots = values
      .flatMap((value) => (Array.isArray(value) ? value.slice(0, 50) : [value]))
      .flatMap((value) => [...keyed(value, step)])
    values = spots.map(({ value }) => value)
  }
  yield* spots
}

function* objectsBelow(source: Fields): Generator<Fields> {
  let level: unknown[] = Object.values(source)
  let seen = 0
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: unknown[] = []
    for (const value of level) {
      if (++seen > MOST_OBJECTS) return
      if (Array.isArray(value)) for (const entry of value.slice(0, 50)) next.push(entry)
      else if (isObject(value)) {
        yield value
        for (const child of Object.values(value)) next.push(child)
      }
    }
    level = next.filter((value) => typeof value === 'object' && value !== null)
  }
}

function* take<T>(values: Iterable<T>, most: number): Generator<T> {
  let taken = 0
  for (const value of values) {
    yield value
    if (++taken >= most) return
  }
}
