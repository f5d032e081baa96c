import type { Inline, Mark } from '../block.ts'
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

/** Flattens inline content. White space at the ends of emphasis moves outside, where delimiters can work. */
export function toPieces(content: readonly Inline[]): Piece[] {
  const pieces: Piece[] = []
  for (const inline of content) add(inline, pieces)
  return pieces
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
      pieces.push({ kind: 'raw', text: `$${inline.tex.replace(/\s*\n\s*/g, ' ')}$` })
      return
    case 'note-reference':
      pieces.push({ kind: 'raw', text: `[^${inline.label}]` })
      return
    case 'break':
      pieces.push({ kind: 'break' })
      return
    case 'link':
      addLink(inline.children, linkEnd(inline), pieces)
      return
    case 'marked':
      addMarked(inline.mark, inline.children, pieces)
  }
}

function addLink(children: Inline[], end: string, pieces: Piece[]): void {
  const inner: Piece[] = []
  for (const child of children) add(child, inner)
  const { before, after } = takeEdgeSpace(inner)
  if (before) pieces.push({ kind: 'text', text: ' ' })
  pieces.push({ kind: 'link-start' })
  for (const piece of inner) pieces.push(piece)
  pieces.push({ kind: 'link-end', text: end })
  if (after) pieces.push({ kind: 'text', text: ' ' })
}

function addMarked(mark: Mark, children: Inline[], pieces: Piece[]): void {
  const emphasis = EMPHASES.has(mark) ? (mark as Emphasis) : undefined
  const inner: Piece[] = []
  for (const child of children) add(child, inner)
  const { before, after } = takeEdgeSpace(inner)
  if (before) pieces.push({ kind: 'text', text: ' ' })
  if (inner.length > 0) {
    if (emphasis === undefined)
      pieces.push({ kind: 'raw', text: `<${mark}>` }, ...inner, { kind: 'raw', text: `</${mark}>` })
    else addEmphasis(emphasis, inner, pieces)
  }
  if (after) pieces.push({ kind: 'text', text: ' ' })
}

/** `<b>one</b><b>two</b>` is one emphasis: the end of the first and the start of the second cancel out. */
function addEmphasis(emphasis: Emphasis, inner: Piece[], pieces: Piece[]): void {
  const { open, close } = delimiterPair(emphasis)
  const last = pieces.at(-1)
  if (last?.kind === 'close' && last.emphasis === emphasis) {
    pieces.pop()
    close.partner = last.partner
    last.partner.partner = close
    pieces.push(...inner, close)
    return
  }
  pieces.push(open, ...inner, close)
}

function delimiterPair(emphasis: Emphasis): { open: Delimiter; close: Delimiter } {
  const open = { kind: 'open', emphasis, text: '' } as Delimiter
  const close: Delimiter = { kind: 'close', emphasis, text: '', partner: open }
  open.partner = close
  return { open, close }
}

/** Removes white space and breaks at both ends of `pieces` and says where some was. */
function takeEdgeSpace(pieces: Piece[]): { before: boolean; after: boolean } {
  let before = false
  let after = false
  while (pieces.length > 0) {
    const first = pieces[0]!
    if (first.kind === 'text' && /^\s/.test(first.text)) {
      before = true
      first.text = first.text.trimStart()
    } else if (first.kind === 'break') before = true
    else if (first.kind !== 'text' || first.text !== '') break
    if (first.kind === 'break' || (first.kind === 'text' && first.text === '')) pieces.shift()
  }
  while (pieces.length > 0) {
    const last = pieces.at(-1)!
    if (last.kind === 'text' && /\s$/.test(last.text)) {
      after = true
      last.text = last.text.trimEnd()
    } else if (last.kind === 'break') after = true
    else if (last.kind !== 'text' || last.text !== '') break
    if (last.kind === 'break' || (last.kind === 'text' && last.text === '')) pieces.pop()
  }
  return { before, after }
}
