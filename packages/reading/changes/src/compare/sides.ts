import type { Disposition } from '../mask/apply-mask.ts'
import type { Unit } from '../read/unit.ts'
import { type Matching, match } from './match.ts'

/** A unit that counts, as it is compared and as it is told. */
export interface Compared {
  unit: Unit
  /** Its text without what is ignored. */
  text: string
  key: string
  /** The noisy place that it stands in. */
  place?: Disposition | undefined
}

/** Two readings beside each other, and what of each has no equal in the other. */
export interface Sides {
  first: readonly Compared[]
  second: readonly Compared[]
  matching: Matching
  removed: Set<number>
  added: Set<number>
}

export function besideEachOther(
  first: readonly Compared[],
  second: readonly Compared[],
  ignoresOrder: boolean,
): Sides {
  const matching = match(
    first.map(({ key }) => key),
    second.map(({ key }) => key),
    (index) => !ignoresOrder && !hasNoOrder(first[index]!),
  )
  const unmatched = (places: Int32Array) =>
    new Set([...places.keys()].filter((index) => places[index] === -1))
  return {
    first,
    second,
    matching,
    removed: unmatched(matching.toSecond),
    added: unmatched(matching.toFirst),
  }
}

function hasNoOrder({ place }: Compared): boolean {
  return place?.isHidden === true || place?.isLoose === true
}

/**
 * What is left over by where it stands: between which two matched units of the second reading. What was removed stands where
 * the unit before it is now.
 */
export function gapsOf({
  matching,
  removed,
  added,
}: Sides): Map<number, { removed: number[]; added: number[] }> {
  const gaps = new Map<number, { removed: number[]; added: number[] }>()
  const gapAt = (place: number) => {
    let gap = gaps.get(place)
    if (!gap) {
      gap = { removed: [], added: [] }
      gaps.set(place, gap)
    }
    return gap
  }
  let place = -1
  matching.toSecond.forEach((to, index) => {
    if (to >= 0) place = to
    else if (removed.has(index)) gapAt(place).removed.push(index)
  })
  place = -1
  matching.toFirst.forEach((from, index) => {
    if (from >= 0) place = index
    else if (added.has(index)) gapAt(place).added.push(index)
  })
  return gaps
}
