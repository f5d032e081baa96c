import {
  ADDRESS_SIGNS,
  GENERATOR_SIGNS,
  isHome,
  isThread,
  OG_SIGNS,
  type PageType,
  pathOf,
  type Sign,
} from './page-signs.ts'
import { typeSigns } from './schema-types.ts'

/** What a page declares of itself. */
export interface PageDeclarations {
  /** `<title>`. */
  title: string
  /** `<meta>` name or property, lower case, to content. */
  metas: ReadonlyMap<string, string>
  /** schema.org types named anywhere in the page's JSON-LD or microdata. */
  schemaTypes: ReadonlySet<string>
  /** What its `<link>`s lead to: `next`, `up`, `stylesheet`; lower case. */
  linkTypes: ReadonlySet<string>
}

/** What a manual's page has and an article seldom. */
export interface ManualSigns {
  /** Blocks of code, and pieces of code in lines of text. */
  codeBlocks: number
  codeWords: number
  /** Headings that lead to themselves. */
  linkedHeadings: number
  /** Terms in lists of definitions. */
  terms: number
  /** Characters of the page, without spaces. */
  textLength: number
}

/** Measures of the page's body. Lengths are in characters without spaces. */
export interface PageSigns extends ManualSigns {
  /** Lines that show a price. */
  prices: number
  /** The best box is, or is in, an `<article>` or a marked article body. */
  inArticle: boolean
  /** Share of the page's good text that its best article-like box holds. */
  focus: number
  /** Share of that box's text that is good: an article is nearly nothing but sentences. */
  density: number
  /** Characters of good text. */
  goodText: number
  /** Boxes alike with a date between each and the next, and their share of the good text. */
  posts: number
  inPosts: number
  /** An author is named at most of them. */
  areSigned: boolean
}

/**
 * Guesses a page's type from the path of its address, its markup and measures of its text. What the host is called says nothing of
 * one page: communities have blogs and shops, and manuals front pages.
 */
export function guessPageType(
  { title, metas, schemaTypes, linkTypes }: PageDeclarations,
  url: string,
  signs: PageSigns,
): PageType {
  const scores: Record<PageType, number> = {
    article: 0.5,
    documentation: 0,
    forum: 0,
    product: 0,
    collection: 0,
    listing: 0,
    service: 1.6,
  }
  const add = (rows: readonly Sign[], text: string | undefined) => {
    if (text) for (const [pattern, type, weight] of rows) if (pattern.test(text)) scores[type] += weight
  }
  const place = pathOf(url)
  for (const { pattern, type, weight } of ADDRESS_SIGNS) if (pattern.test(place)) scores[type] += weight
  if (isHome(url)) scores.service += 2
  add(SLUG_SIGNS, slugOf(place))
  add(END_SIGNS, place.slice(place.lastIndexOf('/') + 1))
  add(OG_SIGNS, metas.get('og:type')?.toLowerCase())
  add(GENERATOR_SIGNS, metas.get('generator'))
  add(TITLE_SIGNS, title.trim())
  for (const name of schemaTypes) for (const [type, weight] of typeSigns(name)) scores[type] += weight
  if (metas.has('article:published_time')) scores.article += 1.5

  if (signs.prices >= 12) scores.collection += 2
  else if (signs.prices >= 1 && scores.product > 0) scores.product += 1
  if (signs.inPosts > 0.5) scores.forum += (signs.posts > 2 ? 2 : 1.5) * (isDialogue(signs) ? 2 : 1)
  if (signs.areSigned && isThread(place)) scores.forum += 2
  scores.documentation += weighManual(signs, linkTypes)
  if (signs.focus > 0.6 && signs.goodText > 1500) scores.article += 1
  const sells = scores.product + scores.collection > 0
  if (signs.focus > 0.5 && signs.density > 0.85 && !sells) scores.article += 1.2
  if (signs.inArticle) scores.article += 1
  if (metas.has('author') || metas.has('article:author')) scores.article += 0.5
  if (signs.goodText < 600) scores.listing += 1
  return (Object.keys(scores) as PageType[]).reduce((best, type) =>
    scores[type] > scores[best] ? type : best,
  )
}

/** A manual names code in its sentences, shows it, and is one page of a book with a contents and an index. */
function weighManual(signs: ManualSigns, linkTypes: ReadonlySet<string>): number {
  let weight = 0
  if (signs.codeWords >= 3 && signs.codeWords >= CODE_SHARE * signs.textLength) weight += 2
  if (signs.codeBlocks >= 2) weight += 2
  if (signs.linkedHeadings >= 2) weight += 2
  if (signs.terms >= 3) weight += 2
  if (BOOK_LINKS.some((type) => linkTypes.has(type))) weight += 3
  if (linkTypes.has('next') || linkTypes.has('prev')) weight += 1
  return weight
}

/** Pieces of code for each character of text. */
const CODE_SHARE = 0.002

/** Source: HTML 4.01, 6.12 Link types. */
const BOOK_LINKS = ['up', 'contents', 'index', 'top', 'toc', 'chapter', 'section']

/** Authors are named, or there is nothing but posts: guests have no pages that their names could lead to. */
function isDialogue({ areSigned, posts, inPosts }: PageSigns): boolean {
  return areSigned || (posts >= 5 && inPosts > 0.8)
}

/** By the last part of the path: a slug made of a title. */
const SLUG_SIGNS: readonly Sign[] = [[/[a-z0-9äöü](?:[-_][a-z0-9äöü]+){3}/i, 'article', 1.2]]

/** `git-rebase(1)`: a page of a manual is called by its name and section. Source: man-pages(7). */
const TITLE_SIGNS: readonly Sign[] = [[/^[\w.:+@-]+ ?\([1-9]\w{0,4}\)/, 'documentation', 3]]

/** What stands behind the last slash of the address. */
const END_SIGNS: readonly Sign[] = [[/\d{5}|\.html?$/, 'article', 0.8]]

/** The last part of the path that is not empty. */
function slugOf(place: string): string {
  const [path] = place.split(/[?#]/, 1)
  return path!.replace(/\/$/, '').split('/').slice(1).at(-1) ?? ''
}
