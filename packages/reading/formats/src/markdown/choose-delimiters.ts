import { findBrokenPairs } from './match-delimiters.ts'
import type { Delimiter, Emphasis, Piece } from './pieces.ts'

const TAGS: Record<Emphasis, string> = { strong: 'strong', em: 'em', del: 'del' }
const STARS: Record<Emphasis, string> = { strong: '**', em: '*', del: '~~' }
const UNDERSCORES: Record<Emphasis, string> = { strong: '__', em: '_', del: '~~' }

/**
 * Chooses how every emphasis is written: stars, underscores where two runs of stars would merge into one, and HTML tags
 * where Markdown's rules about letters and punctuation leave no delimiter that works (`**“a”**b`).
 */
export function chooseDelimiters(pieces: Piece[]): void {
  const open: Delimiter[] = []
  let found = false
  pieces.forEach((piece, index) => {
    if (piece.kind === 'open') {
      found = true
      write(piece, clashes(pieces[index - 1], open.at(-1)) ? UNDERSCORES : STARS)
      open.push(piece)
    } else if (piece.kind === 'close') open.pop()
  })
  if (!found) return
  // A pair that fails with underscores is tried with stars, and then as tags. Tags beside a pair never break it.
  for (const pair of findBrokenPairs(pieces)) {
    if (pair.text.startsWith('_')) write(pair, STARS)
    else asTags(pair)
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const broken = findBrokenPairs(pieces)
    if (broken.length === 0) return
    for (const pair of broken) asTags(pair)
  }
  for (const piece of pieces) if (piece.kind === 'open') asTags(piece)
}

/** Rounds of repair before every emphasis of a run of text becomes a tag. Real text needs one. */
const MAX_ROUNDS = 8

/** A run of the same character stands directly before: the end of another emphasis, or the start of the outer one. */
function clashes(before: Piece | undefined, outer: Delimiter | undefined): boolean {
  const left = before?.kind === 'open' || before?.kind === 'close' ? before.text : ''
  if (left.endsWith('*')) return before?.kind === 'close' || outer?.text.startsWith('*') === true
  return false
}

function write(open: Delimiter, style: Record<Emphasis, string>): void {
  open.text = style[open.emphasis]
  open.partner.text = style[open.emphasis]
}

function asTags(open: Delimiter): void {
  open.text = `<${TAGS[open.emphasis]}>`
  open.partner.text = `</${TAGS[open.emphasis]}>`
}
