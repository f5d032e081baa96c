import { findWords } from '../terms/words.ts'

const SNIPPET_CHARS = 280
/** Hits lie within so many characters of a passage, so that something of the sentence stands around them. */
const PASSAGE_CHARS = 200
const MOST_HITS = 2_000

interface Hit {
  start: number
  end: number
  word: number
}

/** Quotes the passage of a text that has most of the words, cut between words; undefined where it has none of them. */
export function snippetOf(text: string, isWanted: (word: string) => number | undefined): string | undefined {
  const hits = findHits(text, isWanted)
  if (hits.length === 0) return undefined
  const [first, last] = bestPassage(hits)
  const around = Math.max(0, SNIPPET_CHARS - (last.end - first.start))
  // More of what follows is of use than of what comes before.
  const from = wordStart(text, first.start - Math.floor(around / 3), first.start)
  const to = wordEnd(text, Math.max(last.end, from + SNIPPET_CHARS), last.end)
  const quoted = text.slice(from, to).replace(/\s+/g, ' ').trim()
  return `${from > 0 ? '… ' : ''}${quoted}${to < text.length ? ' …' : ''}`.toWellFormed()
}

/** The beginning of a text, cut between words. */
export function beginningOf(text: string): string {
  if (text.length <= SNIPPET_CHARS) return text.replace(/\s+/g, ' ')
  return `${text
    .slice(0, wordEnd(text, SNIPPET_CHARS, 1))
    .replace(/\s+/g, ' ')
    .trim()} …`.toWellFormed()
}

function findHits(text: string, isWanted: (word: string) => number | undefined): Hit[] {
  const hits: Hit[] = []
  for (const { text: folded, start, end } of findWords(text)) {
    const word = isWanted(folded)
    if (word !== undefined) hits.push({ start, end, word })
    if (hits.length === MOST_HITS) break
  }
  return hits
}

/** First and last hit of the passage with most different words, then most hits; of equals the first. */
function bestPassage(hits: readonly Hit[]): [Hit, Hit] {
  let best: { first: Hit; last: Hit; worth: number } | undefined
  for (const [at, first] of hits.entries()) {
    const words = new Set<number>()
    let last = first
    let next = at
    for (; next < hits.length && hits[next]!.end - first.start <= PASSAGE_CHARS; next++) {
      last = hits[next]!
      words.add(last.word)
    }
    const worth = words.size * 100 + Math.min(99, next - at)
    if (!best || worth > best.worth) best = { first, last, worth }
  }
  return [best!.first, best!.last]
}

/** The beginning of a word from `at` on, at the latest at `most`. */
function wordStart(text: string, at: number, most: number): number {
  if (at <= 0) return 0
  const sentence = /[.!?\n]\s+(?=\S)/g
  const part = text.slice(at, most)
  const end = [...part.matchAll(sentence)].at(0)
  if (end) return at + end.index + end[0].length
  const blank = part.search(/\s/)
  return blank === -1 ? most : at + blank + 1
}

/** The end of a word up to `at`, at the earliest at `least`. */
function wordEnd(text: string, at: number, least: number): number {
  if (at >= text.length) return text.length
  const blank = text.slice(least, at + 1).search(/\s\S*$/)
  return blank === -1 ? at : least + blank
}
