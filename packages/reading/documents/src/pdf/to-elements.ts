import type { Element } from '@gleaner/markup'
import { element, table } from '../build-page.ts'
import { takeTable } from './table-rows.ts'
import { lineText, median, type TextLine } from './text-line.ts'

/** A font this much larger than the body's marks a heading. */
const HEADING_RATIO = 1.15
const MAX_HEADING_CHARS = 200
const BULLET = /^(?:[•●◦▪■‣∙·○◆►➢✓]|[-–—*](?=\s))\s*/
const NUMBERED = /^(\d{1,3})[.)]\s+(?=\S)/

/** Headings, paragraphs, lists and tables of a document's lines. */
export function toElements(pages: readonly TextLine[][]): Element[] {
  const lines = pages.flat()
  const body = bodySize(lines)
  const levels = headingLevels(lines, body)
  const leading = usualLeading(pages, body)
  const elements: Element[] = []
  for (let at = 0; at < lines.length; ) {
    const found = takeTable(lines, at)
    const taken = found
      ? { count: found.count, element: table(found.header, found.rows) }
      : (takeHeading(lines, at, levels) ?? takeList(lines, at) ?? takeParagraph(lines, at, levels, leading))
    elements.push(taken.element)
    at += taken.count
  }
  return joinAcrossPages(elements)
}

interface Taken {
  element: Element
  count: number
}

/** The font size that most characters have. */
function bodySize(lines: readonly TextLine[]): number {
  const characters = new Map<number, number>()
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2
    characters.set(size, (characters.get(size) ?? 0) + lineText(line).length)
  }
  return [...characters].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0]
}

/** Sizes of headings, the largest first, mapped to levels 1 to 4. */
function headingLevels(lines: readonly TextLine[], body: number): Map<number, number> {
  const sizes = new Set(
    lines
      .filter((line) => line.size >= body * HEADING_RATIO && lineText(line).length <= MAX_HEADING_CHARS)
      .map(({ size }) => Math.round(size)),
  )
  const ordered = [...sizes].sort((a, b) => b - a)
  return new Map(ordered.map((size, index) => [size, Math.min(index + 1, 4)]))
}

function levelOf(line: TextLine, levels: Map<number, number>): number | undefined {
  const text = lineText(line)
  if (text.length > MAX_HEADING_CHARS || !/\p{L}/u.test(text)) return undefined
  return levels.get(Math.round(line.size))
}

function takeHeading(lines: readonly TextLine[], at: number, levels: Map<number, number>): Taken | undefined {
  const first = lines[at]!
  const level = levelOf(first, levels)
  if (level === undefined) return undefined
  let count = 1
  let text = lineText(first)
  for (
    let next = lines[at + count];
    next && levelOf(next, levels) === level && isBelow(lines[at + count - 1]!, next, 1.7);
    next = lines[at + count]
  ) {
    text = join(text, lineText(next))
    if (text.length > MAX_HEADING_CHARS) break
    count++
  }
  return { element: element(`h${level}`, {}, text), count }
}

function takeList(lines: readonly TextLine[], at: number): Taken | undefined {
  const first = lineText(lines[at]!)
  const marker = BULLET.test(first) ? BULLET : NUMBERED.exec(first)?.[1] === '1' ? NUMBERED : undefined
  if (!marker) return undefined
  const left = lines[at]!.x
  const items: string[] = []
  let count = 0
  for (let line = lines[at]; line; line = lines[at + count]) {
    const text = lineText(line)
    const follows = count === 0 || isBelow(lines[at + count - 1]!, line, 2.2)
    if (!follows) break
    if (marker.test(text)) items.push(text.replace(marker, ''))
    else if (line.x > left + line.size * 0.4) items[items.length - 1] = join(items.at(-1)!, text)
    else break
    count++
  }
  if (marker === NUMBERED && items.length < 2) return undefined
  const tag = marker === NUMBERED ? 'ol' : 'ul'
  return {
    element: element(
      tag,
      {},
      items.filter((item) => item !== '').map((item) => element('li', {}, item)),
    ),
    count,
  }
}

function takeParagraph(
  lines: readonly TextLine[],
  at: number,
  levels: Map<number, number>,
  leading: number,
): Taken {
  const first = lines[at]!
  let text = lineText(first)
  let count = 1
  for (let next = lines[at + count]; next; next = lines[at + count]) {
    const previous = lines[at + count - 1]!
    const words = lineText(next)
    if (
      levelOf(next, levels) !== undefined ||
      BULLET.test(words) ||
      !continuesParagraph(previous, next, leading)
    )
      break
    if (takeTable(lines, at + count)) break
    text = join(text, words)
    count++
  }
  return { element: element('p', {}, text), count }
}

function continuesParagraph(previous: TextLine, next: TextLine, leading: number): boolean {
  if (Math.abs(previous.size - next.size) > 1) return false
  const drop = previous.y - next.y
  // The next column or page goes on above; whether the sentence does is decided by `joinAcrossPages`.
  if (drop <= 0) return false
  if (drop > leading * 1.35) return false
  const isIndented = next.x > previous.x + next.size * 0.9 && previous.end < next.end + next.size
  const endsShort = /[.!?:”"]$/.test(lineText(previous)) && previous.end < next.end - next.size * 4
  return !(isIndented && /^\p{Lu}/u.test(lineText(next))) && !endsShort
}

function isBelow(upper: TextLine, lower: TextLine, lines: number): boolean {
  const drop = upper.y - lower.y
  return drop > 0 && drop < Math.max(upper.size, lower.size) * lines
}

/** The usual distance between two baselines of a paragraph. */
function usualLeading(pages: readonly TextLine[][], body: number): number {
  const drops = pages.flatMap((page) => page.slice(1).map((line, index) => page[index]!.y - line.y))
  const usual = median(drops.filter((drop) => drop > body * 0.8 && drop < body * 3))
  return usual > 0 ? usual : body * 1.2
}

/** A hyphen at a line's end, between small letters, comes from typesetting. */
function join(text: string, next: string): string {
  if (/\p{Ll}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next
  return `${text} ${next}`
}

/** A paragraph that breaks off without a stop goes on in the next one when that begins with a small letter. */
function joinAcrossPages(elements: Element[]): Element[] {
  const joined: Element[] = []
  for (const next of elements) {
    const last = joined.at(-1)
    const [before, after] = [textOf(last), textOf(next)]
    if (last?.tag === 'p' && next.tag === 'p' && /[\p{L},;-]$/u.test(before) && /^\p{Ll}/u.test(after)) {
      joined[joined.length - 1] = element('p', {}, join(before, after))
    } else joined.push(next)
  }
  return joined
}

function textOf(block: Element | undefined): string {
  const text = block?.children[0]
  return text?.type === 3 ? text.value : ''
}
