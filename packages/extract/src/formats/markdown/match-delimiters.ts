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

function match(runs: Run[], paired: Set<Delimiter>): void {
  for (let at = 0; at < runs.length; at++) {
    const closer = runs[at]!
    while (closer.canClose && closer.length > 0) {
      const openerAt = findOpener(runs, at)
      if (openerAt < 0) break
      const opener = runs[openerAt]!
      const width =
        closer.character === '~' ? closer.length : opener.length >= 2 && closer.length >= 2 ? 2 : 1
      pair(opener, closer, width, paired)
      // Runs between the two can no longer take part.
      for (let between = openerAt + 1; between < at; between++) runs[between]!.length = 0
    }
  }
}

/** How far back an opener is looked for; beyond it the pair counts as broken and becomes tags. Keeps time linear. */
const LOOK_BACK = 1000

function findOpener(runs: Run[], at: number): number {
  const closer = runs[at]!
  for (let i = at - 1; i >= Math.max(0, at - LOOK_BACK); i--) {
    const opener = runs[i]!
    if (opener.character !== closer.character || !opener.canOpen || opener.length === 0) continue
    if (closer.character === '~') {
      if (opener.length === closer.length) return i
      continue
    }
    const bothWays = opener.canClose || closer.canOpen
    const isThree = (opener.original + closer.original) % 3 === 0
    if (!(bothWays && isThree && !(opener.original % 3 === 0 && closer.original % 3 === 0))) return i
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
