import { type Element, HEADINGS } from '@gleaner/markup'
import { ownLine } from './mark-boilerplate.ts'
import { addToParents, isLine, type Outline } from './outline.ts'

/** Lines built alike: paragraphs of a text are many. */
const MAX_ALIKE = 3
/** Share of the article's text in the line's box. */
const MAX_BOX = 0.1
/** Share of the article's text that is its end. */
const END = 0.1
/** Share of the article's text. More than this is how the article is written, not what stands beside it. */
const MAX_LONE = 0.2

/**
 * Marks the lines that stand apart from an article's text, in whatever language: who wrote it, its tags, what else to
 * read. Such a line is built like hardly any other, in a small box of its own, and is no sentence or stands at the end
 * without a title.
 */
export function markLoneLines(outline: Outline, root: number, clutter: Uint8Array): void {
  const kept: number[] = []
  for (let i = root; i < outline.end[root]!; i++) if (!clutter[i] && outline.ownText[i]! > 0) kept.push(i)
  const left = new Int32Array(outline.elements.length)
  for (const i of kept) left[i] = outline.ownText[i]!
  addToParents(outline.parent, left)
  const total = left[root]!
  const kinds = kept.map((i) => kindOf(outline, i))
  const alike = countAlike(kinds)
  const titles = new Uint8Array(outline.elements.length)
  for (const i of kept) if (HEADINGS.has(outline.elements[i]!.tag)) titles[outline.parent[i]!] = 1

  const noted = notesOf(outline, root)
  const lone: number[] = []
  let read = 0
  let apart = 0
  for (const [at, i] of kept.entries()) {
    read += outline.ownText[i]!
    if (i === root || !isLine(outline, i) || isPart(outline, i) || noted(i)) continue
    if (left[outline.parent[i]!]! >= MAX_BOX * total || alike.get(kinds[at]!)! > MAX_ALIKE) continue
    const isPassage = total - read >= END * total || titles[outline.parent[i]!] === 1
    if (isPassage && SENTENCE_END.test(ownLine(outline.elements[i]!))) continue
    lone.push(i)
    apart += outline.ownText[i]!
  }
  if (apart <= MAX_LONE * total) for (const i of lone) clutter.fill(1, i, outline.end[i])
}

/** Whether a line, or a box right around it, is what a link in the text leads to: a footnote. */
function notesOf({ elements, parent, end }: Outline, root: number): (i: number) => boolean {
  const linked = new Set<string>()
  for (let i = root; i < end[root]!; i++) {
    const href = elements[i]!.attrs.href
    if (href?.startsWith('#') && href.length > 1) linked.add(href.slice(1))
  }
  return (i) => {
    let at = i
    for (let up = 0; up <= MAX_UP && at >= 0; up++) {
      const id = elements[at]?.attrs.id
      if (id !== undefined && linked.has(id)) return true
      at = parent[at] ?? -1
    }
    return false
  }
}

/** Boxes around the text of a footnote, the list of them left out. */
const MAX_UP = 2

/** Titles, code, captions and quotes, the few items of a list and the cells of a table are built unlike paragraphs. */
function isPart({ elements, parent }: Outline, i: number): boolean {
  return PARTS.has(elements[i]!.tag) || PARTS.has(elements[parent[i]!]!.tag)
}

const PARTS: ReadonlySet<string> = new Set([
  ...HEADINGS,
  ...'pre code figure figcaption caption blockquote li dt dd th td'.split(' '),
])

const SENTENCE_END = /[.!?…:。！？؟।]["'”’»)\]]?$/

function countAlike(kinds: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

/** How a line and the box around it are built. */
function kindOf({ elements, parent }: Outline, i: number): string {
  const box = elements[parent[i]!]
  return `${buildOf(elements[i]!)} ${box ? buildOf(box) : ''}`
}

function buildOf({ tag, attrs }: Element): string {
  return `${tag}.${attrs.class?.slice(0, MAX_NAME) ?? ''}`
}

/** Characters of a class attribute that are looked at. */
const MAX_NAME = 100
