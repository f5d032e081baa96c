export type PageType =
  | 'article'
  | 'documentation'
  | 'forum'
  | 'product'
  | 'collection'
  | 'listing'
  | 'service'

/** Evidence for a type of page, with its weight. */
export type Sign = readonly [pattern: RegExp, type: PageType, weight: number]

interface AddressSign {
  type: PageType
  weight: number
  /** Matched against host and path, without `www.`. */
  pattern: RegExp
  /** What is certain evidence: the pattern itself, or a narrower one. */
  sure?: true | RegExp
}

/** Evidence in addresses. */
export const ADDRESS_SIGNS: readonly AddressSign[] = [
  {
    type: 'forum',
    weight: 3,
    pattern: /^(?:forums?|community|communities|discuss|discussions?|boards?|answers)\./i,
    sure: true,
  },
  // Paths of the widespread forum programs: Discourse, Flarum, XenForo, Stack Exchange, Tripadvisor.
  {
    type: 'forum',
    weight: 3,
    pattern:
      /\/(?:t|threads?|topics?|viewtopic|showthread|discussions?|forums?|questions?|q)(?:\/|\.php|\?)|\/d\/\d|\/thread-\d/,
    sure: /\/(?:forums?|threads?|topics?|discussions?)\/|\/t\/[^/]+\/\d|\/(?:d|questions?)\/\d|\/thread-\d/i,
  },
  // phpBB, vBulletin, SMF.
  {
    type: 'forum',
    weight: 4,
    pattern: /show-?topic|viewtopic|showthread|forumdisplay/i,
    sure: true,
  },
  { type: 'product', weight: 3, pattern: /\/(?:products?|itm|dp|p|item|artikel|produkt|produit)\/[^/]+/ },
  {
    type: 'collection',
    weight: 2,
    pattern: /\/(?:collections?|product-category|shop|c|cat|catalogs?|category|store)\/(?!.*\/products?\/)/,
  },
  {
    type: 'listing',
    weight: 1.5,
    pattern:
      /\/(?:categor(?:y|ies)|tags?|topics?|directory|archives?|jobs|events|d|listings?|coupons?|search)\//,
  },
  {
    type: 'documentation',
    weight: 3,
    pattern: /^(?:docs?|documentation|developers?|api|manual|help)\.|^[^/?#]+\.readthedocs\.io/i,
    sure: true,
  },
  {
    type: 'documentation',
    weight: 2.5,
    pattern:
      /\/(?:docs?|documentation|reference|manuals?|man-pages|api|tutorial|quickstart|glossary|(?:java|api)docs?)(?:\/|$)/,
    sure: /\/(?:docs?|documentation|reference|manuals?|man-pages|(?:java|api)docs?)\//i,
  },
  { type: 'service', weight: 2, pattern: /\/(?:services?|solutions?|platform|pricing|features)(?:\/|$)/ },
  {
    type: 'article',
    weight: 2.5,
    pattern: /\/(?:blogs?|news|articles?|story|stories|posts?|magazine|opinion|recipes?)\/./,
  },
  { type: 'article', weight: 2.5, pattern: /\/(?:19|20)\d\d\/\d{1,2}\/|(?:19|20)\d\d-\d\d-\d\d/ },
]

/** The path of a site's front page, which has no author or date. */
const HOME = /^\/(?:index\.\w+|[a-z]{2}(?:-[a-z]{2})?\/?)?$/i

/** `<meta name=generator>` of software that makes one kind of page. */
export const GENERATOR_SIGNS: readonly Sign[] = [
  [/discourse|vbulletin|phpbb|xenforo|flarum|invision|nodebb|vanilla/i, 'forum', 4],
  [
    /docusaurus|mkdocs|sphinx|vitepress|gitbook|docsify|javadoc|doxygen|starlight|nextra|antora|docbook/i,
    'documentation',
    5,
  ],
]

/** https://ogp.me/#types and what shops make of them. */
export const OG_SIGNS: readonly Sign[] = [
  [/^article$|^blog$|^video/, 'article', 1.5],
  [/^(?:og:)?product$|:item$/, 'product', 4],
  [/^product[.:]group$/, 'collection', 5],
]

/** Host and path as the signs are matched against them. */
export const hostAndPath = (url: string): string => url.replace(/^\w+:\/\/(?:www\.)?/, '')

/** What an address says behind its host. */
export const pathOf = (url: string): string => url.replace(/^\w+:\/\/[^/?#]*/, '')

/** Whether an address is a site's front page. */
export function isHome(url: string): boolean {
  return HOME.test(URL.parse(url)?.pathname ?? '/')
}

/** Whether an address is that of a discussion. */
export function isThread(url: string): boolean {
  return isSurely('forum', url)
}

/** Whether an address says that the page is an article: a part of it names a blog or news, or is a date. */
export function isArticleAddress(url: string): boolean {
  const place = hostAndPath(url)
  return ADDRESS_SIGNS.some(({ type, pattern }) => type === 'article' && pattern.test(place))
}

/** Whether a page is documentation, by its address or generator: such pages are updated, not published on a day. */
export function isDocumentation(url: string, generator: string | undefined): boolean {
  if (isSurely('documentation', url)) return true
  return (
    generator !== undefined &&
    GENERATOR_SIGNS.some(([pattern, type]) => type === 'documentation' && pattern.test(generator))
  )
}

function isSurely(asked: PageType, url: string): boolean {
  const place = hostAndPath(url)
  return ADDRESS_SIGNS.some(
    ({ type, pattern, sure }) => type === asked && (sure === true ? pattern : sure)?.test(place),
  )
}
