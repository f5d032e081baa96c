import { BLOCK_TAGS, HEADINGS } from '@gleaner/markup'
import { addToParents, commonAncestor, type Outline } from './outline.ts'

/** Share of the page's text outside links that the content's box holds. */
const MOST = 0.9

/**
 * The box of a manual's page: the smallest that holds its headline and nearly all text that no link holds, since a
 * manual consists of prose, code, tables, signatures and lists of links alike. Marks the menus in it.
 */
export function manualRoot(outline: Outline, clutter: Uint8Array): number {
  const { end, ownText, ownLinkText } = outline
  const plainText = ownText.map((text, i) => (clutter[i] ? 0 : text - ownLinkText[i]!))
  addToParents(outline.parent, plainText)
  const headline = findHeadline(outline, clutter)
  const headingOf = findHeadings(outline, clutter)
  const isEnough = (i: number) =>
    plainText[i]! >= MOST * plainText[0]! &&
    (headline === 0 || (i < headline && headline < end[i]!)) &&
    !isSection(outline, i, clutter, headingOf)
  let root = 0
  for (let next = 0; next !== -1; ) {
    root = next
    next = -1
    for (let i = root + 1; i < end[root]!; i = end[i]!) if (isEnough(i)) next = i
  }
  const contents = findContents(outline, headline, plainText[0]!, clutter)
  if (contents !== -1) root = commonAncestor(outline, Math.min(root, contents), Math.max(root, contents))
  markMenus(outline, root, headline, clutter)
  return root
}

/** What a manual's first page has below its headline: the pages of it, much more than it says itself; -1 for none. */
function findContents(outline: Outline, headline: number, plain: number, clutter: Uint8Array): number {
  const { elements, end, text } = outline
  for (let i = headline + 1; i < elements.length; ) {
    const isContents =
      !clutter[i] &&
      text[i]! > MIN_CONTENTS * plain &&
      CONTENTS_NAME.test(elements[i]!.attrs.class ?? '') &&
      isOfLinks(outline, i) &&
      !leadsBeside(outline, i)
    if (isContents) return i
    i = clutter[i] ? end[i]! : i + 1
  }
  return -1
}

const MIN_CONTENTS = 2
const CONTENTS_NAME =
  /(?:^|[\s_-])(?:toc|toctree(?:-wrapper)?|contents|table-of-contents|chapters)(?:$|[\s_-])/i

/** The first of the page's largest headings; 0 without any. */
function findHeadline({ elements, text }: Outline, clutter: Uint8Array): number {
  let best = 0
  for (let i = 1; i < elements.length; i++) {
    const { tag } = elements[i]!
    if (clutter[i] || text[i] === 0 || !HEADINGS.has(tag)) continue
    if (best === 0 || tag < elements[best]!.tag) best = i
  }
  return best
}

/** Tells the tag of the first heading in an element. */
function findHeadings({ elements, end }: Outline, clutter: Uint8Array): (i: number) => string | undefined {
  const next = new Int32Array(elements.length + 1).fill(elements.length)
  for (let i = elements.length - 1; i >= 0; i--)
    next[i] = !clutter[i] && HEADINGS.has(elements[i]!.tag) ? i : next[i + 1]!
  return (i) => (next[i]! < end[i]! ? elements[next[i]!]!.tag : undefined)
}

/** One of several boxes alike with a heading each: the longest section of a page is not all of it. */
function isSection(
  outline: Outline,
  i: number,
  clutter: Uint8Array,
  headingOf: (i: number) => string | undefined,
): boolean {
  const parent = outline.parent[i]!
  const heading = headingOf(i)
  if (heading === undefined) return false
  const build = buildOf(outline, i)
  for (let k = parent + 1; k < outline.end[parent]!; k = outline.end[k]!) {
    if (k === i || clutter[k] || buildOf(outline, k) !== build) continue
    if (headingOf(k) === heading) return true
  }
  return false
}

function buildOf({ elements }: Outline, i: number): string {
  const { tag, attrs } = elements[i]!
  return `${tag}.${attrs.class ?? ''}`
}

/**
 * Marks the boxes of links that are no part of the text: trails before the headline, contents of the page, the lines that
 * turn pages.
 */
function markMenus(outline: Outline, root: number, headline: number, clutter: Uint8Array): void {
  for (let i = root + 1; i < outline.end[root]!; ) {
    if (clutter[i] || !isOfLinks(outline, i)) i++
    else {
      if (outline.end[i]! <= headline || leadsBeside(outline, i)) clutter.fill(1, i, outline.end[i])
      i = outline.end[i]!
    }
  }
}

/** Share of a box's text in links that makes it one of links. */
const MIN_LINKED = 0.7

function isOfLinks({ elements, text, linkText }: Outline, i: number): boolean {
  return (
    text[i]! > 0 &&
    linkText[i]! >= MIN_LINKED * text[i]! &&
    BLOCK_TAGS.has(elements[i]!.tag) &&
    !TABLE_TAGS.has(elements[i]!.tag)
  )
}

/** A manual's tables name by links what they tell. */
const TABLE_TAGS: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tr', 'td', 'th'])

/** Nearly all of three or more links lead to places on this page, or one to the page before or after, as it declares. */
function leadsBeside({ elements, end }: Outline, i: number): boolean {
  let links = 0
  let inside = 0
  for (let k = i; k < end[i]!; k++) {
    const { href, rel } = elements[k]!.attrs
    if (elements[k]!.tag !== 'a' || href === undefined) continue
    if (TURNING.test(rel ?? '')) return true
    links++
    if (href.startsWith('#')) inside++
  }
  return links >= 3 && inside >= 0.9 * links
}

const TURNING = /(?:^|\s)(?:next|prev|previous)(?:$|\s)/i
