import { createHash } from 'node:crypto'
import { nextTurn } from '@gleaner/runtime/fair-turns'

/** Escaped, hashed or sealed in about a millisecond. */
const PIECE_CHARS = 256 * 1024

/**
 * What JSON.stringify makes of an object or a list, in pieces: a long string that stands in it directly (the body for a
 * target, up to 10 MB) is escaped bit by bit.
 */
export function* jsonPieces(value: object): Generator<string> {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  if (!members.some(([, member]) => isLong(member))) {
    yield JSON.stringify(value)
    return
  }
  const isList = Array.isArray(value)
  let before = isList ? '[' : '{'
  for (const [name, member] of members) {
    yield isList ? before : `${before}${JSON.stringify(name)}:`
    if (isLong(member)) yield* stringPieces(member)
    else yield JSON.stringify(member)
    before = ','
  }
  yield isList ? ']' : '}'
}

/** Lets the event loop turn between pieces. */
export async function* inTurns(pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece
    if (piece.length > PIECE_CHARS / 2) await nextTurn()
  }
}

/** SHA-256 of the value's JSON, however long it is, without holding the event loop. */
export async function hashJson(value: object): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const piece of inTurns(jsonPieces(value))) hash.update(piece)
  return hash.digest()
}

function isLong(member: unknown): member is string {
  return typeof member === 'string' && member.length > PIECE_CHARS
}

function* stringPieces(text: string): Generator<string> {
  yield '"'
  for (let from = 0; from < text.length; ) {
    const to = cutAt(text, from + PIECE_CHARS)
    yield JSON.stringify(text.slice(from, to)).slice(1, -1)
    from = to
  }
  yield '"'
}

/** A character of two code units is not cut through: half of one is written as an escape. */
function cutAt(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? at - 1 : at
}
