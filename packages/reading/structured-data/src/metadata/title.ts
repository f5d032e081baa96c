import { collapse } from '@gleaner/markup'
import { familyOf, isHome } from '@gleaner/page-types'
import { isObject } from '@gleaner/runtime/is-object'
import { trimMarks } from '@gleaner/values'
import { nameOf } from '../entities/main-entity.ts'
import { nameKey, similarity } from '../entities/similarity.ts'
import { findLogo } from '../heuristics/headline.ts'
import { SEPARATOR } from '../heuristics/title-pieces.ts'
import type { PageFacts } from '../page-facts.ts'
import { metaField } from '../syntaxes/opengraph.ts'

/** `anvils [Forge Wiki]` */
const BRACKETED_END = /^([^[]+) \[([^[\]]+)\]$/
const TITLE_CHARS = 500
/** Paths of pages that offer a service: their headline is a slogan or one word, their `<title>` says what they are. */
const SERVICE_PATH = /\/(?:\w+-){0,2}(?:services?|solutions?|platform|pricing|coupons?)(?:\/|$)/i
/** Families whose items are named as their page is. */
const NAMED_FAMILIES: ReadonlySet<string> = new Set(['article', 'recipe', 'job', 'event', 'product', 'forum'])

/** Characters without a width: permalinks of headings hold them, and breaking hints. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g

/** The page's headline: the heading that its titles repeat, else the declared title without the site's name. */
export function readTitle(facts: PageFacts, siteName: string | undefined): string | undefined {
  const title = chooseTitle(facts, siteName)?.replace(UNSEEN, '').trim()
  return title || undefined
}

function chooseTitle(facts: PageFacts, siteName: string | undefined): string | undefined {
  const { headline, metas, index, main, identity } = facts
  const family = familyOf(main?.item['@type'])
  const own = main && NAMED_FAMILIES.has(family ?? '') ? nameOf(main.item) : undefined
  // Open Graph titles are written for articles and products; on other pages they are slogans.
  const isNamed = own !== undefined || /^(?:article|product)/.test(metas.get('og:type')?.[0] ?? '')
  const [title, shared] = [index.title, metaField(metas, 'headline')[0]]
  // `og:title` is often the title without the forum's or the shop's name.
  const isShorter =
    title !== undefined && shared !== undefined && collapse(title).startsWith(collapse(shared))
  const declared = isNamed || isShorter ? (shared ?? title) : (title ?? shared)
  const whole = declared && collapse(declared).slice(0, TITLE_CHARS)
  const site = siteName ?? findLogo(index, whole ? [whole] : [], identity.url)
  const stripped = whole && stripSite(whole, site, identity.url)
  const isOffer = stripped !== undefined && SERVICE_PATH.test(URL.parse(identity.url)?.pathname ?? '')
  const isArticle = !isHome(identity.url) && (family === 'article' || metas.get('og:type')?.[0] === 'article')
  if (headline?.isOnly && isArticle && !isOffer) return trimmed(headline.text)
  if (headline && !isOffer && isRepeated(headline.text, [own, stripped, title])) return trimmed(headline.text)
  const best = stripped || (own && collapse(own)) || headline?.text
  return best ? best.slice(0, TITLE_CHARS) : undefined
}

/** Without a separator left over at either end. */
function trimmed(headline: string): string {
  return trimMarks(headline, /[\s|]/)
}

function isRepeated(headline: string, titles: readonly (string | undefined)[]): boolean {
  return titles.some(
    (title) =>
      title !== undefined &&
      (headline.length > 3 ? similarity(title, headline) >= 0.5 : title.split(SEPARATOR, 1)[0] === headline),
  )
}

/** Strips the site's name from either end of a title: pieces that repeat its declared name or the host. */
export function stripSite(title: string, siteName: string | undefined, url: string): string {
  const [, before, inBrackets] = BRACKETED_END.exec(title) ?? []
  if (before && isSite(inBrackets!, siteName, url)) return before
  const pieces: { text: string; start: number; end: number }[] = []
  let from = 0
  for (const match of title.matchAll(SEPARATOR)) {
    pieces.push({ text: title.slice(from, match.index), start: from, end: match.index })
    from = match.index + match[0].length
  }
  pieces.push({ text: title.slice(from), start: from, end: title.length })
  if (pieces.length === 1) return title
  let [first, last] = [0, pieces.length - 1]
  while (last > first && isSite(pieces[last]!.text, siteName, url)) last -= 1
  while (first < last && isSite(pieces[first]!.text, siteName, url)) first += 1
  return title.slice(pieces[first]!.start, pieces[last]!.end).trim() || title
}

function isSite(piece: string, siteName: string | undefined, url: string): boolean {
  const key = nameKey(piece)
  if (key === '') return true
  const joined = key.replace(/ /g, '')
  if (
    siteName &&
    (nameKey(siteName) === key ||
      (key.length <= nameKey(siteName).length && similarity(siteName, piece) === 1))
  )
    return true
  const host = (URL.parse(url)?.hostname ?? '').replace(/^www\./, '')
  const labels = host
    .split('.')
    .slice(0, -1)
    .join('')
    .replace(/[^a-z\d]/g, '')
  return (
    joined.length >= 3 &&
    (labels.includes(joined) ||
      (labels.length >= 4 && joined.includes(labels) && joined.length <= labels.length + 8) ||
      host.replace(/[^a-z\d]/g, '') === joined)
  )
}

/** The site's name: declared, or that of the publisher or the `WebSite` item; never guessed from the address. */
export function readSiteName({ metas, items, main }: PageFacts): string | undefined {
  const declared = metaField(metas, 'siteName')[0]
  if (declared) return collapse(declared).slice(0, 200)
  const site = items.find(({ item }) => familyOf(item['@type']) === 'site')?.item
  const publisher = main?.item.publisher
  for (const item of [site, publisher]) {
    const name = isObject(item) ? item.name : undefined
    if (typeof name === 'string' && name) return collapse(name).slice(0, 200)
  }
  return undefined
}
