import type { PageHead } from './page-head.ts'

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
    3,
  ],
  [/showtopic|viewtopic|showthread|forumdisplay/i, 'forum', 4],
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

/** What the last part of the path says: a title turned into one. */
const SLUG_SIGNALS: Signals = [[/[a-z0-9äöü](?:[-_][a-z0-9äöü]+){3}/i, 'article', 1.2]]

/** What stands behind the last slash of the address. */
const END_SIGNALS: Signals = [[/\d{5}|\.html?$/, 'article', 0.8]]

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

/** What the page's body amounts to. Lengths are in characters without spaces. */
export interface PageSigns {
  /** Lines that show a price. */
  prices: number
  codeBlocks: number
  /** The best box is, or is in, an `<article>` or a marked article body. */
  inArticle: boolean
  /** Share of the page's good text that its best article-like box holds. */
  focus: number
  /** Characters of good text. */
  goodText: number
}

/** The last part of the path that is not empty. */
function slugOf(place: string): string {
  const [path] = place.split(/[?#]/, 1)
  return path!.replace(/\/$/, '').split('/').slice(1).at(-1) ?? ''
}

/** Guesses what kind of page this is from its address, its markup and what its text amounts to. */
export function guessPageType({ metas, schemaTypes }: PageHead, url: string, signs: PageSigns): PageType {
  const scores: Record<PageType, number> = {
    article: 0.5,
    documentation: 0,
    forum: 0,
    product: 0,
    collection: 0,
    listing: 0,
    service: 1.6,
  }
  const add = (signals: Signals, text: string | undefined) => {
    if (text) for (const [pattern, type, weight] of signals) if (pattern.test(text)) scores[type] += weight
  }
  const place = url.replace(/^\w+:\/\/(?:www\.)?/, '')
  add(URL_SIGNALS, place)
  add(SLUG_SIGNALS, slugOf(place))
  add(END_SIGNALS, place.slice(place.lastIndexOf('/') + 1))
  add(OG_SIGNALS, metas.get('og:type')?.toLowerCase())
  add(GENERATOR_SIGNALS, metas.get('generator'))
  for (const type of schemaTypes) add(SCHEMA_SIGNALS, type)
  if (metas.has('article:published_time')) scores.article += 1.5

  if (signs.prices >= 12) scores.collection += 2
  else if (signs.prices >= 1 && scores.product > 0) scores.product += 1
  if (signs.codeBlocks >= 4) scores.documentation += 1.5
  if (signs.focus > 0.6 && signs.goodText > 1500) scores.article += 1
  if (signs.inArticle) scores.article += 1
  if (metas.has('author') || metas.has('article:author')) scores.article += 0.5
  if (signs.goodText < 600) scores.listing += 1
  return (Object.keys(scores) as PageType[]).reduce((best, type) =>
    scores[type] > scores[best] ? type : best,
  )
}
