import { ownLine } from './mark-boilerplate.ts'
import type { Outline } from './outline.ts'

/** Characters without spaces; a shorter quote tells at a glance what is answered. */
const MIN_QUOTE = 60
/** Words in a row that are compared. */
const SHINGLE = 4
/** Share of a line's shingles that stand in a post before it. Quotes are cut short, and name whom they quote. */
const MIN_REPEATED = 0.8
/** Share of a box's text: with so much repeated, the rest says who is quoted. */
const MOST = 0.6
/** Words that are looked at on a page. */
const MAX_WORDS = 200_000

/** Marks quotes of posts that stand on the page themselves. `bodies` are the posts in the page's order. */
export function markQuotes(outline: Outline, bodies: readonly number[], clutter: Uint8Array): void {
  const known = new Set<number>()
  let words = 0
  for (const body of bodies) {
    const said: number[][] = []
    for (let i = body; i < outline.end[body]! && words < MAX_WORDS; i++) {
      if (clutter[i] || outline.ownText[i]! === 0) continue
      const shingles = shinglesOf(ownLine(outline.elements[i]!))
      words += shingles.length
      said.push(shingles)
      if (outline.ownText[i]! >= MIN_QUOTE && isBoxed(i, body) && isKnown(shingles)) markBox(i, body)
    }
    for (const shingles of said) for (const shingle of shingles) known.add(shingle)
  }

  /** A paragraph of the post itself may be said twice. */
  function isBoxed(line: number, body: number): boolean {
    return line !== body && (outline.parent[line] !== body || outline.elements[line]!.tag !== 'p')
  }

  function isKnown(shingles: readonly number[]): boolean {
    const repeated = shingles.filter((shingle) => known.has(shingle)).length
    return repeated > 0 && repeated >= MIN_REPEATED * shingles.length
  }

  function markBox(line: number, body: number): void {
    let box = line
    for (
      let up = line;
      up > body && outline.text[line]! >= MOST * outline.text[up]!;
      up = outline.parent[up]!
    )
      box = up
    clutter.fill(1, box, outline.end[box])
  }
}

/** Hashes of every few words in a row; of all, when there are fewer. */
function shinglesOf(line: string): number[] {
  const hashes = (line.toLowerCase().match(WORD) ?? []).map(hash)
  const found: number[] = []
  for (let at = 0; at === 0 || at + SHINGLE <= hashes.length; at++)
    found.push(hashes.slice(at, at + SHINGLE).reduce((sum, one) => (Math.imul(sum, 31) + one) | 0, 7))
  return found
}

const WORD = /[\p{L}\p{N}]+/gu

function hash(word: string): number {
  let sum = 0
  for (let i = 0; i < word.length; i++) sum = (Math.imul(sum, 31) + word.charCodeAt(i)) | 0
  return sum
}
