import { match } from '../compare/match.ts'
import type { Reading, Unit } from '../read/unit.ts'
import { findAnchors } from './anchors.ts'
import { MEMBERS } from './apply-mask.ts'
import { EMPTY_MASK, type Mask, MOST_PLACES, mergeMasks, type NoisyPlace } from './mask.ts'
import { type Pattern, patternOf } from './pattern.ts'

/** A reading as it stands beside the other one. */
interface Side {
  units: readonly Unit[]
  /** Units that the other reading has as well, and in the same order. */
  stays: (index: number) => boolean
  /** Units that the other reading has elsewhere. */
  moved: (index: number) => boolean
  /** Of units that vary in some of their words. */
  patterns: Map<number, Pattern>
}

/** What differs between two fetches of one page at the same time is noise: neither of them is the newer one. */
export function findNoise(first: Reading, second: Reading): Mask {
  const keys = ({ units }: Reading) => units.map(({ kind, text }) => `${kind} ${text}`)
  const { toSecond, toFirst, inOrder } = match(keys(first), keys(second))
  const a: Side = {
    units: first.units,
    stays: (index) => inOrder[index] === 1,
    moved: (index) => toSecond[index]! >= 0 && inOrder[index] === 0,
    patterns: new Map(),
  }
  const b: Side = {
    units: second.units,
    stays: (index) => toFirst[index]! >= 0 && inOrder[toFirst[index]!] === 1,
    moved: (index) => toFirst[index]! >= 0 && inOrder[toFirst[index]!] === 0,
    patterns: new Map(),
  }
  findPatterns(a, b)
  const isAnchor = commonAnchors(a, b)
  const masks = [a, b].map((side): Mask => ({ version: 1, places: placesOf(side, isAnchor) }))
  return masks.reduce(mergeMasks, EMPTY_MASK)
}

/** Between units that stay, those that vary belong together box by box, in their order. */
function findPatterns(a: Side, b: Side): void {
  const others = gapsOf(b)
  gapsOf(a).forEach((gap, place) => {
    const other = others[place] ?? new Map<string, number[]>()
    for (const [path, indexes] of gap) {
      indexes.forEach((index, at) => {
        const partner = other.get(path)?.[at]
        const pattern = partner !== undefined && patternOf(a.units[index]!.text, b.units[partner]!.text)
        if (!pattern) return
        a.patterns.set(index, pattern)
        b.patterns.set(partner, pattern)
      })
    }
  })
}

/** The units that vary, by the number of those before them that stay, and by their boxes. */
function gapsOf({ units, stays, moved }: Side): Map<string, number[]>[] {
  const gaps: Map<string, number[]>[] = []
  let stayed = 0
  units.forEach(({ kind, path }, index) => {
    if (stays(index)) stayed++
    else if (!moved(index)) {
      gaps[stayed] ??= new Map()
      const gap = gaps[stayed]!
      const box = `${kind} ${path}`
      gap.set(box, [...(gap.get(box) ?? []), index])
    }
  })
  return gaps
}

type IsAnchor = (anchor: string) => boolean

function commonAnchors(a: Side, b: Side): IsAnchor {
  const [first, second] = [findAnchors(a.units).places, findAnchors(b.units).places]
  return (anchor) => {
    const place = first.get(anchor)
    return place !== undefined && second.has(anchor) && a.stays(place)
  }
}

function placesOf(side: Side, isAnchor: IsAnchor): NoisyPlace[] {
  const { units, stays, patterns } = side
  const around = createSurroundings(side, isAnchor)
  const lists = noisyLists(side)
  const places: NoisyPlace[] = [...lists.values()]
    .slice(0, MOST_PLACES)
    .map(({ noise, from, to, paths }) => ({ ...around(from, to).anchors, paths: [...paths], noise, nth: [] }))
  for (let index = 0; index < units.length && places.length < MOST_PLACES; index++) {
    const unit = units[index]!
    if (stays(index) || lists.get(unit.group)?.paths.has(unit.path)) continue
    const pattern = patterns.get(index)
    const noise = pattern ? 'tokens' : 'any'
    const { anchors, above } = around(index, index)
    const likes = units
      .slice(above + 1, index)
      .filter((other) => other.path === unit.path && MEMBERS[noise](other, { pattern }))
    places.push({ ...anchors, paths: [unit.path], noise, ...(pattern && { pattern }), nth: [likes.length] })
  }
  return places
}

interface NoisyList {
  noise: 'order' | 'list'
  from: number
  to: number
  paths: Set<string>
}

/**
 * Lists of which items change places, or of which several are others each time, by their number; with the boxes that do so: what else stands in
 * them, as the parts of a whole page may, is no noise.
 */
function noisyLists({ units, stays, moved, patterns }: Side): Map<number, NoisyList> {
  const facts = new Map<
    number,
    { from: number; to: number; paths: Set<string>; moved: Set<number>; other: Set<number> }
  >()
  units.forEach(({ group, item, path }, index) => {
    if (group < 0) return
    let fact = facts.get(group)
    if (!fact) {
      fact = { from: index, to: index, paths: new Set(), moved: new Set(), other: new Set() }
      facts.set(group, fact)
    }
    fact.to = index
    const varies = !stays(index) && !moved(index) && !patterns.has(index)
    if (moved(index)) fact.moved.add(item)
    if (varies) fact.other.add(item)
    if (moved(index) || varies) fact.paths.add(path)
  })
  const lists = new Map<number, NoisyList>()
  for (const [group, { from, to, paths, moved: places, other }] of facts) {
    const changes = other.size >= 2 || (other.size === 1 && places.size > 0)
    if (changes || places.size > 0) lists.set(group, { noise: changes ? 'list' : 'order', from, to, paths })
  }
  return lists
}

/** The nearest units around a place by which it is found again. */
function createSurroundings({ units, stays }: Side, isAnchor: IsAnchor) {
  const { anchors } = findAnchors(units)
  const serves = (index: number) => stays(index) && isAnchor(anchors[index]!)
  return (from: number, to: number) => {
    let above = from - 1
    while (above >= 0 && !serves(above)) above--
    let below = to + 1
    while (below < units.length && !serves(below)) below++
    const [after, before] = [anchors[above] ?? null, anchors[below] ?? null]
    return { above, anchors: { after, before, reach: below - above - 1 } }
  }
}
