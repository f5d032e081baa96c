import { isObject } from '@gleaner/runtime/is-object'

/** A value of an entity or of an object within it; of a list, each of its first values. */
export interface Entry {
  key: string
  value: unknown
}

const MAX_DEPTH = 3
const MOST_OF_LIST = 50

/** The values of an entity, its own first, at most so many; what stands below a key that `isLeft` is left out. */
export function* entriesWithin(
  entity: unknown,
  most: number,
  isLeft: (key: string) => boolean = () => false,
): Generator<Entry> {
  let level: unknown[] = [entity]
  let seen = 0
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: unknown[] = []
    for (const object of level.filter(isObject)) {
      for (const [key, values] of Object.entries(object)) {
        if (isLeft(key)) continue
        for (const value of [values].flat().slice(0, MOST_OF_LIST)) {
          if (++seen > most) return
          if (isObject(value)) next.push(value)
          yield { key, value }
        }
      }
    }
    level = next
  }
}
