import type { Query } from './query.ts'
import { wordsOf } from './words.ts'

/** What is known of a page. */
export interface Described {
  url: string
  title?: string | undefined
  /** Text of a link to it. */
  anchor?: string | undefined
  description?: string | undefined
}

/** How much a word counts, by where it stands. */
const WEIGHTS = {
  name: 1,
  title: 1,
  anchor: 0.9,
  folder: 0.7,
  host: 0.6,
  query: 0.5,
  description: 0.5,
} as const

/**
 * Shares of the relevance: that the words are there at all, that they stand together as they were written, and how much of its name
 * (the last part of the path, the title or the link's text) they make up.
 */
const SHARES = { words: 0.6, phrase: 0.15, name: 0.25 } as const

/** What a page has of a query: for each of its words the best place, 0 to 1, and how they stand there. */
export interface Match {
  words: Float32Array
  phrase: number
  name: number
}

/** Longer texts are cut: words that come late say less. */
const LONGEST_TEXT = 1_000

/** Undefined: it has no word of the query. `startHost`: names on it are those of all pages, and say nothing. */
export function matchPage(query: Query, page: Described, startHost: string): Match | undefined {
  const match: Match = { words: query.none, phrase: 0, name: 0 }
  for (const { text, weight, isName } of placesOf(page, startHost)) look(query, match, text, weight, isName)
  return match.words === query.none ? undefined : match
}

interface Place {
  text: string
  weight: number
  isName: boolean
}

function placesOf({ url, title, anchor, description }: Described, startHost: string): Place[] {
  const { host, segments, search } = partsOf(url)
  const places: Place[] = []
  const add = (text: string | undefined, weight: number, isName = false) => {
    if (text) places.push({ text: text.slice(0, LONGEST_TEXT), weight, isName })
  }
  if (host !== startHost) add(ownLabels(host, startHost), WEIGHTS.host)
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1
    add(isLast ? withoutEnding(segment) : segment, isLast ? WEIGHTS.name : WEIGHTS.folder, isLast)
  }
  add(search, WEIGHTS.query)
  add(title, WEIGHTS.title, true)
  add(anchor, WEIGHTS.anchor, true)
  add(description, WEIGHTS.description)
  return places
}

function look(query: Query, match: Match, text: string, weight: number, isName: boolean): void {
  const words = wordsOf(text)
  let found = 0
  for (const word of words) {
    const qualities = query.match(word)
    if (qualities === query.none) continue
    if (match.words === query.none) match.words = new Float32Array(query.size)
    let best = 0
    for (let at = 0; at < query.size; at++) {
      const quality = qualities[at]!
      if (quality > best) best = quality
      if (quality * weight > match.words[at]!) match.words[at] = quality * weight
    }
    found += best
  }
  const joined = words.length === 1 ? words[0]! : words.join('')
  const together = query.phrases.some((phrase) => joined.includes(phrase))
  if (together) {
    if (match.words === query.none) match.words = new Float32Array(query.size)
    // Written in one, or apart, where the query has it otherwise.
    for (let at = 0; at < query.size; at++) match.words[at] = Math.max(match.words[at]!, weight * 0.9)
    match.phrase = Math.max(match.phrase, weight)
  }
  if (isName && words.length > 0) {
    const share = together ? shareOf(query, joined) : found / Math.max(words.length, query.size)
    match.name = Math.max(match.name, Math.min(1, share) * weight)
  }
}

/** How much of a name a phrase makes up, by letters. */
function shareOf(query: Query, joined: string): number {
  return query.phrases.reduce((longest, { length }) => Math.max(longest, length), 0) / joined.length
}

/** The relevance of a match, 0 to 1, when the query's words weigh so much. */
export function relevanceOf({ words, phrase, name }: Match, weights: Float64Array): number {
  let sum = 0
  let all = 0
  for (let at = 0; at < words.length; at++) {
    sum += weights[at]! * words[at]!
    all += weights[at]!
  }
  const coverage = all === 0 ? 0 : sum / all
  return coverage * (SHARES.words + SHARES.phrase * phrase + SHARES.name * name)
}

interface Parts {
  host: string
  segments: string[]
  search: string
}

/** The parts of an absolute address without the parser's cost; it has been parsed before. */
function partsOf(url: string): Parts {
  const start = url.indexOf('//') + 2
  const fragment = url.indexOf('#', start)
  const whole = fragment < 0 ? url : url.slice(0, fragment)
  const question = whole.indexOf('?', start)
  const beforeQuery = question < 0 ? whole : whole.slice(0, question)
  const slash = beforeQuery.indexOf('/', start)
  const host = slash < 0 ? beforeQuery.slice(start) : beforeQuery.slice(start, slash)
  const path = slash < 0 ? '' : beforeQuery.slice(slash + 1)
  return {
    host,
    segments: withoutIndex(decoded(path).split('/').filter(Boolean)),
    search: question < 0 ? '' : decoded(whole.slice(question + 1)),
  }
}

/** An index page is called as its folder. */
function withoutIndex(segments: string[]): string[] {
  return segments.length > 1 && INDEX.test(segments.at(-1)!) ? segments.slice(0, -1) : segments
}

const INDEX = /^(?:index|default)\.[a-z]{2,5}$/i

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `docs` of `docs.example.com` on the site `example.com`. */
function ownLabels(host: string, startHost: string): string {
  const site = startHost.replace(/^www\./, '')
  return host.endsWith(`.${site}`) ? host.slice(0, -site.length - 1) : host
}

/** `.html` and the like say nothing. */
function withoutEnding(segment: string): string {
  return segment.replace(/\.(?:[a-z]?html?|php\d?|aspx?|jsp|md|cfm)$/i, '')
}
