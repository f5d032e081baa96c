import { closest, findFirst, resolveUrl, TEXT, type Text } from '@gleaner/markup'
import { isHome } from '@gleaner/page-types'
import { nameKey, sharedWords, wordsOf } from '../entities/similarity.ts'
import type { PageIndex, Placed } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import { piecesOf } from './title-pieces.ts'

export interface Headline {
  text: string
  order: number
  /** It is the only `h1` of the page's own content. */
  isOnly: boolean
}

/** Least score of a heading that is accepted, and the penalty for one that links to the front page. */
const LEAST_SCORE = 0.4
const LOGO_PENALTY = 4
const MOST_HEADINGS = 40

/**
 * The heading of the page's own content: the `h1` that the title repeats, else the first one inside the content.
 * Headings of menus and sidebars, and logos marked up as `h1`, are passed over.
 */
export function findHeadline(index: PageIndex, titles: readonly string[], url: string): Headline | undefined {
  const isFrontPage = isHome(url)
  const known = titles.map(titleOf)
  let best: { headline: Headline; score: number } | undefined
  const logos = new Set<string>()
  let seen = 0
  let own = 0
  for (const heading of index.headings) {
    if (seen >= MOST_HEADINGS) break
    const text = shortText(heading.node, 300)
    if (text.length < 2) continue
    const isOwn = heading.node.tag === 'h1' && !heading.outside
    if (isOwn) own += 1
    const full = scoreOf(heading, text, known, seen)
    seen += 1
    if (full <= (best?.score ?? LEAST_SCORE)) continue
    const isLogoHere = !isFrontPage && isLogo(heading, index.headings, known, url)
    if (isLogoHere) logos.add(nameKey(text))
    const score = isLogoHere ? full - LOGO_PENALTY : full
    if (score > (best?.score ?? LEAST_SCORE))
      best = { headline: { text, order: heading.order, isOnly: isOwn }, score }
  }
  if (best && own > 1) best.headline.isOnly = false
  return (
    best?.headline ??
    (isFrontPage ? undefined : findNamed(index, known)) ??
    findTitleLine(index, titles, logos)
  )
}

/**
 * A heading that is a link to the site's front page is its logo, also where the title repeats the site's name; so is one
 * that as a whole links to another page of the site (a wiki's start page) and is what the title only ends with, or stands before a heading of
 * the first level without a link. Where the title goes on in the text beside a heading, the heading is the part that all pages share.
 */
function isLogo(
  heading: Placed,
  headings: readonly Placed[],
  titles: readonly Title[],
  url: string,
): boolean {
  const text = shortText(heading.node)
  if (namedBeside(heading, headings, titles)) return true
  const address = leadsTo(heading, url)
  if (address === undefined) return isBegunTitle(heading, text, titles)
  if (isHome(address)) return true
  if (shortText(linkOf(heading)!) !== text) return false
  const ending = ` ${nameKey(text)}`
  if (heading.node.tag === 'h1' && ending.length > 1 && titles.some(({ key }) => key.endsWith(ending)))
    return true
  return headings
    .slice(0, MOST_HEADINGS)
    .some(
      (other) =>
        other.order > heading.order &&
        other.node.tag === 'h1' &&
        !other.outside &&
        linkOf(other) === undefined,
    )
}

/**
 * The page's own heading, where the title names it beside this one, which is then the site's or the book's: it is the
 * title's last piece, or stands in the site's header and begins the first.
 */
function namedBeside(
  heading: Placed,
  headings: readonly Placed[],
  titles: readonly Title[],
): Placed | undefined {
  const key = nameKey(shortText(heading.node))
  if (key === '') return undefined
  for (const { text } of titles) {
    const pieces = piecesOf(text)
    const isLast = pieces.at(-1) === key
    const isFirst = pieces[0] === key || pieces[0]?.startsWith(`${key} `)
    if (!isLast && !(isFirst && isInHeader(heading))) continue
    const others = new Set(isLast ? pieces.slice(0, -1) : pieces.slice(1))
    const found = headings
      .slice(0, MOST_HEADINGS)
      .find((other) => other !== heading && !other.outside && others.has(nameKey(shortText(other.node))))
    if (found) return found
  }
  return undefined
}

function isInHeader({ node, outside }: Placed): boolean {
  return outside || closest(node, 'header') !== undefined
}

/** The heading, of whatever level, that the title names beside the site's. */
function findNamed({ headings }: PageIndex, titles: readonly Title[]): Headline | undefined {
  for (const heading of headings.slice(0, MOST_HEADINGS)) {
    const named = heading.node.tag === 'h1' ? namedBeside(heading, headings, titles) : undefined
    if (named) return { text: shortText(named.node, 300), order: named.order, isOnly: false }
  }
  return undefined
}

