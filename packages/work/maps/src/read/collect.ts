import type { Scope } from '@gleaner/crawl/urls/index'
import type { Query } from '../rank/query.ts'
import { type Ranked, rank, weigh } from '../rank/rank.ts'
import { type Match, matchPage, relevanceOf } from '../rank/relevance.ts'
import { addText, createTextUses, type Texts } from './link-texts.ts'

/** An address that was found, with what is known of it. */
export interface Found {
  url: string
  source: 'sitemap' | 'link'
  depth: number
  title?: string | undefined
  /** Text of a link to it, or to a place on it. */
  anchor?: string | undefined
  isPart?: boolean | undefined
  description?: string | undefined
  lastModified?: string | undefined
}

/** Why an address is not in the map. */
export type LeftOut =
  | 'robots'
  | 'other_host'
  | 'file_type'
  | 'patterns'
  | 'max_depth'
  | 'invalid_url'
  | 'full'

export interface Collection {
  /** Takes an address in, or what else is known of one that it has. False: it is none of the site's, or one too many. */
  add(found: Found): boolean
  /** No further address is of use. */
  isFull(): boolean
  /** What a page says of itself. */
  describe(url: string, page: { title?: string | undefined; description?: string | undefined }): void
  /** How many addresses were found, those without anything of the search among them. */
  readonly size: number
  readonly leftOut: ReadonlyMap<LeftOut, number>
  /** The best of them; with a search by relevance, else in the order in which they were found. */
  best(): Ranked<Entry>[]
  /** What a page is called: by itself, else by a link to it. */
  nameOf(entry: Entry): string | undefined
}

export interface Entry extends Omit<Found, 'anchor' | 'isPart'>, Texts {
  match: Match
}

export interface CollectionOptions {
  scope: Scope
  /** By robots.txt. */
  isAllowed(url: string): boolean
  query: Query | undefined
  startHost: string
  /** Most addresses that the map may have. */
  most: number
}

/** Addresses that are looked through for a search, and that are known by their keys so that none counts twice. */
const MOST_SEARCHED = 500_000
/** Text of all addresses and descriptions together, in characters. */
const MOST_CHARS = 24_000_000

/** Collects the addresses of a site, each once. With a search only those are held that it finds something in, twice as many as are asked for. */
export function createCollection({
  scope,
  isAllowed,
  query,
  startHost,
  most,
}: CollectionOptions): Collection {
  const known = new Map<string, Entry | null>()
  let held: Entry[] = []
  let chars = 0
  const leftOut = new Map<LeftOut, number>()
  const frequencies = new Float64Array(query?.size ?? 0)
  const uses = createTextUses()
  /** More is known of them than was looked at. */
  const changed = new Set<Entry>()

  const leaveOut = (reason: LeftOut): false => {
    leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
    return false
  }

  /** Notes how a page matches, and counts its words for it. False: it has nothing of the search. */
  function look(entry: Entry): boolean {
    if (!query) return true
    const match = matchPage(query, entry, startHost)
    if (!match) return entry.match !== NO_MATCH
    for (let at = 0; at < query.size; at++)
      frequencies[at]! += match.words[at]! - (entry.match.words[at] ?? 0)
    entry.match = match
    return true
  }

  function hold(key: string, { anchor, isPart, ...found }: Found): void {
    const entry: Entry = { ...found, match: NO_MATCH }
    addText(entry, anchor, isPart)
    if (!look(entry)) return
    held.push(entry)
    chars += charsOf(entry)
    known.set(key, entry)
    if (query && (held.length >= 2 * most + SPARE || chars > MOST_CHARS)) prune(query)
  }

  /** Keeps the better half: what is worse has no place in the map, whatever is still found. */
  function prune(query: Query): void {
    lookAtChanged()
    const weighing = weigh(query, known.size, frequencies)
    const scored = held.map((entry) => ({ entry, score: relevanceOf(entry.match, weighing) }))
    const cut = Math.max(1, Math.min(most, Math.ceil(held.length / 2)))
    held = scored
      .sort((a, b) => b.score - a.score)
      .slice(0, cut)
      .map(({ entry }) => entry)
    chars = held.reduce((sum, entry) => sum + charsOf(entry), 0)
    leaveOut('full')
  }

  /** What one source does not know another may. */
  function complete(entry: Entry, found: Found): void {
    if (found.source === 'sitemap') entry.source = 'sitemap'
    entry.depth = Math.min(entry.depth, found.depth)
    entry.lastModified ??= found.lastModified
    const before = charsOf(entry)
    entry.title ??= found.title
    entry.description ??= found.description
    addText(entry, found.anchor, found.isPart)
    const added = charsOf(entry) - before
    chars += added
    if (added > 0) changed.add(entry)
  }

  function lookAtChanged(): void {
    for (const entry of changed) look(entry)
    changed.clear()
  }

  return {
    add(found) {
      const judged = scope.judgeUrl(found.url, found.depth)
      if (!judged.accept)
        return leaveOut(
          judged.skip === 'excluded' || judged.skip === 'not_included' ? 'patterns' : judged.skip,
        )
      const key = judged.key.toString('latin1')
      if (found.anchor && !found.isPart) uses.note(found.anchor, key)
      const entry = known.get(key)
      if (entry) {
        complete(entry, found)
        return true
      }
      if (entry === undefined) {
        if (!isAllowed(found.url)) return leaveOut('robots')
        if (this.isFull()) return leaveOut('full')
        known.set(key, null)
      }
      hold(key, found)
      return true
    },
    isFull: () => (query ? known.size >= MOST_SEARCHED : held.length >= most || chars > MOST_CHARS),
    describe(url, page) {
      const judged = scope.judgeUrl(url, 0)
      const entry = judged.accept ? known.get(judged.key.toString('latin1')) : undefined
      if (!entry) return
      entry.title = page.title ?? entry.title
      entry.description = page.description ?? entry.description
      changed.add(entry)
    },
    get size() {
      return known.size
    },
    leftOut,
    best() {
      lookAtChanged()
      if (query) return rank(query, held, known.size, frequencies).slice(0, most)
      return held.slice(0, most).map((candidate) => ({ candidate, relevance: 0 }))
    },
    nameOf: ({ title, texts = [] }) => title ?? texts.find((text) => !uses.isCommon(text)) ?? texts[0],
  }
}

const NO_MATCH: Match = {
  words: new Float32Array(0),
  mistyped: new Float32Array(0),
  order: 0,
  name: 0,
}
/** So that a small map is not pruned again and again. */
const SPARE = 10_000

function charsOf({ url, title = '', texts = [], parts = '', description = '' }: Entry): number {
  return texts.reduce(
    (sum, text) => sum + text.length,
    url.length + title.length + parts.length + description.length,
  )
}
