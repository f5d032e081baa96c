/** Pages that are remembered, and the share of them that name a link which is part of their layout. */
const PAGES = 32
const SHARE = 1 / 4

export interface CommonLinks {
  /** The links of a page but for those that many of the pages before it have named as well: its menu, its footer. */
  withoutCommon(links: readonly string[]): string[]
}

/** Tells the links that a page has of its own from those of its site's layout, by the last pages that were read. */
export function createCommonLinks(): CommonLinks {
  const pages: (readonly string[])[] = []
  const counts = new Map<string, number>()
  const count = (links: readonly string[], by: number) => {
    for (const link of links) {
      const named = (counts.get(link) ?? 0) + by
      if (named > 0) counts.set(link, named)
      else counts.delete(link)
    }
  }
  return {
    withoutCommon(links) {
      const isCommon = Math.max(2, pages.length * SHARE)
      const own = links.filter((link) => (counts.get(link) ?? 0) < isCommon)
      pages.push(links)
      count(links, 1)
      if (pages.length > PAGES) count(pages.shift()!, -1)
      return own
    },
  }
}
