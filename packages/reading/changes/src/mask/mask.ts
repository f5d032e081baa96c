import { isPattern, type Pattern } from './pattern.ts'

/**
 * A place of a page that shows something else at each look. It stands between two units that stay (`after` and `before`, by
 * their keys; null for the ends of the page), so that it is found again when lines move.
 */
export interface NoisyPlace {
  after: string | null
  before: string | null
  /** The boxes that hold it (`Unit.path`); several for a list. */
  paths: string[]
  /**
   * `tokens`: its text is of a pattern. `any`: it shows anything. `order`: a list whose items change places, and `list` one
   * whose items change as well.
   */
  noise: 'tokens' | 'any' | 'order' | 'list'
  /** Of `tokens`. */
  pattern?: Pattern
  /** Which of those in the place that fit, from 0; of `tokens` and `any`. */
  nth: number[]
  /** Units between the anchors when it was seen. */
  reach: number
}

/** What of a page is noise. A plain object, kept as JSON beside the page's snapshot. */
export interface Mask {
  version: 1
  places: NoisyPlace[]
}

export const EMPTY_MASK: Mask = { version: 1, places: [] }

/** Places of a page. A page that has more is noise as a whole, and is better watched by a selector. */
export const MOST_PLACES = 500

/** Kinds of boxes in a list. */
const MOST_PATHS = 50

/** What either mask knows; the latest places last, and the oldest leave when there are too many. */
export function mergeMasks(first: Mask, second: Mask): Mask {
  const places = new Map<string, NoisyPlace>()
  for (const place of [...first.places, ...second.places]) {
    const key = JSON.stringify([
      place.after,
      place.before,
      place.noise === 'tokens' || place.noise === 'any' ? place.paths : null,
      place.noise,
      place.pattern ?? null,
    ])
    const known = places.get(key)
    places.delete(key)
    places.set(key, known ? joined(known, place) : place)
  }
  return { version: 1, places: [...places.values()].slice(-MOST_PLACES) }
}

function joined(known: NoisyPlace, place: NoisyPlace): NoisyPlace {
  return {
    ...place,
    paths: [...new Set([...known.paths, ...place.paths])].slice(0, MOST_PATHS),
    nth: [...new Set([...known.nth, ...place.nth])].sort((a, b) => a - b),
    reach: Math.max(known.reach, place.reach),
  }
}

/** A stored mask; undefined for what is none, as an earlier version may have left. */
export function parseMask(value: unknown): Mask | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { version, places } = value as Partial<Mask>
  return version === 1 && Array.isArray(places) && places.every(isPlace) ? { version, places } : undefined
}

function isPlace(place: NoisyPlace): boolean {
  const isAnchor = (anchor: unknown) => anchor === null || typeof anchor === 'string'
  return (
    isAnchor(place.after) &&
    isAnchor(place.before) &&
    Array.isArray(place.paths) &&
    Array.isArray(place.nth) &&
    typeof place.reach === 'number' &&
    (place.pattern === undefined || isPattern(place.pattern))
  )
}
