import type { Change } from './settings.ts'
import { type Compared, gapsOf, type Sides } from './sides.ts'
import { similarity, wordsOf } from './similarity.ts'
import { toChange } from './tell.ts'

/** Additions that a removal is compared with. */
const MOST_CANDIDATES = 30
/** Removals and additions in different places that are compared with each other: costs their product. */
const MOST_ELSEWHERE = 200

/** What is left over, told as replacements where a removal and an addition belong together; in the order of the later page. */
export function pairUp(sides: Sides): Change[] {
  const { first, second, removed, added } = sides
  const partners = new Map<number, number>()
  const taken = new Set<number>()
  const pair = (
    index: number,
    candidates: readonly number[],
    least: (a: Compared, b: Compared) => number,
  ) => {
    let best: { place: number; score: number } | undefined
    for (const place of candidates) {
      const [a, b] = [first[index]!, second[place]!]
      if (taken.has(place) || a.unit.kind !== b.unit.kind) continue
      const score = alike(a, b)
      if (score >= least(a, b) && score > (best?.score ?? -1)) best = { place, score }
    }
    if (!best) return
    partners.set(index, best.place)
    taken.add(best.place)
  }
  const gaps = [...gapsOf(sides).values()]
  for (const gap of gaps) {
    let from = 0
    // One that went and one that came in its place are one thing, whatever they say.
    const isOne = gap.removed.length === 1 && gap.added.length === 1
    for (const index of gap.removed) {
      while (taken.has(gap.added[from]!)) from++
      pair(index, gap.added.slice(from, from + MOST_CANDIDATES), isOne ? () => 0 : leastInPlace)
    }
  }
  const rest = [...removed].filter((index) => !partners.has(index)).slice(0, MOST_ELSEWHERE)
  const free = [...added].filter((place) => !taken.has(place)).slice(0, MOST_ELSEWHERE)
  for (const index of rest) pair(index, free, leastElsewhere)
  return gaps.flatMap((gap) => [
    ...gap.removed.map((index) => changeOf(first[index]!, second[partners.get(index) ?? -1])),
    ...gap.added.filter((place) => !taken.has(place)).map((place) => changeOf(undefined, second[place]!)),
  ])
}

/** 0 to 1. A link or image with the same words is the same one. */
function alike(a: Compared, b: Compared): number {
  if (a.unit.kind !== 'text' && a.unit.label && a.unit.label === b.unit.label) return 1
  return similarity(a.text, b.text)
}

/** In one place and one kind of box, short texts are one value that was changed, whatever they are. */
function leastInPlace(a: Compared, b: Compared): number {
  const isValue =
    a.unit.path === b.unit.path && Math.max(wordsOf(a.text).length, wordsOf(b.text).length) <= SHORT
  return isValue ? 0 : 0.4
}

const SHORT = 6

function leastElsewhere(a: Compared, b: Compared): number {
  return a.unit.path === b.unit.path ? 0.6 : 0.8
}

function changeOf(before: Compared | undefined, after: Compared | undefined): Change {
  if (before && after) return toChange('replaced', after.unit, { before: before.text, after: after.text })
  if (before) return toChange('removed', before.unit, { before: before.text })
  return toChange('added', after!.unit, { after: after!.text })
}
