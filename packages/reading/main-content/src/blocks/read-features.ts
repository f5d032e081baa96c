import { HEADINGS } from '@gleaner/markup'
import type { PageType } from '@gleaner/page-types'
import type { Posts } from '../find-posts.ts'
import { isLine, type Outline } from '../outline.ts'
import type { TextValue } from '../text-value.ts'
import { type Boxes, measureBoxes } from './measure-boxes.ts'
import { IN, readSurroundings } from './surroundings.ts'

/** What is known of a page when its blocks are looked at. */
export interface Draft {
  root: number
  /** 1 for every element that is left out. */
  clutter: Uint8Array
  type: PageType
  posts: Posts | undefined
  /** 1 for what is no matter of the model: captions and the headline, which the running text leaves out. */
  exempt?: Uint8Array | undefined
}

export interface BlockFeatures {
  /** The elements with text of their own that the draft keeps, in the page's order. */
  lines: Int32Array
  /** A row of `FEATURE_COUNT` numbers for each. */
  rows: Float32Array
}

const TYPES: readonly PageType[] = [
  'article',
  'documentation',
  'service',
  'forum',
  'listing',
  'collection',
  'product',
]

/** Tags by how often what they hold is prose. */
const TAG_RANKS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'p pre blockquote dd article section main div li td tr table ul ol dl dt th center form header footer nav aside figure figcaption caption ' +
    'label legend summary button a span'
  )
    .split(' ')
    .map((tag, rank) => [tag, rank + 1]),
)
const rankOf = (tag: string): number => TAG_RANKS[tag] ?? (HEADINGS.has(tag) ? 40 : 20)

/** Lines before and after one that are looked at. */
const NEAR = [1, 2, 4]

