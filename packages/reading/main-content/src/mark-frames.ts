import { HEADINGS, visibleText } from '@gleaner/markup'
import { type Posts, rangeOf } from './find-posts.ts'
import { ownLine } from './mark-boilerplate.ts'
import { commonAncestor, holdsOneOf, isLine, type Outline } from './outline.ts'
import { plainTitle } from './plain-title.ts'
import { goodBetween } from './text-value.ts'

/** Characters without spaces of a line that names an author. */
const MAX_AUTHOR = 60
/** Characters of a headline that are looked at. */
const MAX_HEADLINE = 300
/** A gap with so much of an average post's running text has a post in it that is marked up in another way. */
const MAX_GAP = 0.5
/** What follows the last post may be one of another kind when it has a date, too, and more of the running text than this. */
const MAX_REST = 0.1

/**
 * Marks what a forum shows around the posts of a thread (ranks, statistics, signatures, buttons, the thread's title once
 * more, lists of other threads). Each post's author and date stay. Gives the element that holds the thread.
 */
export function markFrames(
  outline: Outline,
  { bodies, dates, authors }: Posts,
  good: Float64Array,
  title: string,
  clutter: Uint8Array,
): number {
  const hasDate = holdsOneOf(outline, dates)
  const hasAuthor = holdsOneOf(outline, authors)
  const written = bodies.reduce((sum, i) => sum + good[i]!, 0)
  const most = (MAX_GAP * written) / bodies.length
  const [start, end] = rangeOf(outline, bodies)
  const headline = findHeadline(start)
  const last = bodies.at(-1)!
  const common = commonAncestor(outline, headline ?? bodies[0]!, last)
  const root = common === last ? outline.parent[last]! : common
  const begin = headline === undefined ? start : outline.end[headline]!
  for (let k = 0; k <= bodies.length; k++) {
    const from = k > 0 ? outline.end[bodies[k - 1]!]! : begin
    const to = bodies[k] ?? end
    if (goodOf(from, to) <= most) markGap(from, to)
  }
  if (headline !== undefined) markUpTo(outline, root, headline, clutter)
  const isDated = [...dates].some((i) => i >= end && i < outline.end[root]!)
  if (!isDated || goodOf(end, outline.end[root]!) <= MAX_REST * written)
    clutter.fill(1, end, outline.end[root])
  return root

  /** The last heading before the posts that is the page's title. */
  function findHeadline(before: number): number | undefined {
    for (let i = before - 1; i > 0; i--) {
      const element = outline.elements[i]!
      if (clutter[i] || !HEADINGS.has(element.tag) || outline.end[i]! > before) continue
      const text = plainTitle(visibleText(element).slice(0, MAX_HEADLINE))
      if (text.length > 3 && title.includes(text)) return i
    }
    return undefined
  }

  /** A line that names the author stays, those that show the date, and subjects. */
  function markGap(from: number, to: number): void {
    let isNamed = false
    for (let i = from; i < to; i++) {
      if (outline.end[i]! > to || !isLine(outline, i)) continue
      const isDated = hasDate(i)
      const isSigned: boolean = !isNamed && outline.text[i]! > 1 && hasAuthor(i)
      if (isDated || isSigned) {
        reveal(i)
        markBeside(i)
        isNamed ||= isSigned
      } else if (!isSubject(i)) clutter.fill(1, i, outline.end[i])
    }
  }

  function isSubject(line: number): boolean {
    if (clutter[line] || outline.text[line]! <= MAX_AUTHOR) return false
    return HEADINGS.has(outline.elements[line]!.tag) && !repeatsTitle(line)
  }

  /** Takes back what the names of boxes have done: an author stands among what is told of him. */
  function reveal(line: number): void {
    for (let up = line; up >= 0 && clutter[up]; up = outline.parent[up]!) clutter[up] = 0
  }

  /** Beside the date and the author stand ranks, and links that answer, quote or report. */
  function markBeside(line: number): void {
    for (let i = line + 1; i < outline.end[line]!; ) {
      if (hasDate(i) || hasAuthor(i)) {
        clutter[i] = 0
        i = dates.has(i) || authors.has(i) ? outline.end[i]! : i + 1
      } else {
        clutter.fill(1, i, outline.end[i])
        i = outline.end[i]!
      }
    }
  }

  function goodOf(from: number, to: number): number {
    return goodBetween(outline, good, clutter, from, to)
  }

  function repeatsTitle(line: number): boolean {
    const text = plainTitle(ownLine(outline.elements[line]!)).replace(/^(?:\d+ )?re /, '')
    return text.length > 8 && title.includes(text)
  }
}

/** Marks what stands in `root` before `index`. */
function markUpTo(outline: Outline, root: number, index: number, clutter: Uint8Array): void {
  for (let i = root + 1; i < index; )
    if (outline.end[i]! > index) i++
    else {
      clutter.fill(1, i, outline.end[i])
      i = outline.end[i]!
    }
}
