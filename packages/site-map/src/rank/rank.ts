import type { Query } from './query.ts'
import { type Match, relevanceOf } from './relevance.ts'

export interface Candidate {
  url: string
  match: Match
}

export interface Ranked<C extends Candidate> {
  candidate: C
  /** 0 to 1, to four digits. */
  relevance: number
}

/** A word that more pages have is of no use to tell them apart, unless there are few. */
const COMMON = { share: 0.5, pages: 20 }

/**
 * The candidates that have something to do with the query, the most relevant first; of equal ones those with fewer folders, then the shorter,
 * then the one that was found first. Words weigh more the fewer of `pages` pages have them; what has common words alone is left out where
 * the query has others.
 */
export function rank<C extends Candidate>(
  query: Query,
  candidates: readonly C[],
  pages: number,
  frequencies: ArrayLike<number>,
): Ranked<C>[] {
  const weights = weightsOf(query, pages, frequencies)
  const telling = tellingWords(query, pages, frequencies)
  const keys: number[] = []
  for (const [index, { url, match }] of candidates.entries()) {
    if (!telling.some((at) => match.words[at]! > 0)) continue
    keys.push(sortKey(relevanceOf(match, weights), url, index))
  }
  const ranked: Ranked<C>[] = []
  for (const key of Float64Array.from(keys).sort()) {
    const candidate = candidates[key % MOST_CANDIDATES]!
    ranked.push({ candidate, relevance: Math.round(relevanceOf(candidate.match, weights) * 1e4) / 1e4 })
  }
  return ranked
}

/**
 * How much the words of a query weigh: the more, the fewer pages have them. A word that no page has weighs as the least of the others: the
 * site may call it otherwise.
 */
export function weightsOf(query: Query, pages: number, frequencies: ArrayLike<number>): Float64Array {
  const weights = Float64Array.from({ length: query.size }, (_, at) =>
    frequencies[at]! > 0 ? Math.log(1 + pages / frequencies[at]!) : Number.POSITIVE_INFINITY,
  )
  const least = weights.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  return weights.map((weight) => (Number.isFinite(weight) ? weight : Number.isFinite(least) ? least : 1))
}

function tellingWords(query: Query, pages: number, frequencies: ArrayLike<number>): number[] {
  const all = Array.from({ length: query.size }, (_, at) => at)
  const telling = all.filter(
    (at) => frequencies[at]! > 0 && frequencies[at]! <= Math.max(COMMON.pages, pages * COMMON.share),
  )
  return telling.length > 0 ? telling : all
}

/** A number that sorts as the order says, faster than a function that compares: 17 bits of relevance, 5 of folders, 12 of length, 19 of place. */
function sortKey(relevance: number, url: string, index: number): number {
  const irrelevance = 100_000 - Math.round(Math.min(1, relevance) * 100_000)
  const folders = Math.min(31, slashesOf(url))
  const length = Math.min(4_095, url.length)
  return ((irrelevance * 32 + folders) * 4_096 + length) * MOST_CANDIDATES + index
}

/** 2^19: more candidates cannot be ranked at once. */
const MOST_CANDIDATES = 524_288

function slashesOf(url: string): number {
  let count = 0
  for (let at = url.indexOf('/'); at >= 0; at = url.indexOf('/', at + 1)) count++
  return url.endsWith('/') ? count - 1 : count
}