/** Describes each line that a draft keeps by itself, by the boxes around it, by its neighbours and by others of its kind. */
export function readFeatures(outline: Outline, value: TextValue, draft: Draft): BlockFeatures {
  const { elements, text, linkText, ownText, ownLinkText, end } = outline
  const { root, clutter } = draft
  const isKept = (i: number) => i >= root && i < end[root]! && !clutter[i]
  const boxes = measureBoxes(outline, isKept)
  const around = readSurroundings(outline)
  const places: number[] = []
  for (let i = 1; i < elements.length; i++) if (ownText[i]! > 0) places.push(i)
  const lines = new Int32Array(places)
  const count = lines.length
  const kept = new Uint8Array(count)
  const sums = new Sums(count)
  let keptLines = 0
  let keptGood = 0
  for (let at = 0; at < count; at++) {
    const i = lines[at]!
    kept[at] = isKept(i) ? 1 : 0
    keptLines += kept[at]!
    if (kept[at]) keptGood += Math.max(0, value.own[i]!)
    sums.add(at, ownText[i]!, ownLinkText[i]!, Math.max(0, value.own[i]!), kept[at] ? ownText[i]! : 0)
  }
  const total = Math.max(1, text[0]!)
  const allKept = Math.max(1, sums.kept[count]!)
  const sections = readSections(outline, lines)
  const groups = groupLines(outline, boxes, lines, kept)
  const headline = findHeadline(outline, lines)
  const bodies = new Uint8Array(elements.length)
  for (const body of draft.posts?.bodies ?? []) bodies.fill(1, body, end[body])
  const [before, after] = distances(lines, kept, sums.text)
  const page = [
    TYPES.indexOf(draft.type),
    log(total),
    log(allKept),
    allKept / total,
    keptGood / allKept,
    log(count),
    keptLines / Math.max(1, count),
    linkText[0]! / total,
    draft.posts ? draft.posts.share : 0,
    value.good[0]! / total,
  ]
  const width = FEATURE_COUNT
  const rows = new Float32Array(keptLines * width)
  const keptPlaces = new Int32Array(keptLines)
  let next = 0
  for (let at = 0; at < count; at++) {
    if (!kept[at]) continue
    const i = lines[at]!
    keptPlaces[next / width] = i
    const put = (one: number) => {
      rows[next++] = one
    }
    for (const one of page) put(one)
    const element = elements[i]!
    const own = ownText[i]!
    const bits = around[i]!
    // The line itself.
    put(rankOf(element.tag))
    put(HEADINGS.has(element.tag) ? Number(element.tag[1]) : 0)
    put(isLine(outline, i) ? 1 : 0)
    put(log(own))
    put(ownLinkText[i]! / own)
    put(outline.ownStops[i]!)
    put(outline.ownCommas[i]!)
    put(outline.ownDigits[i]! / own)
    put(outline.ownCapitals[i]! / own)
    put(value.own[i]! / own)
    for (const bit of BITS) put(bits & bit ? 1 : 0)
    put(bodies[i]!)
    // Where it stands.
    put(sums.text[at]! / total)
    put(sums.kept[at]! / allKept)
    put(boxes.depth[i]!)
    put(boxes.depth[i]! - boxes.depth[root]!)
    put(log(before[at]!))
    put(log(after[at]!))
    put(headline < 0 ? 0 : slog(sums.text[at]! - sums.text[headline]!))
    // The boxes around it.
    let box = i
    for (let level = 0; level < 3; level++) {
      const unit = boxes.top[box]!
      box = boxes.outer[box]!
      const inBox = Math.max(1, text[box]!)
      put(rankOf(elements[unit]!.tag))
      put(log(boxes.alike[unit]!))
      put(log(text[unit]!))
      put(inBox / total)
      put(log(inBox))
      put(linkText[box]! / inBox)
      put(value.good[box]! / inBox)
      put(boxes.kept[box]! / inBox)
      put(log(inBox / Math.max(1, boxes.lines[box]!)))
      put(log(boxes.pictures[box]!))
      put(log(boxes.controls[box]!))
      put(log(boxes.headings[box]!))
      put(text[unit]! / inBox)
    }
    // What stands before and after it.
    for (const near of NEAR) {
      sums.put(Math.max(0, at - near), at, put)
      sums.put(at + 1, Math.min(count, at + 1 + near), put)
    }
    put(at > 0 ? rankOf(elements[lines[at - 1]!]!.tag) : 0)
    put(at + 1 < count ? rankOf(elements[lines[at + 1]!]!.tag) : 0)
    put(at > 0 && boxes.kind[lines[at - 1]!] === boxes.kind[i] ? 1 : 0)
    put(at + 1 < count && boxes.kind[lines[at + 1]!] === boxes.kind[i] ? 1 : 0)
    // The section that it stands in.
    const section = sections.of[at]!
    const start = sections.starts[section]!
    const stop = sections.starts[section + 1]!
    const title = lines[start]!
    put(section === 0 ? 0 : Number(elements[title]!.tag[1]))
    put(section === 0 ? 0 : log(ownText[title]!))
    put(section === 0 ? 0 : kept[start]!)
    put(log(sums.text[at]! - sums.text[start]!))
    put(at - start)
    sums.put(start, stop, put)
    // Others of its kind.
    const group = groups.of[at]!
    const inGroup = Math.max(1, groups.text[group]!)
    put(log(groups.lines[group]!))
    put(inGroup / total)
    put(log(inGroup / groups.lines[group]!))
    put(groups.links[group]! / inGroup)
    put(groups.kept[group]! / groups.lines[group]!)
    put(groups.good[group]! / inGroup)
    put(own / (inGroup / groups.lines[group]!))
    put((groups.last[group]! - groups.first[group]!) / Math.max(1, count))
    put((at - groups.first[group]!) / Math.max(1, groups.last[group]! - groups.first[group]!))
  }
  return { lines: keptPlaces, rows }
}

const BITS = Object.values(IN)

/** Numbers in a row. */
export const FEATURE_COUNT = 10 + 10 + BITS.length + 1 + 7 + 3 * 13 + 2 * NEAR.length * 4 + 4 + 5 + 4 + 9

