import { collapse, type Document, resolveUrl } from '@gleaner/markup'
import { countryOfSite } from '@gleaner/values'
import { chooseMain, type PageIdentity, type SourcedItem } from './entities/main-entity.ts'
import { findHeadline, type Headline } from './heuristics/headline.ts'
import { dateOptions } from './page-index/date-options.ts'
import { indexPage, type PageIndex } from './page-index/page-index.ts'
import { readJsonLd } from './syntaxes/jsonld.ts'
import { readMicrodata } from './syntaxes/microdata.ts'
import { readMicroformats } from './syntaxes/microformats.ts'
import { fromMicrodata, fromRdfa, normalizeJsonLd } from './syntaxes/normalize-item.ts'
import { type MetaValues, metaField, metaValues, readOpenGraph } from './syntaxes/opengraph.ts'
import { readRdfa } from './syntaxes/rdfa.ts'

/** What the declared data of a page says, read once and used by the structured and the metadata readers. */
export interface PageFacts {
  index: PageIndex
  metas: MetaValues
  /** Address that relative addresses resolve against. */
  base: string
  identity: PageIdentity
  /** ISO 3166 code of the country that the page is for, when its language or domain shows it. */
  country: string | undefined
  headline: Headline | undefined
  /** Items of JSON-LD, microdata, RDFa and microformats, in that order, in one shape. */
  items: SourcedItem[]
  main: SourcedItem | undefined
  opengraph: SourcedItem | undefined
}

const known = new WeakMap<Document, { url: string; facts: PageFacts }>()

export function pageFacts(document: Document, url: string): PageFacts {
  const before = known.get(document)
  if (before?.url === url) return before.facts
  const facts = gather(document, url)
  known.set(document, { url, facts })
  return facts
}

function gather(document: Document, url: string): PageFacts {
  const index = indexPage(document)
  index.dates = dateOptions(index, url)
  const metas = metaValues(index.metas)
  const base = (index.base && resolveUrl(url, index.base)) ?? url
  const titles = titlesOf(index, metas)
  const headline = findHeadline(index, titles, url)
  const identity: PageIdentity = {
    url,
    canonical: canonicalOf(index, metas, base),
    titles: headline ? [headline.text, ...titles] : titles,
  }
  const items: SourcedItem[] = [
    ...normalizeJsonLd(readJsonLd(index.jsonLd)).map((item): SourcedItem => ({ source: 'json-ld', item })),
    ...readMicrodata(index, base).map(
      (item): SourcedItem => ({ source: 'microdata', item: fromMicrodata(item) }),
    ),
    ...(index.hasRdfa ? fromRdfa(readRdfa(document, url)) : []).map(
      (item): SourcedItem => ({ source: 'rdfa', item }),
    ),
    ...readMicroformats(index, base).map((item): SourcedItem => ({ source: 'microformats', item })),
  ]
  const og = readOpenGraph(metas, { url: base, language: index.language })
  return {
    index,
    metas,
    base,
    identity,
    country: countryOfSite(URL.parse(url)?.hostname ?? '', index.language),
    headline,
    items,
    main: chooseMain(items, identity),
    opengraph: og && { source: 'opengraph', item: og },
  }
}

function titlesOf(index: PageIndex, metas: MetaValues): string[] {
  const written = [metas.get('og:title')?.[0], metas.get('twitter:title')?.[0], index.title]
  return [...new Set(written.flatMap((title) => (title ? [collapse(title).slice(0, 500)] : [])))].filter(
    Boolean,
  )
}

function canonicalOf(index: PageIndex, metas: MetaValues, base: string): string | undefined {
  const link = index.links.find(({ attrs }) => attrs.rel?.toLowerCase().split(/\s+/).includes('canonical'))
  const written = link?.attrs.href?.trim() || metaField(metas, 'url')[0]
  const address = written && resolveUrl(base, written)
  return address && /^https?:/.test(address) ? address : undefined
}
