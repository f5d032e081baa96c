import {
  BLOCK_TAGS,
  collapse,
  ELEMENT,
  type Element,
  findFirst,
  HEADINGS,
  INVISIBLE_TAGS,
  TEXT,
  walk,
} from '@gleaner/markup'
import { judgeLine } from './boilerplate-lines.ts'
import { countLinks } from './count-links.ts'
import type { Outline } from './outline.ts'

/**
 * Marks what stands inside an article's body without being part of it: boilerplate lines, and lists of other pages.
 */
export function markBoilerplate(outline: Outline, root: number, clutter: Uint8Array): void {
  const end = outline.end[root]!
  const mark = (i: number) => clutter.fill(1, i, outline.end[i])
  const isSection = createSections(outline, root)
  const linkLines: number[] = []
  let paragraphs = 0
  let kept = 0
  let references = MOST_REFERENCES

  for (let i = root + 1; i < end; i++) {
    if (clutter[i]) continue
    const element = outline.elements[i]!
    if (i >= kept && references > 0 && isReference(outline, i)) {
      kept = endOfReferences(outline, root, i)
      references--
    }
    if (i < kept) continue
    if (isLinkBox(outline, i)) {
      mark(i)
      continue
    }
    const length = outline.ownText[i]!
    if (length === 0) continue
    if (element.tag === 'p') paragraphs++
    if (length > 250 || outline.text[i] !== length) continue
    const { isBoilerplate, leadsElsewhere } = judgeLine(ownLine(element))
    if (HEADINGS.has(element.tag) && (isBoilerplate || leadsElsewhere) && isSection(i)) continue
    if (isBoilerplate && !titlesProse(outline, i)) mark(i)
    else if (outline.ownLinkText[i]! > 0.4 * length && turnsPages(element)) mark(i)
    else if (outline.ownLinkText[i]! > 0.3 * length && leadsElsewhere && !isInDefinition(element)) mark(i)
    else if (leadsElsewhere && isParagraph(element) && linksFollow(outline, i)) markPair(outline, i, clutter)
    else if (outline.ownLinkText[i]! > 0.9 * length && isParagraph(element)) linkLines.push(i)
    else if (HEADINGS.has(element.tag) && leadsElsewhere) markSection(outline, i, root, clutter)
  }
  // A page of links writes them in paragraphs; an article has a few promotions between its paragraphs.
  if (linkLines.length * 2 < paragraphs) for (const i of linkLines) mark(i)
  markEmptyHeadings(outline, root, clutter)
}

/** A heading with prose under it is a real one, whatever it says: manuals explain `close`, `print` and `contents`. */
function titlesProse(outline: Outline, i: number): boolean {
  return HEADINGS.has(outline.elements[i]!.tag) && proseAfter(outline, i) >= MIN_PROSE
}

/** Characters of text beside links after an element, up to the next heading; counted as far as they matter. */
function proseAfter(outline: Outline, i: number): number {
  let prose = 0
  const end = outline.end[outline.parent[i]!]!
  for (let next = outline.end[i]!; next < end && prose < MIN_PROSE; next = outline.end[next]!) {
    if (headingIn(outline, next) !== -1) break
    prose += outline.text[next]! - outline.linkText[next]!
  }
  return prose
}

/** Characters without spaces. */
const MIN_PROSE = 60

/**
 * Tells the headings of sections that are built alike, each in a box of its own, as a manual's are: what such a section
 * leads to ("See also") is part of the manual. Two others must have prose.
 */
function createSections(outline: Outline, root: number): (heading: number) => boolean {
  let boxes: Map<string, Set<number>> | undefined
  return (heading) => {
    boxes ??= boxesOfSections(outline, root)
    const alike = boxes.get(buildOf(outline, heading))
    return alike !== undefined && alike.size - (alike.has(outline.parent[heading]!) ? 1 : 0) >= 2
  }
}

/**
 * Where the section ends that a heading like "See also" titles; 0 where it is none. In a text whose sections stand in one
 * box without boxes of their own, as an encyclopedia's do, it is one of them. Two others must have prose.
 */
function endOfReferences(outline: Outline, root: number, heading: number): number {
  const { elements, end, parent } = outline
  const own = boxOfHeading(outline, heading)
  if (own === root) return 0
  let others = 0
  let until = 0
  for (let i = parent[own]! + 1; i < end[parent[own]!]!; i = end[i]!) {
    const title = headingIn(outline, i)
    if (title === -1) continue
    if (until === 0 && i > own) until = i
    if (i !== own && elements[title]!.tag === elements[heading]!.tag && proseAfter(outline, i) >= MIN_PROSE)
      others++
  }
  return others >= MIN_SECTIONS ? until || end[parent[own]!]! : 0
}

function isReference({ elements, text }: Outline, i: number): boolean {
  const element = elements[i]!
  return HEADINGS.has(element.tag) && text[i]! <= MAX_REFERENCE && judgeLine(ownLine(element)).isReference
}

/** Characters without spaces. */
const MAX_REFERENCE = 30
/** Sections like that of one text: bounds the search for those beside them. */
const MOST_REFERENCES = 20
const MIN_SECTIONS = 2

/** The heading, or the box that holds nothing else than it and a link to edit its section. */
function boxOfHeading({ parent, text }: Outline, heading: number): number {
  const box = parent[heading]!
  return box > 0 && text[box]! <= text[heading]! + MAX_BESIDE ? box : heading
}

const MAX_BESIDE = 20

