import type { CompiledQuery } from './compile-query.ts'

/** A stem of fewer letters begins words that have nothing to do with it. */
const STEM_CHARS = 4

/** Tells which of the query's words a folded word is, if any: itself, or a form of it. Most stems are beginnings of their words. */
export function wordsWanted({ terms }: Pick<CompiledQuery, 'terms'>): (word: string) => number | undefined {
  const exact = new Map<string, number>()
  const stems: [stem: string, place: number][] = []
  for (const [place, { query }] of terms.entries()) {
    for (const [, escaped] of query.matchAll(/'((?:[^'\\]|''|\\.)*)'/g)) {
      const lexeme = escaped!.replaceAll("''", "'").replaceAll(/\\(.)/g, '$1')
      if (!exact.has(lexeme)) exact.set(lexeme, place)
      if (lexeme.length >= STEM_CHARS) stems.push([lexeme, place])
    }
  }
  const known = new Map<string, number | undefined>()
  return (word) => {
    const place = exact.get(word)
    if (place !== undefined || word.length < STEM_CHARS) return place
    if (!known.has(word)) known.set(word, stems.find(([stem]) => word.startsWith(stem))?.[1])
    return known.get(word)
  }
}
