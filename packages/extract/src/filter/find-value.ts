import { ALIASES, plainKey } from './aliases.ts'

const MAX_DEPTH = 8
const MOST_OBJECTS = 5_000

type Fields = Record<string, unknown>

/** What an object itself tells of a property: exact key, the key in another spelling, then its aliases. The best first. */
export function* ownValues(name: string, source: unknown): Generator<unknown> {
  yield* keyed(source, name)
  for (const alias of ALIASES.get(plainKey(name)) ?? []) yield* alongPath(source, alias)
}

/** The same in the objects below, nearest first. */
export function* nestedValues(name: string, source: unknown): Generator<unknown> {
  for (const object of objectsBelow(source)) yield* keyed(object, name)
  for (const object of objectsBelow(source)) {
    for (const alias of ALIASES.get(plainKey(name)) ?? []) yield* alongPath(object, alias)
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function* keyed(source: unknown, name: string): Generator<unknown> {
  if (!isFields(source)) return
  if (Object.hasOwn(source, name)) yield source[name]
  const wanted = plainKey(name)
  for (const key of Object.keys(source)) if (key !== name && plainKey(key) === wanted) yield source[key]
}

/** The values at `offers.price`; an array on the way is entered. */
function* alongPath(source: unknown, path: string): Generator<unknown> {
  let values: unknown[] = [source]
  for (const step of path.split('.')) {
    values = values
      .flatMap((value) => (Array.isArray(value) ? value.slice(0, 50) : [value]))
      .flatMap((value) => [...keyed(value, step)])
  }
  yield* values
}

function* objectsBelow(source: unknown): Generator<Fields> {
  let level: unknown[] = isFields(source) ? Object.values(source) : []
  let seen = 0
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: unknown[] = []
    for (const value of level) {
      if (++seen > MOST_OBJECTS) return
      if (Array.isArray(value)) next.push(...value.slice(0, 50))
      else if (isFields(value)) {
        yield value
        next.push(...Object.values(value))
      }
    }
    level = next.filter((value) => typeof value === 'object' && value !== null)
  }
}
