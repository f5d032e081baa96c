import { createAddressResolver } from '@gleaner/formats'
import { saysSignOut } from '@gleaner/login-state/labels'
import { collapse, type Document, type Element, findAll, findFirst, textContentWithin } from '@gleaner/markup'
import { createRouteReader } from './hash-routes.ts'
import type { FoundLink } from './types.ts'

/** Most links of a page, and most bytes of them, that are handed on: more than any page needs that people read. */
export const MOST_LINKS = 5_000
export const MOST_BYTES = 200_000
const MOST_FEEDS = 20
const MOST_SIGN_OUTS = 20

export interface PageLinks {
  links: FoundLink[]
  omitted: number
  canonical: string | undefined
  feeds: string[]
  /** `content` of the page's `<meta name="robots">`. */
  robots: string[]
  /** Addresses whose links say that they sign out. */
  signOuts: string[]
}

/**
 * Everything of a page that leads elsewhere, in one walk. `base`: what its addresses resolve against. `rendered`: the address of a page whose
 * scripts have run, so that fragments may name further ones.
 */
export function readPageLinks(document: Document, base: string, rendered?: string): PageLinks {
  const links = new Map<string, FoundLink>()
  const found: PageLinks = {
    links: [],
    omitted: 0,
    canonical: undefined,
    feeds: [],
    robots: [],
    signOuts: [],
  }
  const resolve = createAddressResolver(base)
  const withoutPart = createRouteReader(document, rendered)
  let bytes = 0

  const webAddress = (href: string | undefined): string | undefined => {
    if (!href || (href.startsWith('#') && !withoutPart.isRoute(href))) return undefined
    const url = resolve(href.trim())
    return url?.startsWith('http://') || url?.startsWith('https://') ? withoutPart.of(url) : undefined
  }
  const add = (href: string | undefined, rel = ''): string | undefined => {
    const url = webAddress(href)
    if (url === undefined) return undefined
    const follow = rel === '' || !wordsOf(rel).includes('nofollow')
    const known = links.get(url)
    if (known) {
      // One link that may be followed is enough.
      if (follow) known.length = 1
    } else if (links.size >= MOST_LINKS || bytes + url.length > MOST_BYTES) found.omitted++
    else {
      bytes += Buffer.byteLength(url)
      links.set(url, follow ? [url] : [url, true])
    }
    return url
  }
  const readLink = (element: Element): void => {
    const { attrs } = element
    const url = add(attrs.href, attrs.rel)
    if (
      url !== undefined &&
      found.signOuts.length < MOST_SIGN_OUTS &&
      saysSignOut(labelOf(element)) &&
      !found.signOuts.includes(url)
    )
      found.signOuts.push(url)
  }
  const readLinkElement = ({ attrs }: Element): void => {
    const rel = wordsOf(attrs.rel)
    if (rel.includes('canonical')) found.canonical ??= webAddress(attrs.href)
    else if (rel.includes('next') || rel.includes('prev')) add(attrs.href, attrs.rel)
    else if (isFeed(rel, attrs.type) && found.feeds.length < MOST_FEEDS) {
      const feed = webAddress(attrs.href)
      if (feed !== undefined) found.feeds.push(feed)
    }
  }
  const readMeta = ({ attrs }: Element): void => {
    if (attrs.name?.toLowerCase() === 'robots' && attrs.content) found.robots.push(attrs.content)
    if (attrs['http-equiv']?.toLowerCase() === 'refresh') add(refreshAddress(attrs.content))
  }

  const readers: Readonly<Record<string, (element: Element) => void>> = {
    a: readLink,
    area: readLink,
    frame: ({ attrs }) => void add(attrs.src),
    link: readLinkElement,
    meta: readMeta,
  }
  for (const element of findAll(document, TAGS)) readers[element.tag]!(element)
  found.links = [...links.values()]
  return found
}

const TAGS: ReadonlySet<string> = new Set(['a', 'area', 'frame', 'link', 'meta'])

/** What a link shows, or says of itself where it shows a picture. */
function labelOf(element: Element): string {
  const text = collapse(textContentWithin(element, { left: LABEL_CHARACTERS }))
  const { attrs } = element
  return text || attrs['aria-label'] || attrs.title || attrs.alt || findFirst(element, 'img')?.attrs.alt || ''
}

const LABEL_CHARACTERS = 100

function wordsOf(rel: string | undefined): string[] {
  return rel ? rel.toLowerCase().split(/\s+/) : []
}

const FEED_TYPES = /^application\/(?:(?:rss|atom|rdf)\+xml|feed\+json)\b/i

function isFeed(rel: string[], type: string | undefined): boolean {
  return (rel.includes('alternate') || rel.includes('feed')) && type !== undefined && FEED_TYPES.test(type)
}

/** `0; url=/next` */
function refreshAddress(content: string | undefined): string | undefined {
  const at = content?.search(/[;,]/) ?? -1
  if (content === undefined || at < 0) return undefined
  const address = content
    .slice(at + 1)
    .trim()
    .replace(/^url\s{0,9}=\s{0,9}/i, '')
  return address.replace(/^(["'])(.*)\1$/, '$2')
}