const log = (one: number): number => Math.log1p(one)
const slog = (one: number): number => Math.sign(one) * Math.log1p(Math.abs(one))

/** Running sums over the lines. */
class Sums {
  readonly text: Float64Array
  readonly links: Float64Array
  readonly good: Float64Array
  readonly kept: Float64Array

  constructor(count: number) {
    this.text = new Float64Array(count + 1)
    this.links = new Float64Array(count + 1)
    this.good = new Float64Array(count + 1)
    this.kept = new Float64Array(count + 1)
  }

  add(at: number, text: number, links: number, good: number, kept: number): void {
    this.text[at + 1] = this.text[at]! + text
    this.links[at + 1] = this.links[at]! + links
    this.good[at + 1] = this.good[at]! + good
    this.kept[at + 1] = this.kept[at]! + kept
  }

  /** Of a run of lines: their length, and shares of it. */
  put(from: number, to: number, put: (one: number) => void): void {
    const text = this.text[to]! - this.text[from]!
    const least = Math.max(1, text)
    put(log(text / Math.max(1, to - from)))
    put((this.links[to]! - this.links[from]!) / least)
    put((this.good[to]! - this.good[from]!) / least)
    put((this.kept[to]! - this.kept[from]!) / least)
  }
}

/** The runs of lines from one heading to the next. */
function readSections({ elements }: Outline, lines: Int32Array): { of: Int32Array; starts: number[] } {
  const of = new Int32Array(lines.length)
  const starts = [0]
  for (let at = 0; at < lines.length; at++) {
    if (HEADINGS.has(elements[lines[at]!]!.tag)) starts.push(at)
    of[at] = starts.length - 1
  }
  starts.push(lines.length)
  return { of, starts }
}

interface Groups {
  of: Int32Array
  lines: number[]
  text: number[]
  links: number[]
  good: number[]
  kept: number[]
  first: number[]
  last: number[]
}

/** Lines of the same kind in boxes of the same kind. */
function groupLines(
  outline: Outline,
  { kind, outer, top }: Boxes,
  lines: Int32Array,
  kept: Uint8Array,
): Groups {
  const known = new Map<number, number>()
  const groups: Groups = {
    of: new Int32Array(lines.length),
    lines: [],
    text: [],
    links: [],
    good: [],
    kept: [],
    first: [],
    last: [],
  }
  for (let at = 0; at < lines.length; at++) {
    const i = lines[at]!
    const key = (kind[i]! * 4096 + kind[top[i]!]!) * 4096 + kind[outer[i]!]!
    let group = known.get(key)
    if (group === undefined) {
      group = known.size
      known.set(key, group)
      for (const sums of [groups.lines, groups.text, groups.links, groups.good, groups.kept]) sums.push(0)
      groups.first.push(at)
      groups.last.push(at)
    }
    groups.of[at] = group
    groups.lines[group]!++
    groups.text[group]! += outline.ownText[i]!
    groups.links[group]! += outline.ownLinkText[i]!
    groups.good[group]! += outline.ownStops[i]! > 0 ? outline.ownText[i]! : 0
    groups.kept[group]! += kept[at]!
    groups.last[group] = at
  }
  return groups
}

/** The first line of the largest headings; -1 without any. */
function findHeadline({ elements }: Outline, lines: Int32Array): number {
  for (let at = 0; at < lines.length; at++) if (elements[lines[at]!]!.tag === 'h1') return at
  return -1
}

/** Characters from each line back to the last one that is kept, and on to the next. */
function distances(lines: Int32Array, kept: Uint8Array, text: Float64Array): [Float64Array, Float64Array] {
  const before = new Float64Array(lines.length)
  const after = new Float64Array(lines.length)
  for (let at = 0, last = 0; at < lines.length; at++) {
    before[at] = text[at]! - text[last]!
    if (kept[at]) last = at + 1
  }
  for (let at = lines.length - 1, next = lines.length; at >= 0; at--) {
    after[at] = text[next]! - text[at + 1]!
    if (kept[at]) next = at
  }
  return [before, after]
}
