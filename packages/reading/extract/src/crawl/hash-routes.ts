import { type Document, findAll } from '@gleaner/markup'
import { isRoute } from './is-route.ts'

/** What of an address tells its page from others. */
export interface RouteReader {
  /** Whether a fragment (`#...`) names a page. */
  isRoute(fragment: string): boolean
  /** The address without what names a part of its page. */
  of(url: string): string
}

/**
 * Fragments of `#/place` and `#!place` name pages where scripts show them; all other ones name parts. `rendered`: the page's own address when its
 * scripts have run; without it no fragment counts, as every one would lead to the same page.
 */
export function createRouteReader(document: Document, rendered: string | undefined): RouteReader {
  if (rendered === undefined) return { isRoute: () => false, of: (url) => cut(url) }
  const own = routeOf(rendered)
  let ids: Set<string> | undefined
  const isPartOfPage = (name: string) => {
    ids ??= new Set(findAll(document).flatMap(({ attrs }) => attrs.id ?? []))
    return ids.has(name)
  }
  return {
    isRoute,
    of(url) {
      const at = url.indexOf('#')
      if (at < 0 || !isRoute(url.slice(at))) return cut(url)
      const query = url.indexOf('?', at)
      if (query < 0 || routeOf(url) !== own) return url
      // A part of this page, as documentation shows its headings: `#/guide?id=install`.
      const values = new URLSearchParams(url.slice(query + 1)).values()
      return [...values].some(isPartOfPage) ? own : url
    },
  }
}

/** An address up to the query of its route. */
function routeOf(url: string): string {
  const at = url.indexOf('#')
  const query = at < 0 ? -1 : url.indexOf('?', at)
  const place = query < 0 ? url : url.slice(0, query)
  return at < 0 || isRoute(place.slice(at)) ? place : url.slice(0, at)
}

function cut(url: string): string {
  const at = url.indexOf('#')
  return at < 0 ? url : url.slice(0, at)
}
