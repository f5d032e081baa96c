import type { Inline } from '../block.ts'
import { chooseDelimiters } from './choose-delimiters.ts'
import { type EscapeContext, escapeLineStart, escapeText, liveCharacters, mayNeedEscape } from './escape.ts'
import { type Piece, toPieces } from './pieces.ts'

/** Where the text stands: on lines of its own, on one line, behind a marker (`#`) on one line, or in a table cell. */
export type Place = 'lines' | 'line' | 'heading' | 'cell'

const BREAKS: Record<Place, string> = { lines: '  \n', line: ' ', heading: ' ', cell: '<br>' }

/** Markdown of running text. */
export function renderInline(content: readonly Inline[], place: Place = 'lines'): string {
  const only = content.length === 1 ? content[0]! : undefined
  if (only?.type === 'text' && !mayNeedEscape(only.value)) {
    const text = only.value.trim()
    return beginsLine(place) ? escapeLineStart(text) : text
  }
  const pieces = toPieces(content)
  chooseDelimiters(pieces)
  return join(pieces, place)
}

/** Whether the text begins a line, where more is syntax than within one. */
function beginsLine(place: Place): boolean {
  return place === 'lines' || place === 'line'
}

function join(pieces: Piece[], place: Place): string {
  const context = contextOf(pieces, place)
  const uneven = findUnevenLinks(pieces)
  let markdown = ''
  // Kept beside `markdown`: reading its end would make V8 join all its parts, each time.
  let last = ''
  /** Whether what is written next begins a line of text. */
  let atStart = beginsLine(place)
  const write = (written: string) => {
    if (written === '') return
    markdown += written
    last = written.at(-1)!
    atStart = false
  }
  pieces.forEach((piece, index) => {
    if (piece.kind === 'break') {
      // A second break would end the paragraph.
      if (pieces[index - 1]?.kind === 'break') return
      write(BREAKS[place])
      atStart = place === 'lines'
      return
    }
    if (piece.kind === 'text') {
      const next = pieces[index + 1]
      let { text } = piece
      if (last === '' || /\s/.test(last)) text = text.trimStart()
      if (next === undefined || next.kind === 'break') text = text.trimEnd()
      const escaped = escapeText(text, last, firstCharacter(next), context)
      write(atStart ? escapeLineStart(escaped) : escaped)
      return
    }
    if (piece.kind === 'link-start' || piece.kind === 'link-end') context.brackets = uneven.has(piece)
    const written = piece.kind === 'link-start' ? '[' : piece.text
    write(place === 'cell' && piece.kind === 'raw' ? written.replace(/(?<!\\)\|/g, '\\|') : written)
  })
  return markdown.trim()
}

function contextOf(pieces: Piece[], place: Place): EscapeContext {
  let text = ''
  let hasEmphasis = false
  let hasCode = false
  let hasMath = false
  for (const piece of pieces) {
    if (piece.kind === 'text') text += piece.text
    // Whatever it is that is written between two texts, it is punctuation.
    else text += piece.kind === 'break' ? '\n' : '·'
    hasEmphasis ||= piece.kind === 'open'
    if (piece.kind !== 'raw') continue
    hasCode ||= piece.text.startsWith('`')
    hasMath ||= piece.text.startsWith('$')
  }
  return {
    live: liveCharacters(text, hasEmphasis, hasCode),
    inCell: place === 'cell',
    brackets: false,
    hasMath,
  }
}

const NONE: ReadonlySet<Piece> = new Set()

/** The links whose text has brackets that do not pair up, or that would form a link of their own. */
function findUnevenLinks(pieces: readonly Piece[]): ReadonlySet<Piece> {
  if (!pieces.some(({ kind }) => kind === 'link-start')) return NONE
  const uneven = new Set<Piece>()
  let start: Piece | undefined
  let text = ''
  for (const piece of pieces) {
    if (piece.kind === 'link-start') {
      start = piece
      text = ''
    } else if (piece.kind === 'text') text += piece.text
    else if (piece.kind === 'link-end' && start && /[[\]]/.test(text) && !hasEvenBrackets(text))
      uneven.add(start)
  }
  return uneven
}

function hasEvenBrackets(text: string): boolean {
  if (text.includes('](')) return false
  let depth = 0
  for (const character of text) {
    if (character === '[') depth++
    else if (character === ']' && --depth < 0) return false
  }
  return depth === 0
}

function firstCharacter(piece: Piece | undefined): string {
  if (!piece || piece.kind === 'break') return ''
  return piece.kind === 'link-start' ? '[' : (piece.text[0] ?? '')
}
