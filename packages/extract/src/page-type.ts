import type { Document, Element } from './dom/node.ts'
import { findAll } from './dom/query.ts'
import { textContent } from './dom/text.ts'

export type PageType =
  | 'article'
  | 'documentation'
  | 'forum'
  | 'product'
  | 'collection'
  | 'listing'
  | 'service'

type Signals = [pattern: RegExp, type: PageType, weight: number][]

/** What addresses say. Matched against host and path. */
const URL_SIGNALS: Signals = [
  [/^(?:forums?|community|communities|discuss|discussions?|boards?|answers)\./, 'forum', 3],
  [
    /\/(?:t|threads?|topics?|viewtopic|showthread|discussions?|forums?|questions?|q)(?:\/|\.php|\?)/,
    'forum',
    2,
  ],
  [/showtopic|viewtopic|showthread|forumdisplay/i, 'forum', 3],
  [/\/(?:products?|itm|dp|p|item|artikel|produkt|produit)\/[^/]+/, 'product', 3],
  [
    /\/(?:collections?|product-category|shop|c|cat|catalogs?|category|store)\/(?!.*\/products?\/)/,
    'collection',
    2,
  ],
  [
    /\/(?:categor(?:y|ies)|tags?|topics?|directory|archives?|jobs|events|d|listings?|coupons?|search)\//,
    'listing',
    1.5,
  ],
  [/^docs?\.|^developers?\.|readthedocs\.io|^api\./, 'documentation', 3],
  [
    /\/(?:docs?|documentation|reference|manual|api|tutorial|quickstart|glossary|javadoc)(?:\/|$)/,
    'documentation',
    2.5,
  ],
  [/\/(?:services?|solutions?|platform|pricing|features)(?:\/|$)/, 'service', 2],
  [/^[^/]+\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?(?:\?.*)?$/, 'service', 2],
  [/\/(?:blogs?|news|articles?|story|stories|posts?|magazine|opinion|recipes?)\/./, 'article', 2.5],
  [/\/(?:19|20)\d\d\/\d{1,2}\/|(?:19|20)\d\d-\d\d-\d\d/, 'article', 2.5],
]

/** https://ogp.me/#types and what shops make of them. */
const OG_SIGNALS: Signals = [
  [/^article$|^blog$|^video/, 'article', 1.5],
  [/^(?:og:)?product$|:item$/, 'product', 4],
  [/^product[.:]group$/, 'collection', 5],
]

/** schema.org types named anywhere in the page's JSON-LD or microdata. */
const SCHEMA_SIGNALS: Signals = [
  [
    /^(?:News|Blog|Scholarly|Report|Opinion|Review|Satirical|Medical|Analysis)?(?:Article|Posting|NewsArticle)$/,
    'article',
    3,
  ],
  [/^Recipe$|^Review$/, 'article', 1],
  [/^TechArticle$|^APIReference$/, 'documentation', 3],
  [/^DiscussionForumPosting$|^QAPage$/, 'forum', 5],
  [/^Offer$/, 'product', 1],
  [/^Product$|^ProductGroup$/, 'product', 2],
  [/^CollectionPage$|^ItemList$|^OfferCatalog$/, 'collection', 2],
  [/^ItemList$|^CollectionPage$|^SearchResultsPage$/, 'listing', 2],
  [/^LocalBusiness$|^Service$|^SoftwareApplication$/, 'service', 1.5],
]

/** `<meta name=generator>` of software that makes one kind of page. */
const GENERATOR_SIGNALS: Signals = [
  [/discourse|vbulletin|phpbb|xenforo|flarum|invision|nodebb|vanilla/i, 'forum', 4],
  [
    /docusaurus|mkdocs|sphinx|vitepress|gitbook|docsify|javadoc|doxygen|starlight|nextra|antora/i,
    'documentation',
    5,
  ],
]

export interface PageCounts {
  /** Lines that show a price. */
  prices: number
  codeBlocks: number
  /** Share of the page's good text that its best article-like box holds. */
  focus: number
  /** Characters of good text. */
  goodText: number
}

/** Guesses what kind of page this is from its address, its markup and what its text amounts to. */
export function guessPageType(document: Document, url: string, counts: PageCounts): PageType {
  const scores: Record<PageType, number> = {
    article: 0.5,
    documentation: 0,
    forum: 0,
    product: 0,
    collection: 0,
    listing: 0,
    service: 0,
  }
  const add = (signals: Signals, text: string | undefined) => {
    if (text) for (const [pattern, type, weight] of signals) if (pattern.test(text)) scores[type] += weight
  }
  const { head, schemaTypes } = readHead(document)
  add(URL_SIGNALS, url.replace(/^\w+:\/\/(?:www\.)?/, ''))
  add(OG_SIGNALS, head.get('og:type'))
  add(GENERATOR_SIGNALS, head.get('generator'))
  for (const type of schemaTypes) add(SCHEMA_SIGNALS, type)
  if (head.has('article:published_time')) scores.article += 1.5

  if (counts.prices >= 12) scores.collection += 2
  else if (counts.prices >= 1 && scores.product > 0) scores.product += 1
  if (counts.codeBlocks >= 4) scores.documentation += 1.5
  if (counts.focus > 0.6 && counts.goodText > 1500) scores.article += 2
  if (counts.goodText < 600) scores.listing += 1
  return (Object.keys(scores) as PageType[]).reduce((best, type) =>
    scores[type] > scores[best] ? type : best,
  )
}

function readHead(document: Document): { head: Map<string, string>; schemaTypes: Set<string> } {
  const head = new Map<string, string>()
  const schemaTypes = new Set<string>()
  for (const element of findAll(document, (candidate) => isTelling(candidate))) {
    const { attrs, tag } = element
    const name = attrs.property ?? attrs.name
    if (tag === 'meta' && name && attrs.content)
      head.set(name.toLowerCase(), attrs.content.trim().toLowerCase())
    if (attrs.itemtype) schemaTypes.add(attrs.itemtype.replace(/^.*\//, ''))
    if (tag === 'script')
      for (const [, type] of textContent(element).matchAll(LD_TYPE)) schemaTypes.add(type!)
  }
  return { head, schemaTypes }
}

const LD_TYPE = /"@type"\s*:\s*\[?\s*"(?:https?:\/\/schema\.org\/)?(\w+)"/g

function isTelling({ tag, attrs }: Element): boolean {
  return (
    tag === 'meta' ||
    attrs.itemtype !== undefined ||
    (tag === 'script' && attrs.type === 'application/ld+json')
  )
}
