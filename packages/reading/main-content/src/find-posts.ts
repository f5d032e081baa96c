import { type Element, HEADINGS } from '@gleaner/markup'
import { readNames } from './names.ts'
import { holdsOneOf, isLine, type Outline } from './outline.ts'
import { collectSeries, findAuthors, findNames, findStamps, type Series, type Stamp } from './post-marks.ts'

/** What people wrote one after the other: the posts of a thread, the comments under an article. */
export interface Posts {
  /** Indices of the boxes that hold what was written, none inside another, in the page's order. */
  bodies: number[]
  /** The places that show when they were written: of one kind, one or more in each gap between two bodies. */
  dates: ReadonlySet<number>
  /** The elements that name their writers: of one kind. */
  authors: ReadonlySet<number>
  /** Share of the page's running text that they hold. */
  share: number
  /** Most of the gaps between them name an author. */
  areSigned: boolean
}

/** Kinds that are looked at: bounds the work on a page of boxes in boxes. */
const MAX_KINDS = 100
/** An inner box with so much of the text is the body, and the outer one is the post: it has a signature besides. */
const SAME_TEXT = 0.7
/** Share of the gaps between two bodies that show a date. */
const MIN_DATED = 0.5
/** So many gaps with a date of one kind are no accident. */
const REGULAR = 2
/** Share of the page's running text; with less, the bodies are beside what the page is about. */
const MIN_SHARE = 0.1

interface Kind {
  members: number[]
  /** Index after the last member: what begins before it is inside that one. */
  end: number
  /** Characters of running text. */
  good: number
}

/**
 * Finds repeated boxes of the same kind that hold running text and have a date between each and the next: the date,
 * the author and whatever a forum shows about both stand between two bodies. Undefined when there are none.
 */
export function findPosts(outline: Outline, good: Float64Array): Posts | undefined {
  const names = new Map<string, string>()
  const kindOf = (element: Element) => kindName(element, names) ?? element.tag
  const stamps = findStamps(outline, kindOf)
  const enough = MIN_SHARE * good[0]!
  let best: Dated | undefined
  const likely = [...kinds(outline, good, names)].filter(
    ({ members, good: written }) => members.length > 1 && written > 0 && written >= enough,
  )
  for (const { members } of likely.slice(0, MAX_KINDS)) {
    const dated = findDated(outline, members, stamps, good)
    if (!dated || dated.written < enough || leadElsewhere(outline, dated.bodies)) continue
    if (!best || isBetter(outline, dated, best)) best = dated
  }
  if (!best) return undefined
  const { bodies, dates, written } = best
  const authors = new Set(findAuthors(outline, bodies, findNames(outline, kindOf)))
  return { bodies, dates: new Set(dates), authors, share: written / good[0]!, areSigned: authors.size > 0 }
}

/** The siblings that the posts stand in: where the first begins, and where the last ends. */
export function rangeOf(outline: Outline, bodies: readonly number[]): [start: number, end: number] {
  const last = bodies.at(-1)!
  let start = bodies[0]!
  while (outline.end[outline.parent[start]!]! <= last) start = outline.parent[start]!
  let end = last
  while (outline.parent[end] !== outline.parent[start]) end = outline.parent[end]!
  return [start, outline.end[end]!]
}

/** Tells of an element whether it has a post inside, is one, or is of a kind that holds most of what is in them. */
export function holdsPosts(outline: Outline, { bodies }: Posts): (i: number) => boolean {
  const { elements, end, text } = outline
  const hasPost = holdsOneOf(outline, bodies)
  const inside = new Map<string, number>()
  let written = 0
  for (const body of bodies) {
    written += text[body]!
    for (let i = body + 1; i < end[body]!; i++) {
      const name = elements[i]!.attrs.class
      if (name && text[i]! > 0) inside.set(name, (inside.get(name) ?? 0) + text[i]!)
    }
  }
  const parts = new Set([...inside].filter(([, held]) => held > MOST * written).map(([name]) => name))
  return (i) => hasPost(i) || parts.has(elements[i]!.attrs.class ?? '')
}

/** Share of what is in the posts. */
const MOST = 0.5

