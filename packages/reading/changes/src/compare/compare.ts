import { applyMask } from '../mask/apply-mask.ts'
import { EMPTY_MASK, type Mask } from '../mask/mask.ts'
import type { Reading } from '../read/unit.ts'
import { createCutter } from './ignored.ts'
import { keysOf } from './keys.ts'
import { pairUp } from './pair-up.ts'
import { dropResplit } from './resplit.ts'
import type { CompareSettings, Comparison } from './settings.ts'
import { besideEachOther, type Compared, type Sides } from './sides.ts'
import { tell, toChange } from './tell.ts'

export interface CompareOptions {
  /** Places of the page that are known to be noise. */
  mask?: Mask
  /** The later page, fetched once more at the same time: what it does not show as well is noise. */
  again?: Reading
}

/** What changed between two readings of a page. Costs n log n in their units; the same input gives the same changes. */
export function compare(
  before: Reading,
  after: Reading,
  settings: CompareSettings,
  { mask = EMPTY_MASK, again }: CompareOptions = {},
): Comparison {
  const prepare = createPreparation(settings, mask)
  const ignoresOrder = settings.ignore_order ?? settings.mode === 'semantic'
  const sides = besideEachOther(prepare(before), prepare(after), ignoresOrder)
  dropNoise(sides)
  if (again) dropUnconfirmed(sides, prepare(again))
  if (settings.mode === 'semantic') dropResplit(sides)
  return tell([...pairUp(sides), ...moves(sides)], settings, sizeOf(sides))
}

function createPreparation(settings: CompareSettings, mask: Mask): (reading: Reading) => Compared[] {
  const cut = createCutter(settings.ignore)
  const keyOf = keysOf(settings.mode)
  return ({ units }) => {
    const places = applyMask(units, mask)
    return units.flatMap((unit, index) => {
      const text = cut(unit.text)
      const key = text === '' ? undefined : keyOf(unit, text)
      return key === undefined ? [] : [{ unit, text, key, place: places.get(index) }]
    })
  }
}

/** What is left over in noisy places: what shows anything, and what both sides have by its pattern. */
function dropNoise({ first, second, removed, added }: Sides): void {
  const waiting = new Map<string, number[]>()
  for (const index of added) {
    const { place } = second[index]!
    if (place?.isHidden) added.delete(index)
    if (place?.pattern) waiting.set(place.pattern, [...(waiting.get(place.pattern) ?? []), index])
  }
  for (const index of removed) {
    const { place } = first[index]!
    const partner = place?.pattern === undefined ? undefined : waiting.get(place.pattern)?.pop()
    if (place?.isHidden || partner !== undefined) removed.delete(index)
    if (partner !== undefined) added.delete(partner)
  }
}

/** What came must be on both fetches of the later page, what went on neither; of equal units as many as on the fetch that shows the smaller difference. */
function dropUnconfirmed({ first, second, removed, added }: Sides, again: readonly Compared[]): void {
  const more = new Map<string, number>()
  for (const { key } of again) more.set(key, (more.get(key) ?? 0) + 1)
  for (const { key } of first) more.set(key, (more.get(key) ?? 0) - 1)
  const drop = (unconfirmed: Set<number>, side: Sides['first'], sign: 1 | -1) => {
    for (const index of unconfirmed) {
      const { key } = side[index]!
      const left = sign * (more.get(key) ?? 0)
      if (left > 0) more.set(key, sign * (left - 1))
      else unconfirmed.delete(index)
    }
  }
  drop(removed, first, -1)
  drop(added, second, 1)
}

function moves({ first, matching: { toSecond, inOrder } }: Sides) {
  return first
    .filter((_, index) => toSecond[index]! >= 0 && !inOrder[index])
    .map(({ unit, text }) => toChange('moved', unit, { before: text, after: text }))
}

function sizeOf({ first, second }: Sides): number {
  return [...first, ...second].reduce((sum, { text }) => sum + text.length, 0)
}
