import { flanking } from './flanking.ts'
import type { Delimiter, Piece } from './pieces.ts'

/** A run of equal delimiter characters, as CommonMark's algorithm sees it, and the delimiters that make it up. */
interface Run {
  character: string
  /** Length of the whole run as written; the rule of three compares these. */
  original: number
  length: number
  canOpen: boolean
  canClose: boolean
  units: Delimiter[]
}

/**
 * Runs CommonMark's rules for emphasis over the delimiters as they are written now, and gives the openers of those
 * pairs that would not come out as pairs. https://spec.commonmark.org/0.31.2/#phase-2-inline-structure
 */
export function findBrokenPairs(pieces: readonly Piece[]): Delimiter[] {
  const paired = new Set<Delimiter>()
  // A link's text is matched on its own, so the runs before it wait in a stack.
  const scopes: Run[][] = [[]]
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index]!
    if (piece.kind === 'link-start') scopes.push([])
    else if (piece.kind === 'link-end') match(scopes.pop() ?? [], paired)
    else if (isWritten(piece)) {
      const run = runAt(pieces, index)
      scopes.at(-1)!.push(run)
      index += run.units.length - 1
    }
  }
  for (const scope of scopes) match(scope, paired)
  return pieces.filter(
    (piece): piece is Delimiter =>
      piece.kind === 'open' && isWritten(piece) && !(paired.has(piece) && paired.has(piece.partner)),
  )
}

function isWritten(piece: Piece | undefined): piece is Delimiter {
  return (piece?.kind === 'open' || piece?.kind === 'close') && !piece.text.startsWith('<')
}

function runAt(pieces: readonly Piece[], start: number): Run {
  const first = pieces[start] as Delimiter
  const character = first.text[0]!
  const units: Delimiter[] = []
  let end = start
  for (let piece = pieces[end]; isWritten(piece) && piece.text[0] === character; piece = pieces[++end])
    units.push(piece)
  const length = units.reduce((sum, unit) => sum + unit.text.length, 0)
  return {
    character,
    original: length,
    length,
    ...flanking(character, charBefore(pieces, start), charAfter(pieces, end)),
    units,
  }
}

/** The character before a piece: of text itself, or the last that the piece before it writes. Empty at a line's start. */
function charBefore(pieces: readonly Piece[], index: number): string {
  for (let i = index - 1; i >= 0; i--) {
    const written = writtenText(pieces[i]!)
    if (written !== '') return String.fromCodePoint(written.codePointAt(lastStart(written))!)
  }
  return ''
}

function charAfter(pieces: readonly Piece[], index: number): string {
  for (let i = index; i < pieces.length; i++) {
    const written = writtenText(pieces[i]!)
    if (written !== '') return String.fromCodePoint(written.codePointAt(0)!)
  }
  return ''
}

/** Text counts unescaped: an escape's backslash is punctuation like every character that is escaped. */
function writtenText(piece: Piece): string {
  if (piece.kind === 'break') return '\n'
  return piece.kind === 'link-start' ? '[' : piece.text
}

function lastStart(text: string): number {
  const isPair =
    text.length > 1 && /[\udc00-\udfff]/.test(text.at(-1)!) && /[\ud800-\udbff]/.test(text.at(-2)!)
  return text.length - (isPair ? 2 : 1)
}

function match(runs: readonly Run[], paired: Set<Delimiter>): void {
  const openers: Run[] = []
  /** By kind of closer, how many openers from the bottom are known not to fit; so that time stays linear. */
  const passed = new Map<string, number>()
  for (const closer of runs) {
    while (closer.canClose && closer.length > 0) {
      const kind = `${closer.character}${closer.canOpen}${closer.original % 3}`
      const at = findOpener(openers, closer, passed.get(kind) ?? 0)
      if (at < 0) {
        passed.set(kind, openers.length)
        break
      }
      const opener = openers[at]!
      const both = opener.length >= 2 && closer.length >= 2
      pair(opener, closer, closer.character === '~' ? closer.length : both ? 2 : 1, paired)
      // Runs between the two can no longer take part.
      openers.length = opener.length > 0 ? at + 1 : at
      for (const [key, height] of passed) if (height > openers.length) passed.set(key, openers.length)
    }
    if (closer.canOpen && closer.length > 0) openers.push(closer)
  }
}

function findOpener(openers: readonly Run[], closer: Run, from: number): number {
  for (let at = openers.length - 1; at >= from; at--) {
    const opener = openers[at]!
    if (opener.character !== closer.character) continue
    if (closer.character === '~') {
      if (opener.length === closer.length) return at
      continue
    }
    const bothWays = opener.canClose || closer.canOpen
    const isThree = (opener.original + closer.original) % 3 === 0
    const isMultiple = opener.original % 3 === 0 && closer.original % 3 === 0
    if (!(bothWays && isThree) || isMultiple) return at
  }
  return -1
}

/** Consumes `width` characters at the inner ends; they are a pair when they are one delimiter and its partner. */
function pair(opener: Run, closer: Run, width: number, paired: Set<Delimiter>): void {
  opener.length -= width
  closer.length -= width
  const open = opener.units.at(-1)
  const close = closer.units[0]
  if (open?.text.length === width && close === open.partner) {
    paired.add(open)
    paired.add(close)
  }
  opener.units.pop()
  closer.units.shift()
}
