import { type Family, familyOf, familyRank } from '@gleaner/page-types'
import { isObject } from '@gleaner/runtime/is-object'
import { trimMarksEnd } from '@gleaner/values'
import type { JsonObject } from '../syntaxes/jsonld.ts'
import { sharedWords, wordsOf } from './similarity.ts'

export type Source =
  | 'json-ld'
  | 'microdata'
  | 'rdfa'
  | 'microformats'
  | 'opengraph'
  | 'embedded-state'
  | 'page'

export interface SourcedItem {
  source: Source
  item: JsonObject
}

export interface PageIdentity {
  url: string
  canonical: string | undefined
  /** Headlines that the page gives itself: `h1`, `og:title`, `<title>`. */
  titles: readonly string[]
}

const SOURCE_RANK: Partial<Record<Source, number>> = { 'json-ld': 0.3, microdata: 0.2, rdfa: 0.1 }

/** The item that the page is about; undefined when all describe the site or parts of its pages. */
export function chooseMain(items: readonly SourcedItem[], page: PageIdentity): SourcedItem | undefined {
  const candidates = items.flatMap((entry) => candidatesOf(entry))
  const families = new Map<Family, number>()
  for (const { item } of candidates) {
    const family = familyOf(item['@type'])
    if (family) families.set(family, (families.get(family) ?? 0) + 1)
  }
  const titles = page.titles.map(wordsOf)
  let best: { entry: SourcedItem; score: number } | undefined
  for (const entry of candidates) {
    const score = scoreOf(entry, page, titles, families)
    if (score > 0 && (!best || score > best.score)) best = { entry, score }
  }
  return best?.entry
}

/** An item and the item that it names as its main entity (`WebPage.mainEntity`). */
function candidatesOf({ source, item }: SourcedItem): SourcedItem[] {
  const inner = [item.mainEntity, item.mainEntityOfPage].filter(
    (value): value is JsonObject =>
      isObject(value) && familyOf(value['@type']) !== undefined && Object.keys(value).length > 3,
  )
  return [{ source, item }, ...inner.map((value) => ({ source, item: value }))]
}

function scoreOf(
  { source, item }: SourcedItem,
  page: PageIdentity,
  titles: readonly ReadonlySet<string>[],
  families: Map<Family, number>,
): number {
  const family = familyOf(item['@type'])
  if (family === undefined || familyRank(family) === 0) return 0
  const name = nameOf(item)
  const match = name ? likeness(titles, name) : 0
  const isPage = addressesOf(item).some((address) => samePage(address, page))
  const several = families.get(family)! > 2
  let score = familyRank(family) + (SOURCE_RANK[source] ?? 0) + Math.min(Object.keys(item).length, 20) / 20
  if (match > 0.7) score += 3
  if (isPage) score += 2
  // Three products of which none is the page's own are the tiles of a list.
  if (several && match <= 0.7 && !isPage) score -= 12
  return score
}

function likeness(titles: readonly ReadonlySet<string>[], name: string): number {
  const words = wordsOf(name)
  return Math.max(0, ...titles.map((title) => sharedWords(title, words)))
}

export function nameOf(item: JsonObject): string | undefined {
  for (const value of [item.headline, item.name, item.title])
    if (typeof value === 'string' && value) return value
  return undefined
}

function addressesOf(item: JsonObject): string[] {
  const page = item.mainEntityOfPage
  return [item.url, item['@id'], isObject(page) ? (page['@id'] ?? page.url) : page].filter(
    (value): value is string => typeof value === 'string',
  )
}

function samePage(address: string, { url, canonical }: PageIdentity): boolean {
  const own = bareAddress(address, url)
  return (
    own !== undefined &&
    own !== '' &&
    (own === bareAddress(url, url) || (canonical !== undefined && own === bareAddress(canonical, url)))
  )
}

function bareAddress(address: string, base: string): string | undefined {
  const parsed = URL.parse(address, base)
  return parsed ? `${parsed.hostname.replace(/^www\./, '')}${trimMarksEnd(parsed.pathname, /\//)}` : undefined
}
