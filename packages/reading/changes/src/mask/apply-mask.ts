import type { Unit } from '../read/unit.ts'
import { findAnchors } from './anchors.ts'
import type { Mask, NoisyPlace } from './mask.ts'
import { fits, hasWords, type Pattern } from './pattern.ts'

/** How a noisy unit is compared: not at all, by its pattern, or wherever it stands. */
export interface Disposition {
  isHidden?: boolean
  pattern?: string
  isLoose?: boolean
}

/** Units that may be looked at beyond those that were between the anchors, where one anchor is gone. */
const SLACK = 2

/** Which units of a page stand in noisy places. */
export function applyMask(units: readonly Unit[], { places }: Mask): ReadonlyMap<number, Disposition> {
  const found = new Map<number, Disposition>()
  if (places.length === 0) return found
  const { places: anchors } = findAnchors(units)
  for (const place of places) {
    const range = rangeOf(place, anchors, units.length)
    if (range)
      for (const [index, disposition] of noisyIn(units, place, range))
        if (!found.get(index)?.isHidden) found.set(index, disposition)
  }
  return found
}

interface Range {
  from: number
  to: number
}

/** Between its anchors; beside the one that is left, when the place is known by words of its own. */
function rangeOf(place: NoisyPlace, anchors: ReadonlyMap<string, number>, length: number): Range | undefined {
  const after = place.after === null ? -1 : anchors.get(place.after)
  const before = place.before === null ? length : anchors.get(place.before)
  if (after !== undefined && before !== undefined)
    return after < before ? { from: after + 1, to: before } : undefined
  if (place.noise !== 'tokens' || !hasWords(place.pattern!)) return undefined
  const reach = place.reach + SLACK
  if (after !== undefined) return { from: after + 1, to: Math.min(length, after + 1 + reach) }
  return before === undefined ? undefined : { from: Math.max(0, before - reach), to: before }
}

function* noisyIn(units: readonly Unit[], place: NoisyPlace, range: Range): Generator<[number, Disposition]> {
  const nth = new Set(place.nth)
  const paths = new Set(place.paths)
  const isMember = MEMBERS[place.noise]
  let count = 0
  for (let index = range.from; index < range.to; index++) {
    const unit = units[index]!
    if (!paths.has(unit.path) || !isMember(unit, place)) continue
    if (IS_COUNTED.has(place.noise) && !nth.has(count++)) continue
    yield [index, dispositionOf(place)]
  }
}

/** Which units in boxes of the place's kind are meant. */
export const MEMBERS: Readonly<
  Record<NoisyPlace['noise'], (unit: Unit, place: { pattern?: Pattern | undefined }) => boolean>
> = {
  tokens: ({ text }, { pattern }) => fits(pattern!, text),
  any: () => true,
  order: ({ group }) => group >= 0,
  list: ({ group }) => group >= 0,
}

const IS_COUNTED: ReadonlySet<string> = new Set<NoisyPlace['noise']>(['tokens', 'any'])

function dispositionOf({ noise, pattern }: NoisyPlace): Disposition {
  if (noise === 'tokens') return { pattern: `mask ${JSON.stringify(pattern)}` }
  return noise === 'order' ? { isLoose: true } : { isHidden: true }
}
