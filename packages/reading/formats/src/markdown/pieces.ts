import type { Inline, Mark } from '../block.ts'
import { joinLines } from '../inline-text.ts'
import { codeSpan } from './code-span.ts'
import { image, linkEnd } from './destination.ts'

/** Marks that Markdown writes with delimiters; the others are HTML tags, as GitHub shows them. */
export type Emphasis = 'strong' | 'em' | 'del'

/** Running text taken apart: text still to be escaped, finished Markdown, and delimiters still to be chosen. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'raw'; text: string }
  | { kind: 'break' }
  | { kind: 'link-start' }
  | { kind: 'link-end'; text: string }
  | Delimiter

export interface Delimiter {
  kind: 'open' | 'close'
  emphasis: Emphasis
  /** The other end. */
  partner: Delimiter
  /** What is written: `*`, `__`, `<em>` and so on. */
  text: string
}

const EMPHASES: ReadonlySet<Mark> = new Set<Mark>(['strong', 'em', 'del'])

/** Flattens inline content. White space at the ends of emphasis and links moves outside, where it does no harm. */
export function toPieces(content: readonly Inline[]): Piece[] {
  const pieces: Piece[] = []
  for (const inline of content) add(inline, pieces)
  return pieces.filter((piece) => piece.kind !== 'text' || piece.text !== '')
}

function add(inline: Inline, pieces: Piece[]): void {
  switch (inline.type) {
    case 'text':
      pieces.push({ kind: 'text', text: inline.value })
      return
    case 'code-span':
      pieces.push({ kind: 'raw', text: codeSpan(inline.value) })
      return
    case 'image':
      pieces.push({ kind: 'raw', text: image(inline) })
      return
    case 'inline-math':
      pieces.push({ kind: 'raw', text: `$${joinLines(inline.tex)}$` })
      return
    case 'note-reference':
      pieces.push({ kind: 'raw', text: `[^${inline.label}]` })
      return
    case 'break':
      pieces.push({ kind: 'break' })
      return
    case 'link':
      enclose(
        inline.children,
        { kind: 'link-start' },
        { kind: 'link-end', text: linkEnd(inline) },
        pieces,
        true,
      )
      return
    case 'marked':
      enclose(inline.children, ...ends(inline.mark), pieces, false)
  }
}

/** Writes `children` between two ends, with a space outside for white space that stood inside of them. */
function enclose(children: Inline[], start: Piece, end: Piece, pieces: Piece[], keepEmpty: boolean): void {
  const before: Piece = { kind: 'text', text: '' }
  pieces.push(before, start)
  const from = pieces.length
  for (const child of children) add(child, pieces)
  const leading = trimEdge(pieces, from, 1)
  const trailing = trimEdge(pieces, pieces.length - 1, -1, from)
  if (leading) before.text = ' '
  if (!keepEmpty && pieces.findLastIndex((piece) => !isEmpty(piece)) < from) {
    pieces.length = from - 1
    return
  }
  pieces.push(end)
  if (trailing) pieces.push({ kind: 'text', text: ' ' })
}

/** Empties white space and breaks from `at` on, in direction `step` down to `least`; says whether there were any. */
function trimEdge(pieces: Piece[], at: number, step: 1 | -1, least = 0): boolean {
  let found = false
  for (let index = at; index >= least && index < pieces.length; index += step) {
    const piece = pieces[index]!
    if (piece.kind === 'break') {
      found = true
      pieces[index] = { kind: 'text', text: '' }
      continue
    }
    if (piece.kind !== 'text') break
    const trimmed = step === 1 ? piece.text.trimStart() : piece.text.trimEnd()
    found ||= trimmed !== piece.text
    piece.text = trimmed
    if (trimmed !== '') break
  }
  return found
}

function isEmpty(piece: Piece): boolean {
  return piece.kind === 'text' && piece.text === ''
}

function ends(mark: Mark): [Piece, Piece] {
  if (!EMPHASES.has(mark))
    return [
      { kind: 'raw', text: `<${mark}>` },
      { kind: 'raw', text: `</${mark}>` },
    ]
  const open = { kind: 'open', emphasis: mark as Emphasis, text: '' } as Delimiter
  const close: Delimiter = { kind: 'close', emphasis: mark as Emphasis, text: '', partner: open }
  open.partner = close
  return [open, close]
}
