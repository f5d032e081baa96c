import { type Element, HEADINGS, TEXT } from '@gleaner/markup'
import { isAuthor } from './is-author.ts'
import type { Outline } from './outline.ts'

/** What people wrote one after the other: the posts of a thread, the comments under an article. */
export interface Posts {
  /** Indices of the boxes that hold what was written, none inside another, in the page's order. */
  bodies: number[]
  /** The places that show when they were written: of one kind, one or more in each gap between two bodies. */
  dates: ReadonlySet<number>
  /** Share of the page's running text that they hold. */
  share: number
  /** Most of the gaps between them name an author. */
  areSigned: boolean
}

/** Characters of a text that is a date with a few words around it. */
const MAX_DATE_LENGTH = 80
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
  const stamps = findStamps(outline, names)
  const enough = MIN_SHARE * good[0]!
  let best: Posts | undefined
  const likely = [...kinds(outline, good, names)].filter(
    ({ members, good: written }) => members.length > 1 && written > 0 && written >= enough,
  )
  for (const { members } of likely.slice(0, MAX_KINDS)) {
    const dated = findDated(outline, members, stamps)
    if (!dated || leadElsewhere(outline, dated.bodies)) continue
    const posts = describe(outline, dated.bodies, dated.dates, good)
    if (posts.share * good[0]! >= enough && (!best || isBetter(outline, posts, best))) best = posts
  }
  return best
}

/** Tells of an element whether it has a post inside, is one, or is most of one. */
export function holdsPosts(outline: Outline, { bodies }: Posts): (i: number) => boolean {
  const { elements, end, text } = outline
  const starting = new Int32Array(elements.length + 1)
  const around = new Int32Array(elements.length)
  for (const body of bodies) {
    starting[body + 1] = 1
    around.fill(body, body, end[body])
  }
  for (let i = 1; i < starting.length; i++) starting[i]! += starting[i - 1]!
  return (i) => starting[end[i]!]! > starting[i]! || (around[i]! > 0 && text[i]! > MOST * text[around[i]!]!)
}

/** Share of a post's text. */
const MOST = 0.5

function describe(outline: Outline, bodies: number[], dates: number[], good: Float64Array): Posts {
  const written = bodies.reduce((sum, i) => sum + good[i]!, 0)
  let authored = 0
  for (let k = 1; k < bodies.length; k++) {
    const end = bodies[k]!
    for (let i = outline.end[bodies[k - 1]!]!; i < end; i++) {
      if (!isAuthor(outline.elements[i]!)) continue
      authored++
      break
    }
  }
  return {
    bodies,
    dates: new Set(dates),
    share: written / good[0]!,
    areSigned: authored * 2 >= bodies.length - 1,
  }
}

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

/** A place that shows a date, with the name of its kind. */
interface Stamp {
  index: number
  kind: string
}

function findStamps({ elements }: Outline, names: Map<string, string>): Stamp[] {
  const stamps: Stamp[] = []
  elements.forEach((element, index) => {
    if (showsDate(element)) stamps.push({ index, kind: kindName(element, names) ?? element.tag })
  })
  return stamps
}

/** Whether the element is, or has as its own short text, a date or a time. */
function showsDate({ tag, attrs, children }: Element): boolean {
  if (tag === 'time' || attrs.datetime !== undefined) return true
  return children.some(
    (child) => child.type === TEXT && child.value.length < MAX_DATE_LENGTH && DATE.test(child.value),
  )
}

/** A year, a time of day, a day in digits, or how long ago. */
const DATE =
  /\b(?:19|20)\d\d\b|\b\d{1,2}:\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d\d\b|\b\d+ ?(?:[smhdwy]|mo|(?:sec(?:ond)?|min(?:ute)?|h(?:ou)?r|day|week|month|year)s?)(?: ago)?\b/i

/** Characters without spaces of a person's name; titles of pages are longer. */
const MAX_NAME = 24

/** Dates of one kind, and the gaps between members that have one. */
interface Series {
  /** A gap is named by the number of the member after it. */
  gaps: number[]
  /** Elements between the dates and the members next to them, in all: a writer's day of joining stands farther away. */
  distance: number
  /** One stands before the first member or after the last. */
  outside: boolean
  indices: number[]
}

/** The members with dates between them, and those dates: of the kind that stands nearest to them. */
function findDated(
  outline: Outline,
  members: readonly number[],
  stamps: readonly Stamp[],
): { bodies: number[]; dates: number[] } | undefined {
  let best: Series | undefined
  for (const series of collectSeries(outline, members, stamps)) {
    const { gaps } = series
    if (gaps.length === 0 || gaps.length < MIN_DATED * (gaps.at(-1)! - gaps[0]! + 1)) continue
    if (gaps.length < REGULAR && !series.outside) continue
    const isMore = !best || gaps.length > best.gaps.length
    const isNearer = best && gaps.length === best.gaps.length && series.distance < best.distance
    if (isMore || isNearer) best = series
  }
  return best && { bodies: members.slice(best.gaps[0]! - 1, best.gaps.at(-1)! + 1), dates: best.indices }
}

function collectSeries(
  outline: Outline,
  members: readonly number[],
  stamps: readonly Stamp[],
): Iterable<Series> {
  const found = new Map<string, Series>()
  let at = 0
  for (let k = 0; k <= members.length; k++) {
    const next = members[k] ?? outline.elements.length
    const before = k > 0 ? outline.end[members[k - 1]!]! : 0
    for (; at < stamps.length && stamps[at]!.index < next; at++) {
      const { index, kind } = stamps[at]!
      const series = found.get(kind) ?? { gaps: [], distance: 0, outside: false, indices: [] }
      found.set(kind, series)
      series.indices.push(index)
      if (k === 0 || k === members.length) series.outside = true
      else if (series.gaps.at(-1) !== k) {
        series.gaps.push(k)
        series.distance += Math.min(index - before, next - index)
      }
    }
    if (k < members.length) while (at < stamps.length && stamps[at]!.index < outline.end[next]!) at++
  }
  return found.values()
}

/**
 * Between the teasers of a blog's list of posts stand headings that link to them. A post's subject links to itself; a
 * heading that is its author's name is short.
 */
function leadElsewhere(outline: Outline, members: readonly number[]): boolean {
  let leading = 0
  for (let k = 1; k < members.length; k++) {
    for (let i = outline.end[members[k - 1]!]!; i < members[k]!; i++) {
      if (outline.text[i]! > MAX_NAME && HEADINGS.has(outline.elements[i]!.tag) && linksAway(outline, i)) {
        leading++
        break
      }
    }
  }
  return leading * 2 >= members.length
}

function linksAway(outline: Outline, heading: number): boolean {
  const isAway = ({ tag, attrs }: Element) =>
    tag === 'a' && attrs.href !== undefined && !attrs.href.includes('#')
  for (let i = heading + 1; i < outline.end[heading]!; i++) if (isAway(outline.elements[i]!)) return true
  return isAway(outline.elements[outline.parent[heading]!]!)
}

function isBetter(outline: Outline, posts: Posts, best: Posts): boolean {
  const least = isInside(outline, posts.bodies[0]!, best.bodies[0]!) ? SAME_TEXT : 1
  return posts.share > least * best.share
}

function isInside(outline: Outline, inner: number, outer: number): boolean {
  return inner > outer && inner < outline.end[outer]!
}