/** Whether the title is the heading and the bare text that follows it: `<h1>Site</h1>Timeline`. */
function isBegunTitle({ node }: Placed, text: string, titles: readonly Title[]): boolean {
  const beside = node.parent?.children.filter((child): child is Text => child.type === TEXT) ?? []
  const rest = nameKey(beside.map(({ value }) => value).join(' '))
  return rest !== '' && titles.some(({ key }) => key === `${nameKey(text)} ${rest}`)
}

/** The site's name as its logo writes it, where that is a heading. */
export function findLogo(index: PageIndex, titles: readonly string[], url: string): string | undefined {
  if (isHome(url)) return undefined
  const known = titles.map(titleOf)
  const logo = index.headings
    .slice(0, MOST_HEADINGS)
    .find(
      (heading) =>
        (leadsTo(heading, url) !== undefined || namedBeside(heading, index.headings, known)) &&
        isLogo(heading, index.headings, known, url),
    )
  return logo && shortText(logo.node)
}

/** The other page of the same site that a heading links to. */
function leadsTo(heading: Placed, url: string): string | undefined {
  const link = linkOf(heading)
  const address = link && resolveUrl(url, link.attrs.href!)
  const [there, here] = [address && URL.parse(address), URL.parse(url)]
  return there && here && there.host === here.host && !isSamePage(there, here) ? address : undefined
}

/** Whether two addresses of a site differ by nothing but parameters that only one of them has, as those of a visit do. */
function isSamePage(there: URL, here: URL): boolean {
  if (there.pathname !== here.pathname) return false
  const { searchParams: asked } = here
  return [...there.searchParams].every(([name, value]) => !asked.has(name) || asked.get(name) === value)
}

function linkOf({ node }: Placed): Placed['node'] | undefined {
  const isLink = ({ tag, attrs }: Placed['node']) => tag === 'a' && attrs.href !== undefined
  return closest(node, isLink) ?? findFirst(node, isLink)
}

/** Whether a place is less than so many elements before or after the headline. */
export function isNear(
  order: number,
  headline: Headline,
  { before, after }: { before: number; after: number },
): boolean {
  const distance = order - headline.order
  return distance > -before && distance < after
}

/** How far below the headline, in elements, a box that looks like a sidebar may be the one that sells the product. */
const BUY_BOX = 200

/** Whether what stands in a sidebar stands where the headline's product is sold. */
export function mayBeBuyBox({ order }: Pick<Placed, 'order'>, headlineOrder: number): boolean {
  return order > headlineOrder && order < headlineOrder + BUY_BOX
}

/** Without a heading: the line that the page's title repeats, and that is no logo. */
function findTitleLine(
  index: PageIndex,
  titles: readonly string[],
  logos: ReadonlySet<string>,
): Headline | undefined {
  const keys = titles.map(nameKey)
  for (const { value, order, outside } of index.texts) {
    if (outside || value.length < 10) continue
    const key = nameKey(value)
    if (logos.has(key)) continue
    if (keys.some((title) => title === key || (key.length > 14 && title.startsWith(`${key} `))))
      return { text: value, order, isOnly: false }
  }
  return undefined
}

interface Title {
  text: string
  key: string
  words: ReadonlySet<string>
}

function titleOf(text: string): Title {
  return { text, key: nameKey(text), words: wordsOf(text) }
}

function scoreOf(heading: Placed, text: string, titles: readonly Title[], before: number): number {
  const words = wordsOf(text)
  const match = Math.max(0, ...titles.map((title) => likeness(title, text, words)))
  const isFirstLevel = heading.node.tag === 'h1'
  let score = match * 2 + (isFirstLevel ? 1 : 0) - before * 0.01
  if (heading.outside) score -= 0.8
  // Of two that the title holds, the page's own comes first and the site's last.
  if (titles.some((title) => title.text.length > text.length && title.text.startsWith(text))) score += 0.1
  if (/headline|entry-title|post-title|product[-_]?(?:name|title)|article-?title/.test(heading.names))
    score += 0.3
  return isFirstLevel || match > 0.8 ? score : 0
}

/** How much of the title a heading repeats: the site's name, which titles end with too, is a small part of it. */
function likeness(title: Title, heading: string, words: ReadonlySet<string>): number {
  const [one, other] = [title.text.length, heading.length]
  const ratio = Math.min(one, other) / Math.max(one, other)
  return sharedWords(title.words, words) * (ratio < 0.2 ? 0.3 : 0.6 + 0.4 * ratio)
}
