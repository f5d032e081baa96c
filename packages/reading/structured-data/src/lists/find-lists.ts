import { contains, ELEMENT, type Element } from '@gleaner/markup'
import type { DateOptions } from '@gleaner/values'
import type { PageIndex } from '../page-index/page-index.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'
import { alikeKinds, type Kind } from './alike.ts'
import { chooseColumns } from './choose-columns.ts'
import { columnsOf } from './columns.ts'
import { type EntryContext, imageUrl, readEntry } from './read-entry.ts'
import { type Leaves, readLeaves } from './read-leaves.ts'
import { type Record, recordBounds } from './record-bounds.ts'
import { type Repeated, repeatedElements } from './repeated-elements.ts'

export interface FoundList {
  entries: JsonObject[]
  /** The elements of each entry. */
  records: Record[]
  /** Characters of text in its entries. */
  chars: number
  /** How much an entry says, on average. */
  rich: number
  /** It stands in navigation, a footer, a sidebar or a block of related things. */
  isOutside?: boolean
  /** How much it looks like what the page lists. */
  weight: number
}

/** A list of which nothing but its bounds is known. */
export type UnreadList = Pick<FoundList, 'records'> & { isOutside: boolean }

export interface FoundLists {
  /** The most likely first. */
  lists: FoundList[]
  /** Characters of the page's own text. */
  chars: number
}

/** Menus that nothing names as such are what a page lists where it has no other list. */
const MENU_WEIGHT = 0.4
const LEAST_ENTRIES = 3
const MOST_ENTRIES = 500
/** Groups of repeated elements that are read entry by entry, those with the most to them first. */
const MOST_GROUPS = 14
/** A list in navigation, a footer or a sidebar is what the page lists where there is hardly another one. */
const OUTSIDE_WEIGHT = 0.25

export interface ListOptions {
  base: string
  country: string | undefined
  dates: DateOptions
}

/** What a caller wants of a page's lists. */
export interface WantedList {
  /** Whether a list could be wanted once it is read. */
  mayBe(list: UnreadList, chars: number): boolean
  is(list: FoundList, chars: number): boolean
}

/**
 * The lists of similar entries that a page shows, with what their entries say; costs a walk over the page, and reading the largest. None
 * where not one is what the caller wants: then only those that could be are read.
 */
export function findLists({ body }: PageIndex, options: ListOptions, wanted?: WantedList): FoundLists {
  if (!body) return { lists: [], chars: 0 }
  const { groups, chars, order } = repeatedElements(body)
  const unread = unreadLists(alikeKinds(likelyGroups(groups), order))
  const known = new Map<UnreadList, FoundList | undefined>()
  const read = (list: UnreadList) => {
    if (!known.has(list)) known.set(list, readPlaced(list, options))
    return known.get(list)
  }
  const isWanted = (list: UnreadList) => {
    const found = wanted?.mayBe(list, chars) ? read(list) : undefined
    return found !== undefined && wanted!.is(found, chars)
  }
  if (wanted && !unread.some(isWanted)) return { lists: [], chars }
  const lists = unread.flatMap((list) => read(list) ?? [])
  lowerSections(lists)
  return { lists: lists.toSorted((a, b) => b.weight - a.weight), chars }
}

function readPlaced({ records, isOutside }: UnreadList, options: ListOptions): FoundList | undefined {
  const list = readList(records, options)
  return list && isOutside ? { ...list, isOutside, weight: list.weight * OUTSIDE_WEIGHT } : list
}

function unreadLists(kinds: readonly Kind[]): UnreadList[] {
  const seen = new Set<Element>()
  return kinds.flatMap(({ members, isOutside }) => {
    if (members.length < LEAST_ENTRIES) return []
    const records = recordBounds(members.slice(0, MOST_ENTRIES))
    // Inner elements of entries lead to the same entries.
    const known = records.filter(([first]) => seen.has(first!)).length
    if (known >= records.length * 0.8) return []
    for (const [first] of records) seen.add(first!)
    return [{ records, isOutside }]
  })
}

/** The groups with the most to them; of wrappers around the same text one. */
function likelyGroups(groups: readonly Repeated[]): Repeated[] {
  const likely: Repeated[] = []
  const promising = groups.filter(({ elements, chars }) => chars / elements.length >= 3)
  for (const group of promising.toSorted((a, b) => promise(b) - promise(a))) {
    if (likely.length >= MOST_GROUPS) break
    if (!likely.some((known) => isWrapper(known, group))) likely.push(group)
  }
  return likely
}

function isWrapper(known: Repeated, { elements, chars }: Repeated): boolean {
  if (known.elements.length !== elements.length || chars < known.chars * 0.85) return false
  return contains(known.elements[0]!, elements[0]!) || contains(elements[0]!, known.elements[0]!)
}

