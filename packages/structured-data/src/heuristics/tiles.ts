import {
  childElements,
  ELEMENT,
  type Element,
  findAll,
  findFirst,
  INVISIBLE_TAGS,
  resolveUrl,
  TEXT,
  walk,
} from '@gleaner/markup'
import { type Price, parsePrice } from '@gleaner/values'
import { MONEY, OUTSIDE_NAME, OUTSIDE_TAGS } from '../page-index/name-patterns.ts'
import type { PageIndex } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'

const TILES = { least: 4, most: 300 }
const NAME_TAGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5'])
const MOST_BOXES = 6_000
/** Groups that are read, the largest first. */
const MOST_GROUPS = 12

/** Least share of the page's own text that its subject's tiles hold, and of tiles that lead to pages of their own. */
const LEAST_TEXT = 0.35
const LEAST_PAGES = 0.8
const TILE_CHARS = 600

export interface TileList {
  tiles: JsonObject[]
  /** Characters of text in the tiles. */
  chars: number
  weight: number
}

/**
 * The list that a page consists of, each entry with its link; undefined without one. A table of contents, the steps of an
 * explanation or a row of teasers below an article are lists too, and not what the page is about: its entries lead to
 * pages of their own, and most are for sale, or they hold much of the page's text.
 */
export function findTiles(
  index: PageIndex,
  base: string,
  country: string | undefined,
): JsonObject | undefined {
  const { lists, chars } = findTileLists(index, base, country)
  let best: TileList | undefined
  for (const list of lists) if (!best || list.weight > best.weight) best = list
  return best && isSubject(best, chars) ? itemList(best.tiles) : undefined
}

function isSubject({ tiles, chars }: TileList, pageChars: number): boolean {
  const pages = new Set(tiles.map(({ url }) => String(url).split('#', 1)[0]))
  const priced = tiles.filter(({ offers }) => offers !== undefined).length
  if (pages.size < tiles.length * LEAST_PAGES) return false
  return priced >= tiles.length / 2 || chars >= pageChars * LEAST_TEXT
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

/** Every list of similar items on the page (tiles, rows, teasers), and the characters of all text beside navigation. */
export function findTileLists(
  index: PageIndex,
  base: string,
  country: string | undefined,
): { lists: TileList[]; chars: number } {
  const { groups, chars } = similarGroups(index)
  const lists = groups.slice(0, MOST_GROUPS).flatMap((group) => {
    const read = group.slice(0, TILES.most).flatMap((element) => {
      const tile = readTile(element, base, country)
      return tile ? [{ tile, chars: shortText(element, TILE_CHARS).length }] : []
    })
    if (read.length < Math.max(TILES.least, group.length * 0.6)) return []
    const tiles = read.map(({ tile }) => tile)
    const weight = tiles.reduce((sum, tile) => sum + weightOf(tile), 0)
    return [{ tiles, weight, chars: read.reduce((sum, tile) => sum + tile.chars, 0) }]
  })
  return { lists, chars }
}

/** Children of a box that are alike, at least four; the largest groups first. */
export function similarGroups({ body }: PageIndex): { groups: Element[][]; chars: number } {
  const { boxes, chars } = body ? contentBoxes(body) : { boxes: [], chars: 0 }
  const groups = boxes
    .map(similarChildren)
    .filter(({ length }) => length >= TILES.least)
    .sort((a, b) => b.length - a.length)
  return { groups, chars }
}

function weightOf({ name, image, offers }: JsonObject): number {
  return Math.min(String(name).length, 100) + (image ? 20 : 0) + (offers ? 40 : 0)
}

/** The boxes of the page's own content, and how much text it has. */
function contentBoxes(body: Element): { boxes: Element[]; chars: number } {
  const boxes: Element[] = []
  let chars = 0
  const pending: Element[] = [body]
  for (let box = pending.pop(); box && boxes.length < MOST_BOXES; box = pending.pop()) {
    const children = childElements(box)
    if (children.length >= TILES.least) boxes.push(box)
    for (const child of box.children) if (child.type === TEXT) chars += child.value.trim().length
    for (const child of children) {
      const isOutside =
        OUTSIDE_TAGS.has(child.tag) ||
        INVISIBLE_TAGS.has(child.tag) ||
        OUTSIDE_NAME.test((child.attrs.class ?? '').toLowerCase().slice(0, 300))
      if (!isOutside && child.children.length > 0) pending.push(child)
    }
  }
  return { boxes, chars }
}

/** The largest group of children that share tag and first class. */
function similarChildren(box: Element): Element[] {
  const groups = new Map<string, Element[]>()
  for (const child of childElements(box)) {
    const key = `${child.tag} ${child.attrs.class?.trim().split(/\s+/)[0] ?? ''}`
    const group = groups.get(key)
    if (group) group.push(child)
    else groups.set(key, [child])
  }
  let largest: Element[] = []
  for (const group of groups.values()) if (group.length > largest.length) largest = group
  return largest.slice(-TILES.most - 1)
}

/** Name, address, picture and price of an entry; undefined when it has no name or leads nowhere. */
export function readTile(
  element: Element,
  base: string,
  country: string | undefined,
): JsonObject | undefined {
  const links =
    element.tag === 'a'
      ? [element]
      : findAll(element, ({ tag, attrs }) => tag === 'a' && attrs.href !== undefined).slice(0, 8)
  const heading = findFirst(element, NAME_TAGS)
  const named = links
    .map((link) => ({ link, text: shortText(link, 200) }))
    .sort((a, b) => b.text.length - a.text.length)[0]
  const name = (heading && shortText(heading, 200)) || named?.text
  const url = named && resolveUrl(base, named.link.attrs.href ?? '')
  if (!name || name.length < 3 || !url || !/^https?:/.test(url)) return undefined
  const image = findFirst(element, 'img')
  const source =
    image &&
    (image.attrs.src?.startsWith('data:')
      ? image.attrs['data-src']
      : (image.attrs.src ?? image.attrs['data-src']))
  const address = source && resolveUrl(base, source)
  const offer = readOffer(element, country)
  return { name, url, ...(address ? { image: address } : {}), ...(offer ? { offers: offer } : {}) }
}

/** The first amount of money in a tile; a currency alone is read with the element around it. */
function readOffer(element: Element, country: string | undefined): JsonObject | undefined {
  let price: Price | undefined
  walk(element, (node) => {
    if (node.type !== TEXT || node.value.length > 80 || !MONEY.test(node.value)) return undefined
    const isWhole = /\d/.test(node.value) || node.parent?.type !== ELEMENT
    const text = isWhole ? node.value : shortText(node.parent as Element, 60, true)
    price = parsePrice(text, country ? { country } : {})
    return price ? 'stop' : undefined
  })
  return price?.symbol && price.amount > 0
    ? { '@type': 'Offer', price: price.amount, ...(price.currency ? { priceCurrency: price.currency } : {}) }
    : undefined
}
