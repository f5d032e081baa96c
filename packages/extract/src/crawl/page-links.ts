import { createAddressResolver } from '@gleaner/formats'
import { type Document, type Element, findAll } from '@gleaner/markup'
import type { FoundLink } from './types.ts'

/** Most links of a page, and most bytes of them, that are handed on: more than any page needs that people read. */
export const MOST_LINKS = 5_000
export const MOST_BYTES = 200_000
const MOST_FEEDS = 20

export interface PageLinks {
  links: FoundLink[]
  omitted: number
  canonical: string | undefined
  feeds: string[]
  /** `content` of the page's `<meta name="robots">`. */
  robots: string[]
}

/** Everything of a page that leads elsewhere, in one walk. `base`: what its addresses resolve against. */
export function readPageLinks(document: Document, base: string): PageLinks {
  const links = new Map<string, FoundLink>()
  const found: PageLinks = { links: [], omitted: 0, canonical: undefined, feeds: [], robots: [] }
  const resolve = createAddressResolver(base)
  let bytes = 0

  const webAddress = (href: string | undefined): string | undefined => {
    if (!href || href.startsWith('#')) return undefined
    const url = resolve(href.trim())
    return url?.startsWith('http://') || url?.startsWith('https://') ? withoutPart(url) : undefined
  }
  const add = (href: string | undefined, rel = ''): void => {
    const url = webAddress(href)
    if (url === undefined) return
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
    a: ({ attrs }) => add(attrs.href, attrs.rel),
    area: ({ attrs }) => add(attrs.href, attrs.rel),
    frame: ({ attrs }) => add(attrs.src),
    link: readLinkElement,
    meta: readMeta,
  }
  for (const element of findAll(document, TAGS)) readers[element.tag]!(element)
  found.links = [...links.values()]
  return found
}

const TAGS: ReadonlySet<string> = new Set(['a', 'area', 'frame', 'link', 'meta'])

function wordsOf(rel: string | undefined): string[] {
  return rel ? rel.toLowerCase().split(/\s+/) : []
}

const FEED_TYPES = /^application\/(?:(?:rss|atom|rdf)\+xml|feed\+json)\b/i

function isFeed(rel: string[], type: string | undefined): boolean {
  return (rel.includes('alternate') || rel.includes('feed')) && type !== undefined && FEED_TYPES.test(type)
}

/** Without `#part`; `#/place` and `#!place` may be pages of their own. */
function withoutPart(url: string): string {
  const at = url.indexOf('#')
  return at < 0 || url[at + 1] === '/' || url[at + 1] === '!' ? url : url.slice(0, at)
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