/** The boxes of the page by their class names and the letters of an id that counts; names with digits count, too, or say how a box looks. */
function kinds(outline: Outline, good: Float64Array, names: Map<string, string>): Iterable<Kind> {
  const found = new Map<string, Kind>()
  for (let i = 1; i < outline.elements.length; i++) {
    if (outline.text[i] === 0) continue
    const name = kindName(outline.elements[i]!, names)
    if (name === undefined) continue
    const kind = found.get(name)
    if (!kind) found.set(name, { members: [i], end: outline.end[i]!, good: good[i]! })
    else if (i >= kind.end) {
      kind.members.push(i)
      kind.end = outline.end[i]!
      kind.good += good[i]!
    }
  }
  return found.values()
}

/** `cache` is the caller's, for one page: names repeat all over it. */
function kindName({ attrs }: Element, cache: Map<string, string>): string | undefined {
  const { class: className, id } = attrs
  if (!className && !id) return undefined
  const names = className ? lettersOf(className, cache) : ''
  const counter = id && /\d/.test(id) ? id.slice(0, 60).replace(/[\da-f]+/g, '#') : ''
  return names || counter ? `${names} ${counter}` : undefined
}

function lettersOf(className: string, cache: Map<string, string>): string {
  const known = cache.get(className)
  if (known !== undefined) return known
  const names = className.slice(0, 200).split(/\s+/)
  const letters = names.filter((name) => name !== '' && !/\d/.test(name)).join(' ')
  cache.set(className, letters)
  return letters
}

/** Characters without spaces of a person's name; titles of pages are longer. */
const MAX_NAME = 24

/** Boxes with dates between them. */
interface Dated {
  bodies: number[]
  dates: number[]
  /** Characters of running text in the boxes. */
  written: number
}

/** The members with dates between them, and those dates: of the kind that most gaps have, of exact ones, of the nearest. */
function findDated(
  outline: Outline,
  members: readonly number[],
  stamps: readonly Stamp[],
  good: Float64Array,
): Dated | undefined {
  let best: Series | undefined
  for (const series of collectSeries(outline, members, stamps)) {
    const { gaps } = series
    if (gaps.length === 0 || gaps.length < MIN_DATED * (gaps.at(-1)! - gaps[0]! + 1)) continue
    if (gaps.length < REGULAR && !series.outside) continue
    if (!best || isLikelier(series, best)) best = series
  }
  if (!best) return undefined
  const bodies = members.slice(best.gaps[0]! - 1, best.gaps.at(-1)! + 1)
  return { bodies, dates: best.indices, written: bodies.reduce((sum, i) => sum + good[i]!, 0) }
}

function isLikelier(a: Series, b: Series): boolean {
  if (a.gaps.length !== b.gaps.length) return a.gaps.length > b.gaps.length
  const isExact = ({ exact, indices }: Series) => exact * 2 > indices.length
  if (isExact(a) !== isExact(b)) return isExact(a)
  return a.distance < b.distance
}

/**
 * Between the teasers of a list stand their titles, which link to them: headings, or lines of their own. A post's subject
 * links to itself; a heading that is its author's name is short; a signature leads wherever its author likes.
 */
function leadElsewhere(outline: Outline, members: readonly number[]): boolean {
  const names = readNames(outline)
  let leading = 0
  for (let k = 1; k < members.length; k++) {
    const last = members[k]!
    for (let i = outline.end[members[k - 1]!]!; i < last; i++) {
      if (names[i]!.postFrame !== undefined && outline.end[i]! <= last) i = outline.end[i]! - 1
      else if (outline.linkText[i]! > MAX_NAME && isTitle(outline, i) && linksAway(outline, i)) {
        leading++
        break
      }
    }
  }
  return leading * 2 >= members.length
}

function isTitle(outline: Outline, i: number): boolean {
  return (
    HEADINGS.has(outline.elements[i]!.tag) || (isLine(outline, i) && outline.linkText[i] === outline.text[i])
  )
}

function linksAway(outline: Outline, heading: number): boolean {
  const isAway = ({ tag, attrs }: Element) =>
    tag === 'a' && attrs.href !== undefined && !attrs.href.includes('#')
  for (let i = heading + 1; i < outline.end[heading]!; i++) if (isAway(outline.elements[i]!)) return true
  return isAway(outline.elements[outline.parent[heading]!]!)
}

function isBetter(outline: Outline, posts: Dated, best: Dated): boolean {
  const least = areInside(outline, posts.bodies, best.bodies[0]!) ? SAME_TEXT : 1
  return posts.written > least * best.written
}

/** One of the inner boxes is in the outer one: either kind may lack the first post of a thread. */
function areInside(outline: Outline, inner: readonly number[], outer: number): boolean {
  const first = inner.find((i) => i > outer)
  return first !== undefined && first < outline.end[outer]!
}
