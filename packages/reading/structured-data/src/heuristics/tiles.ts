import { type FoundList, findLists, type ListOptions, type UnreadList } from '../lists/find-lists.ts'
import { mostOfList } from '../lists/most-of-list.ts'
import type { PageIndex } from '../page-index/page-index.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'

const LEAST_TILES = 4
/** Least share of the page's own text that its subject's tiles hold, and of tiles that lead to pages of their own. */
const LEAST_TEXT = 0.35
const LEAST_PAGES = 0.8

/**
 * The list that a page consists of, each entry with its link; undefined without one. A table of contents, the steps of an
 * explanation or a row of teasers below an article are lists too, and not what the page is about: its entries lead to
 * pages of their own, and most are for sale, or they hold much of the page's text (`leastText`: a share of it).
 */
export function findTiles(
  index: PageIndex,
  options: ListOptions,
  leastText = LEAST_TEXT,
): JsonObject | undefined {
  const { lists, chars } = findLists(index, options, {
    mayBe: (list, chars) => mayBeSubject(list, chars, leastText),
    is: (list, chars) => isSubject(list, chars, leastText),
  })
  const best = lists[0]
  return best && isSubject(best, chars, leastText) ? itemList(best.entries) : undefined
}

/** Share of a list's elements that are entries at least: others have no name, or are repeated. */
const LEAST_SHARE = 0.2

/** Whether `isSubject` could hold of a list once it is read. Most pages are no lists, and reading their menus and tables costs much. */
function mayBeSubject({ records, isOutside }: UnreadList, pageChars: number, leastText: number): boolean {
  const { chars, priced, linked } = mostOfList(records)
  const least = Math.max(LEAST_TILES, records.length * LEAST_SHARE)
  if (linked < least * LEAST_PAGES) return false
  return priced >= least / 2 || (!isOutside && chars >= pageChars * leastText)
}

function isSubject({ entries, chars, isOutside }: FoundList, pageChars: number, leastText: number): boolean {
  const pages = new Set(entries.flatMap(({ url }) => (url ? [String(url).split('#', 1)[0]] : [])))
  const priced = entries.filter(({ offers }) => offers !== undefined).length
  if (entries.length < LEAST_TILES || pages.size < entries.length * LEAST_PAGES) return false
  return priced >= entries.length / 2 || (!isOutside && chars >= pageChars * leastText)
}

export function itemList(entries: readonly JsonObject[]): JsonObject {
  return {
    '@type': 'ItemList',
    numberOfItems: entries.length,
    itemListElement: entries.map((entry, at) => ({
      position: at + 1,
      ...entry,
      '@type': entry['@type'] ?? 'ListItem',
    })),
  }
}
