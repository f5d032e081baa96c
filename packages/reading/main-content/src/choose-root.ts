import { type Element, HEADINGS, visibleText } from '@gleaner/markup'
import { addToParents, commonAncestor, type Outline } from './outline.ts'
import { plainTitle } from './plain-title.ts'

/**
 * The smallest element that holds the page's running text: the subtree with the highest sum of text values, then as
 * deep as most of that sum remains.
 */
export function focusedRoot(outline: Outline, own: Float64Array, clutter: Uint8Array): number {
  const sum = own.slice()
  for (let i = sum.length - 1; i >= 0; i--) {
    if (clutter[i]) sum[i] = 0
    else if (sum[i]! !== 0 && REFERENCES.test(outline.elements[i]!.attrs.class ?? '')) sum[i]! *= 0.3
    if (i > 0) sum[outline.parent[i]!]! += sum[i]!
  }
  let best = 0
  for (let i = 1; i < sum.length; i++) if (sum[i]! > sum[best]!) best = i
  return narrow(outline, sum, best)
}

/** The element that holds nearly all of the page's running text, however many boxes it is in: the posts of a thread. */
export function threadRoot(outline: Outline, own: Float64Array, clutter: Uint8Array): number {
  const sum = own.map((value, i) => (clutter[i] ? 0 : Math.max(0, value)))
  addToParents(outline.parent, sum)
  return deepest(outline, sum, 0, 0.9 * sum[0]!)
}

/**
 * Goes down while 90 % of the sum remains, to a box that its name calls the article's body while 70 % does, and to one
 * that the page declares to be it while 40 % does.
 */
function narrow(outline: Outline, sum: Float64Array, top: number): number {
  let best = top
  for (let i = top + 1; i < outline.end[top]!; i++) {
    const element = outline.elements[i]!
    const enough = element.attrs.itemprop === 'articleBody' ? 0.4 : isBody(element) ? 0.7 : 1
    if (enough < 1 && sum[i]! >= enough * sum[best]!) best = i
  }
  return boxAround(outline, deepest(outline, sum, best, 0.9 * sum[best]!))
}

/** A list or a listing is part of a page's text: the box that it stands in has its title and what is said of it. */
function boxAround(outline: Outline, root: number): number {
  let box = root
  while (PARTS.has(outline.elements[box]!.tag)) box = outline.parent[box]!
  return box
}

const PARTS: ReadonlySet<string> = new Set(['dl', 'ul', 'ol', 'pre', 'blockquote'])

function deepest(outline: Outline, sum: Float64Array, top: number, enough: number): number {
  let best = top
  for (let next = top; next !== -1; next = richestChild(outline, sum, best, enough)) best = next
  return best
}

function isBody({ tag, attrs }: Element): boolean {
  if (attrs.class === undefined && attrs.id === undefined) return tag === 'article'
  return tag === 'article' || BODY_NAME.test(`${attrs.class ?? ''} ${attrs.id ?? ''}`)
}

/** Names that themes and publishers give the box around an article's paragraphs. */
const BODY_NAME =
  /(?:^|\s)(?:article|post|entry|story|blog|news|blog-?post|content)[-_]*(?:body|content|text|copy|main)(?:$|\s)|(?:^|\s)(?:body-?(?:copy|text)|rte|richtext|prose|markdown-body|mw-parser-output|td-post-content)(?:$|\s)/i

/** Bibliographies are full of commas and full stops, which make them look like running text. */
const REFERENCES = /(?:^|[\s_-])(?:references|bibliography|reflist|citations)(?:$|[\s_-])/i

function richestChild(outline: Outline, sum: Float64Array, parent: number, enough: number): number {
  for (let i = parent + 1; i < outline.end[parent]!; i = outline.end[i]!) if (sum[i]! >= enough) return i
  return -1
}

/**
 * The deepest element that holds a headline and most of the text that is not clutter: 75 %.
 */
export function broadRoot(outline: Outline, clutter: Uint8Array): number {
  const left = outline.ownText.map((text, i) => (clutter[i] ? 0 : text))
  addToParents(outline.parent, left)
  const headlines = outline.elements
    .map((element, i) => (element.tag === 'h1' && left[i]! > 0 ? i : -1))
    .filter((i) => i > 0)
  const enough = 0.75 * left[0]!
  const keepsHeadline = (i: number) =>
    headlines.length === 0 || headlines.some((h) => h > i && h < outline.end[i]!)
  let root = 0
  for (let next = 0; next !== -1; ) {
    root = next
    next = -1
    const sections = countSections(outline, root, left)
    for (let i = root + 1; i < outline.end[root]!; i = outline.end[i]!) {
      if (left[i]! >= enough && keepsHeadline(i) && !hasEqual(outline.elements[i]!, sections, left[i]!))
        next = i
    }
  }
  return root
}