/** The heading that an element is, or begins with and hardly goes on after; -1 for any other. */
function headingIn(outline: Outline, i: number): number {
  if (HEADINGS.has(outline.elements[i]!.tag)) return i
  const first = outline.firstWithText[i]!
  const isTitle = first < outline.end[i]! && HEADINGS.has(outline.elements[first]!.tag)
  return isTitle && boxOfHeading(outline, first) === i ? first : -1
}

/** The boxes of headings that title prose, by how both are built. */
function boxesOfSections(outline: Outline, root: number): Map<string, Set<number>> {
  const boxes = new Map<string, Set<number>>()
  for (let i = root + 1; i < outline.end[root]!; i++) {
    if (!HEADINGS.has(outline.elements[i]!.tag) || !titlesProse(outline, i)) continue
    const build = buildOf(outline, i)
    boxes.set(build, (boxes.get(build) ?? new Set()).add(outline.parent[i]!))
  }
  return boxes
}

function buildOf(outline: Outline, i: number): string {
  const { tag, attrs } = outline.elements[outline.parent[i]!]!
  return `${outline.elements[i]!.tag} ${tag}.${attrs.class ?? ''}`
}

/** A line of its own, not one that fills a table's cell or a list's item: documentation names things by links there. */
function isParagraph({ tag, parent }: Element): boolean {
  return (tag === 'p' || tag === 'div') && parent?.type === ELEMENT && !CELLS.has(parent.tag)
}

/** A line with links to the pages before and after this one, as manuals and archives declare them. */
function turnsPages(line: Element): boolean {
  return findFirst(line, ({ tag, attrs }) => tag === 'a' && TURNING.test(attrs.rel ?? '')) !== undefined
}

const TURNING = /(?:^|\s)(?:next|prev|previous)(?:$|\s)/i

/** What is defined has its own "See also". */
function isInDefinition({ parent }: Element): boolean {
  return parent?.type === ELEMENT && parent.tag === 'dd'
}

const CELLS: ReadonlySet<string> = new Set(['td', 'th', 'li', 'dt', 'dd'])

/** A box or list of short links: teasers of other pages. */
function isLinkBox(outline: Outline, i: number): boolean {
  const { tag } = outline.elements[i]!
  if (tag !== 'ul' && tag !== 'ol' && tag !== 'div' && tag !== 'section') return false
  const text = outline.text[i]!
  if (text === 0 || text > 3000 || outline.linkText[i]! < 0.7 * text) return false
  return countLinks(outline, i) >= 3
}

/**
 * A heading like "Related stories" with what stands under it: the box that begins with it, or what follows up to the
 * next heading, if that is mostly links.
 */
export function markSection(outline: Outline, heading: number, root: number, clutter: Uint8Array): void {
  const box = boxUnder(outline, heading, root)
  if (box !== heading) {
    clutter.fill(1, box, outline.end[box])
    return
  }
  const { end, text, links } = outline.following(heading)
  if (links > 0.5 * text) clutter.fill(1, heading, end)
}

/** Teasers are links with a line or two each; a section that only begins like them has more text. */
function isTeasers(outline: Outline, i: number, root: number): boolean {
  const prose = outline.text[i]! - outline.linkText[i]!
  const allProse = outline.text[root]! - outline.linkText[root]!
  return (
    outline.text[i]! < 0.4 * outline.text[root]! && (prose < 0.1 * allProse || outline.linkText[i]! > prose)
  )
}

/** The largest box whose first text is the heading, and that is not most of the root. */
function boxUnder(outline: Outline, heading: number, root: number): number {
  let box = heading
  for (let up = outline.parent[heading]!; up > root; up = outline.parent[up]!) {
    const hasTextBefore = outline.ownText[up]! > 0 || outline.firstWithText[up]! < box
    if (hasTextBefore || !isTeasers(outline, up, root)) break
    box = up
  }
  // A box of the heading alone is no section.
  return outline.text[box]! > outline.text[heading]! ? box : heading
}

/** The line leads to the list of links that stands right under it ("Don't miss:"). */
function linksFollow(outline: Outline, line: number): boolean {
  const next = outline.end[line]!
  if (next >= outline.end[outline.parent[line]!]! || !LISTS.has(outline.elements[next]!.tag)) return false
  return outline.linkText[next]! > 0.5 * outline.text[next]!
}

const LISTS: ReadonlySet<string> = new Set(['ul', 'ol'])

function markPair(outline: Outline, line: number, clutter: Uint8Array): void {
  clutter.fill(1, line, outline.end[outline.end[line]!])
}

/** A heading that nothing follows, because it stood over what is marked, goes too. */
function markEmptyHeadings(outline: Outline, root: number, clutter: Uint8Array): void {
  for (let i = outline.end[root]! - 1, follows = false; i > root; i--) {
    if (clutter[i] || outline.ownText[i] === 0) continue
    if (!HEADINGS.has(outline.elements[i]!.tag)) follows = true
    // Text may also stand right in the heading's box, beside it.
    else if (!follows && outline.ownText[outline.parent[i]!] === 0) clutter.fill(1, i, outline.end[i])
  }
}

/** The element's own text as one line, without that of blocks inside it. */
export function ownLine(element: Element): string {
  let line = ''
  walk(element, (node) => {
    if (node.type === TEXT) line += node.value
    if (line.length > 2000) return 'stop'
    if (node.type !== ELEMENT) return undefined
    return BLOCK_TAGS.has(node.tag) || INVISIBLE_TAGS.has(node.tag) ? 'skip' : undefined
  })
  return collapse(line)
}