/** Where entries of one list hold several of another's each, they are sections, and the other is the list. */
function lowerSections(lists: readonly FoundList[]): void {
  const owners = new Map<Element, FoundList[]>()
  for (const list of lists)
    for (const record of list.records)
      for (const element of record) owners.set(element, [...(owners.get(element) ?? []), list])
  for (const inner of lists) {
    const held = new Map<FoundList, { entries: number; holders: Set<Element> }>()
    for (const [first] of inner.records)
      for (let at = first!.parent; at?.type === ELEMENT; at = at.parent)
        for (const outer of owners.get(at) ?? []) {
          if (outer === inner) continue
          const count = held.get(outer) ?? { entries: 0, holders: new Set() }
          held.set(outer, { entries: count.entries + 1, holders: count.holders.add(at) })
        }
    for (const [outer, { entries, holders }] of held) {
      const isSections = holders.size >= outer.records.length * 0.5 && entries >= holders.size * 2
      const isMost = inner.chars >= outer.chars * 0.6 && entries >= inner.records.length * 0.5
      if (isSections && isMost && inner.rich >= outer.rich * 0.3) outer.weight *= 0.4
    }
  }
}

/** What a group may hold, by its text alone: many entries of a few words are menus, few of thousands are sections. */
function promise({ elements, chars, outside }: Repeated): number {
  const each = chars / elements.length
  const weight = outside > elements.length / 2 ? OUTSIDE_WEIGHT : 1
  return Math.sqrt(elements.length) * Math.min(each, 300) * weight
}

function readList(records: readonly Record[], options: ListOptions): FoundList | undefined {
  const leaves = records.map(readLeaves)
  const chosen = chooseColumns(columnsOf(leaves), options.dates)
  const context: EntryContext = { ...options, commonImages: commonImages(leaves, options.base) }
  const read = leaves.flatMap((one, at) => {
    const entry = readEntry(one, at, chosen, context)
    return entry
      ? [
          {
            entry,
            record: records[at]!,
            chars: one.texts.reduce((sum, { text }) => sum + text.length, 0),
            links: one.links.length,
          },
        ]
      : []
  })
  if (read.length < LEAST_ENTRIES || read.length < records.length * 0.5) return undefined
  const names = new Set(read.map(({ entry }) => `${entry.name} ${entry.url}`))
  if (names.size < read.length * 0.4) return undefined
  const entries = once(read)
  const chars = read.reduce((sum, one) => sum + one.chars, 0)
  const rich = entries.reduce((sum, { entry }) => sum + richness(entry), 0) / entries.length
  const nested = read.reduce((sum, { links }) => sum + links, 0) / read.length
  const isMenu = share(leaves, isLink) > 0.8 && entries.every(({ entry }) => !entry.image)
  const weight = Math.sqrt(entries.length) * rich * (nested > 25 ? 0.3 : 1) * (isMenu ? MENU_WEIGHT : 1)
  return {
    entries: entries.map(({ entry }) => entry),
    records: entries.map(({ record }) => record),
    chars,
    rich,
    weight,
  }
}

function share<T>(all: readonly T[], passes: (one: T) => boolean): number {
  return all.filter(passes).length / all.length
}

/** An entry that is nothing but a link, and no heading: as in a menu. */
function isLink({ texts }: Leaves): boolean {
  return texts.length === 1 && texts[0]!.link !== undefined && texts[0]!.heading === 0
}

/** Each entry once: pages repeat them for narrow windows and in carousels. */
function once<T extends { entry: JsonObject }>(read: readonly T[]): T[] {
  const known = new Set<string>()
  return read.filter(({ entry }) => {
    const key = JSON.stringify([
      entry.name,
      entry.url,
      entry.datePublished,
      entry.url ? '' : entry.description,
    ])
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

/** How much an entry says: a name of some words, mostly with an address. */
function richness({
  name,
  url,
  image,
  offers,
  datePublished,
  description,
  location,
  author,
}: JsonObject): number {
  const words = String(name).split(/\s+/).length
  const said =
    Math.min(String(name).length, 80) * (words > 2 ? 1 : 0.5) +
    (url ? 15 : 0) +
    (image ? 20 : 0) +
    (offers ? 40 : 0) +
    (datePublished ? 25 : 0) +
    (location ? 10 : 0) +
    (author ? 10 : 0) +
    Math.min(String(description ?? '').length, 150) * 0.3
  return url || datePublished || offers ? said : said * 0.4
}

/** Pictures that several entries show. */
function commonImages(leaves: readonly Leaves[], base: string): Set<string> {
  const counts = new Map<string, number>()
  for (const { images } of leaves)
    for (const url of new Set(images.map((image) => imageUrl(image, base))))
      if (url) counts.set(url, (counts.get(url) ?? 0) + 1)
  const most = Math.max(2, leaves.length * 0.2)
  return new Set([...counts].filter(([, count]) => count > most).map(([url]) => url))
}
