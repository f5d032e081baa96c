import { type Element, TEXT, visibleText } from '@gleaner/markup'
import { isAuthor } from './is-author.ts'
import type { Outline } from './outline.ts'

/** A place that shows a date or names an author. */
export interface Mark {
  index: number
  /** How such places are named. */
  kind: string
}

export interface Stamp extends Mark {
  /** It shows a day or a time of day, as a post's does; the month in which its writer joined does not. */
  isExact: boolean
}

/** Marks of one kind between boxes. */
export interface Series {
  /** The gaps that have one; a gap is named by the number of the box after it. */
  gaps: number[]
  /** Elements between the marks and the boxes next to them, in all. */
  distance: number
  /** One stands before the first box or after the last. */
  outside: boolean
  indices: number[]
  /** How many are exact dates. */
  exact: number
}

/** `kindOf` names the kind of an element. */
export function findStamps({ elements }: Outline, kindOf: (element: Element) => string): Stamp[] {
  const stamps: Stamp[] = []
  elements.forEach((element, index) => {
    const date = shownDate(element)
    if (date !== undefined) stamps.push({ index, kind: kindOf(element), isExact: EXACT.test(date) })
  })
  return stamps
}

/** The places that name somebody. Larger boxes are about somebody. */
export function findNames({ elements, end }: Outline, kindOf: (element: Element) => string): Mark[] {
  const marks: Mark[] = []
  elements.forEach((element, index) => {
    if (end[index]! - index <= MAX_NAMED && isAuthor(element)) marks.push({ index, kind: kindOf(element) })
  })
  return marks
}

/** Elements in one that names somebody. */
const MAX_NAMED = 12

/** The marks that stand between the boxes, before the first and after the last, by their kinds. */
export function collectSeries(
  outline: Outline,
  boxes: readonly number[],
  marks: readonly (Mark | Stamp)[],
): Series[] {
  const found = new Map<string, Series>()
  let at = 0
  for (let k = 0; k <= boxes.length; k++) {
    const next = boxes[k] ?? outline.elements.length
    const before = k > 0 ? outline.end[boxes[k - 1]!]! : 0
    for (; at < marks.length && marks[at]!.index < next; at++) {
      const mark = marks[at]!
      const series = found.get(mark.kind) ?? { gaps: [], distance: 0, outside: false, indices: [], exact: 0 }
      found.set(mark.kind, series)
      series.indices.push(mark.index)
      if ('isExact' in mark && mark.isExact) series.exact++
      if (k === 0 || k === boxes.length) series.outside = true
      else if (series.gaps.at(-1) !== k) {
        series.gaps.push(k)
        series.distance += Math.min(mark.index - before, next - mark.index)
      }
    }
    if (k < boxes.length) while (at < marks.length && marks[at]!.index < outline.end[next]!) at++
  }
  return [...found.values()]
}

/**
 * The places that name the writers of what stands in the boxes: of the kind that most gaps have, and of several such the
 * one that says something else most often. "View profile" leads to the same pages as the names do. None when fewer than
 * half of the gaps have one.
 */
export function findAuthors(outline: Outline, boxes: readonly number[], names: readonly Mark[]): number[] {
  let best: { series: Series; texts: number } | undefined
  for (const series of collectSeries(outline, boxes, names)) {
    const { gaps, indices } = series
    if (gaps.length * 2 < boxes.length - 1) continue
    const texts = new Set(indices.map((i) => visibleText(outline.elements[i]!).slice(0, MAX_TEXT))).size
    const isMore = !best || gaps.length > best.series.gaps.length
    if (isMore || (gaps.length === best!.series.gaps.length && texts > best!.texts)) best = { series, texts }
  }
  return best?.series.indices ?? []
}

/** Characters of a name that are compared. */
const MAX_TEXT = 60
/** Characters of a text that is a date with a few words around it. */
const MAX_DATE_LENGTH = 80

/** The date or time that the element is, has as its own short text, or shows when it is pointed at. */
function shownDate({ tag, attrs, children }: Element): string | undefined {
  if (attrs.datetime !== undefined) return attrs.datetime
  if (isDate(attrs.title)) return attrs.title
  for (const child of children) if (child.type === TEXT && isDate(child.value)) return child.value
  return tag === 'time' ? '' : undefined
}

function isDate(text: string | undefined): text is string {
  return text !== undefined && text.length < MAX_DATE_LENGTH && DATE.test(text)
}

/** A year, a time of day, a day in digits, or how long ago. */
const DATE =
  /\b(?:19|20)\d\d\b|\b\d{1,2}:\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d\d\b|\b\d+ ?(?:[smhdwy]|mo|(?:sec(?:ond)?|min(?:ute)?|h(?:ou)?r|day|week|month|year)s?)(?: ago)?\b/i

/** The same but for a year with or without a month. */
const EXACT = /\d{1,2}:\d\d|\d[./-]\d{1,2}[./-]\d|\b\d{1,2}(?!\d).*\b(?:19|20)\d\d\b|\bago\b/i