/** Whether a section is one of several alike: the largest group of an archive is not all of it. */
function hasEqual({ tag, attrs }: Element, sections: ReadonlyMap<string, number>, left: number): boolean {
  if (tag !== 'section' || !attrs.class) return false
  return (sections.get(attrs.class) ?? 0) > (left > 0 ? 1 : 0)
}

/** How many of the sections right below `parent` that hold something are named alike. */
function countSections(outline: Outline, parent: number, left: ArrayLike<number>): Map<string, number> {
  const counts = new Map<string, number>()
  for (let i = parent + 1; i < outline.end[parent]!; i = outline.end[i]!) {
    const { tag, attrs } = outline.elements[i]!
    if (tag === 'section' && attrs.class && left[i]! > 0)
      counts.set(attrs.class, (counts.get(attrs.class) ?? 0) + 1)
  }
  return counts
}

/**
 * Of several articles in a row (a page that loads the next ones below), the one that the page's title (normalized by
 * `plainTitle`) names. The given root when it holds fewer than two.
 */
export function namedArticle(outline: Outline, root: number, good: Float64Array, title: string): number {
  const articles: number[] = []
  for (let i = root + 1; i < outline.end[root]!; ) {
    if (good[i]! >= MIN_ARTICLE && isArticle(outline.elements[i]!)) {
      articles.push(i)
      i = outline.end[i]!
    } else {
      i++
    }
  }
  if (articles.length < 2) return root
  const named = articles.filter((i) => hasHeading(outline, i, title))
  return named.reduce((best, i) => (best === root || good[i]! > good[best]! ? i : best), root)
}

/**
 * The headline, and the standfirst below it, often stand outside the body's box. Gives the root that holds all three, with
 * what else is in it marked as clutter; the given root when no headline stands before it.
 */
export function includeLead(outline: Outline, root: number, own: Float64Array, clutter: Uint8Array): number {
  const headline = lastHeadlineBefore(outline, root, clutter)
  if (headline === -1) return root
  const leads: number[] = []
  for (let i = headline + 1; i < root; i++) {
    const isAround = outline.end[i]! > root
    if (isAround || clutter[i] || CAPTIONS.has(outline.elements[i]!.tag)) continue
    if (own[i]! >= MIN_LEAD) leads.push(i)
  }
  if (leads.length > MAX_LEADS) leads.length = 0
  const common = commonAncestor(outline, headline, root)
  markAllBut(outline, common, [headline, ...leads, root], clutter)
  return common
}

/** A standfirst is a sentence to a paragraph or two. Characters without spaces, blocks. */
const MIN_LEAD = 30
const MAX_LEADS = 4
const CAPTIONS: ReadonlySet<string> = new Set(['figcaption', 'caption'])

function lastHeadlineBefore(outline: Outline, root: number, clutter: Uint8Array): number {
  for (let i = root - 1; i > 0; i--) if (outline.elements[i]!.tag === 'h1' && !clutter[i]) return i
  return -1
}

function markAllBut(outline: Outline, common: number, kept: readonly number[], clutter: Uint8Array): void {
  for (let i = common + 1; i < outline.end[common]!; ) {
    const end = outline.end[i]!
    if (kept.includes(i)) i = end
    else if (kept.some((inner) => inner > i && inner < end)) i++
    else {
      clutter.fill(1, i, end)
      i = end
    }
  }
}

/** Characters of good text; a teaser has fewer. */
const MIN_ARTICLE = 300
function isArticle({ tag, attrs }: Element): boolean {
  return (
    tag === 'article' ||
    tag === 'main' ||
    (attrs.class ?? '').split(/\s+/).some((name) => ARTICLE_NAME.test(name)) ||
    /Article$|Posting$/.test(attrs.itemtype ?? '')
  )
}

/** A class that ends in such a word, numbers aside: a `news-article` is an article, an `article-body` is a body. */
const ARTICLE_NAME = /(?:^|[_-])(?:article|hentry|post|story)(?:[_-]*\d+)?$/

function hasHeading(outline: Outline, article: number, title: string): boolean {
  for (let i = article; i < outline.end[article]!; i++) {
    if (!HEADINGS.has(outline.elements[i]!.tag) || outline.text[i]! > 300) continue
    const heading = plainTitle(visibleText(outline.elements[i]!))
    if (heading.length > 8 && title.includes(heading)) return true
  }
  return false
}
