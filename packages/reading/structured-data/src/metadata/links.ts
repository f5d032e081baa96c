import { collapse, type Element, resolveUrl } from '@gleaner/markup'

const FEED_TYPES = /^(?:application\/(?:rss|atom|rdf|feed)\+xml|application\/feed\+json|text\/xml)\b/i
const MOST_LINKS = 200

function relOf(link: Element): string[] {
  return link.attrs.rel?.toLowerCase().split(/\s+/) ?? []
}

/** The page's icon: the one of the largest declared size up to 64 pixels, else the first. Without one, absent: `/favicon.ico` is a guess. */
export function readFavicon(links: readonly Element[], base: string): string | undefined {
  const icons = links.filter((link) => relOf(link).includes('icon'))
  const sized = icons
    .map((link) => ({ link, size: Number.parseInt(link.attrs.sizes ?? '', 10) || 0 }))
    .filter(({ size }) => size <= 64)
  const best =
    sized.reduce<{ link: Element; size: number } | undefined>(
      (a, b) => (a && a.size >= b.size ? a : b),
      undefined,
    )?.link ?? icons[0]
  const touch = best ?? links.find((link) => relOf(link).some((rel) => rel.startsWith('apple-touch-icon')))
  return touch && resolveUrl(base, touch.attrs.href!)
}

/** Feeds that the page offers. */
export function readFeeds(
  links: readonly Element[],
  base: string,
): { url: string; type: string; title?: string }[] {
  return links
    .filter(
      (link) =>
        relOf(link).some((rel) => rel === 'alternate' || rel === 'feed') &&
        FEED_TYPES.test(link.attrs.type ?? ''),
    )
    .slice(0, MOST_LINKS)
    .flatMap((link) => {
      const url = resolveUrl(base, link.attrs.href!)
      const title = collapse(link.attrs.title ?? '')
      return url ? [{ url, type: link.attrs.type!.trim().toLowerCase(), ...(title ? { title } : {}) }] : []
    })
}

/** The page in other languages. */
export function readAlternates(links: readonly Element[], base: string): { url: string; hreflang: string }[] {
  return links
    .filter((link) => link.attrs.hreflang && relOf(link).includes('alternate'))
    .slice(0, MOST_LINKS)
    .flatMap((link) => {
      const url = resolveUrl(base, link.attrs.href!)
      return url ? [{ url, hreflang: link.attrs.hreflang!.trim() }] : []
    })
}
