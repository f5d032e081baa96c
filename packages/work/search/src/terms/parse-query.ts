import { findWords, foldLetters } from './words.ts'

/** A word that is looked for, or several that stand beside each other. */
export interface Unit {
  /** Words with blanks between them, as `wordsOf` gives them. */
  words: string
  /** In quotes: it must be there as it is. */
  isQuoted: boolean
}

/** A query as it was written: `"beside each other"`, `-without`, `this OR that`, `site:example.com`. */
export interface ParsedQuery {
  /** Each is found by any of its units. */
  groups: Unit[][]
  excluded: Unit[]
  sites: string[]
}

/** More are ignored: the query has 500 characters. */
const MOST_GROUPS = 32

const TOKEN = /(-?)"([^"]*)"?|(\S+)/g

/** Reads what a person typed into a search box. Never fails: marks without a meaning are no words. */
export function parseQuery(query: string): ParsedQuery {
  const parsed: ParsedQuery = { groups: [], excluded: [], sites: [] }
  let joins = false
  for (const [, minus, quoted, word] of query.matchAll(TOKEN)) {
    if (quoted !== undefined) {
      place(parsed, { words: wordsIn(quoted), isQuoted: true }, minus === '-', joins)
    } else if (word === 'OR' || word === '|') {
      joins = parsed.groups.length > 0
      continue
    } else if (word !== undefined && word !== 'AND') {
      const site = /^site:([^\s/]+)/i.exec(word)?.[1]
      if (site) parsed.sites.push(site.toLowerCase())
      else placeWord(parsed, word, joins)
    }
    joins = false
  }
  return parsed
}

function placeWord(parsed: ParsedQuery, word: string, joins: boolean): void {
  const isExcluded = /^-[^-]/.test(word)
  place(parsed, { words: wordsIn(word), isQuoted: false }, isExcluded, joins)
}

function place(parsed: ParsedQuery, unit: Unit, isExcluded: boolean, joins: boolean): void {
  if (unit.words === '') return
  if (isExcluded) parsed.excluded.push(unit)
  else if (joins) parsed.groups.at(-1)!.push(unit)
  else if (parsed.groups.length < MOST_GROUPS) parsed.groups.push([unit])
}

/** The last character of a run without blanks stands alone in a text; in a query it would be looked for twice. */
function wordsIn(text: string): string {
  const words: string[] = []
  let end = -1
  for (const word of findWords(text)) {
    if (word.end <= end) continue
    end = word.end
    words.push(word.text)
  }
  return words.join(' ')
}

/** Whether a word is a character of a script without blanks, which begins pairs. */
export function isSinglePairable(word: string): boolean {
  return (
    [...word].length === 1 &&
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(
      foldLetters(word),
    )
  )
}
