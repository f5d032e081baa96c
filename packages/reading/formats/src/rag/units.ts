import type { Block } from '../block.ts'
import { plainText } from '../inline-text.ts'
import type { Markdown, Span } from '../markdown/render-markdown.ts'
import { cutLines, cutText, type Range } from './cut-text.ts'
import type { Frame } from './find-frames.ts'
import type { CountTokens } from './tokens.ts'

/** A range of the markdown that is not split between chunks. */
export interface Unit extends Range {
  /** Headings above it, its own included when it is one. */
  path: readonly string[]
  isHeading: boolean
  /** The table or code that it is a piece of, when that is cut. */
  cut?: CutFrame | undefined
}

/** A frame that does not fit into a chunk, with the tokens of what its pieces repeat. */
export interface CutFrame extends Frame {
  openTokens: number
  closeTokens: number
  /** Whether it would not fit into a chunk of its own either. */
  isLarge: boolean
}

/** Tokens of a chunk. */
export interface Limits {
  /** Beside its overlap. */
  own: number
  /** Altogether: where `own` is too little, the overlap gives way. */
  most: number
}

/** The markdown in units that fit into a chunk; one that follows headings leaves room for them. */
export function toUnits(
  { markdown, spans }: Markdown,
  frames: readonly Frame[],
  limits: Limits,
  count: CountTokens,
): Unit[] {
  const units: Unit[] = []
  const open: { level: number; heading: string }[] = []
  let path: readonly string[] = []
  for (const span of spans) {
    const { block } = span
    const isHeading = block.type === 'heading'
    if (block.type === 'heading') {
      while (open.length > 0 && open.at(-1)!.level >= block.level) open.pop()
      open.push({ level: block.level, heading: headingText(block) })
      path = open.map(({ heading }) => heading)
    }
    const above = isHeading ? 0 : sizeOf(headingsAtEnd(units, limits))
    const rooms = { own: limits.own - above, most: limits.most - above }
    for (const piece of split(span, { markdown, frames, limits, rooms, count }))
      units.push({ ...piece, path, isHeading })
  }
  return units
}

function headingText({ content }: Extract<Block, { type: 'heading' }>): string {
  return plainText(content).replace(/\s+/g, ' ').trim()
}

/** The headings that `units` end with, as many as leave half a chunk to what follows them. */
export function headingsAtEnd(units: readonly Unit[], { most }: Limits): Unit[] {
  let from = units.length
  let size = 0
  while (from > 0 && units[from - 1]!.isHeading) {
    size += units[from - 1]!.tokens + 1
    if (size > most / 2) break
    from--
  }
  return units.slice(from)
}

export function sizeOf(units: readonly Unit[]): number {
  return units.reduce((size, { tokens }) => size + tokens + 1, 0)
}

interface Cutting {
  markdown: string
  frames: readonly Frame[]
  limits: Limits
  /** What the headings above leave of them. */
  rooms: Limits
  count: CountTokens
}

type Piece = Range & { cut?: CutFrame | undefined }

/** Characters of the longest token of o200k_base. */
const TOKEN_CHARS = 128
/** The least tokens that text, or rows below their header, are cut to while there is an overlap to take from. */
const LEAST_ROOM = 16

function split({ start, end }: Span, cutting: Cutting): Piece[] {
  const { markdown, frames, limits, rooms } = cutting
  // What is too long to fit in any case is cut without being counted.
  const count: CountTokens = (text) =>
    text.length > limits.most * TOKEN_CHARS ? Number.POSITIVE_INFINITY : cutting.count(text)
  const room = enough(rooms, 0)
  const tokens = count(markdown.slice(start, end))
  if (tokens <= room) return [{ start, end, tokens }]
  const pieces: Piece[] = []
  let at = start
  for (const frame of framesIn(frames, start, end)) {
    pieces.push(...cutText(markdown, at, frame.start, room, count))
    pieces.push(...splitFrame(frame, { ...cutting, count }))
    at = frame.end
  }
  pieces.push(...cutText(markdown, at, end, room, count))
  return pieces
}

/** Tokens beside `used` ones. */
function enough({ own, most }: Limits, used: number): number {
  return own - used >= LEAST_ROOM ? own - used : most - used
}

/** Those between two places; `frames` are in their order. */
function framesIn(frames: readonly Frame[], start: number, end: number): Frame[] {
  let [low, high] = [0, frames.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (frames[middle]!.start < start) low = middle + 1
    else high = middle
  }
  const found: Frame[] = []
  for (let at = low; at < frames.length && frames[at]!.end <= end; at++) found.push(frames[at]!)
  return found
}

function splitFrame(frame: Frame, { markdown, limits, rooms, count }: Cutting): Piece[] {
  const { start, end } = frame
  const room = enough(rooms, 0)
  const tokens = count(markdown.slice(start, end))
  if (tokens <= room) return [{ start, end, tokens }]
  // White space of the prefix and at the seams.
  const [openTokens, closeTokens] = [count(frame.open) + 2, frame.close === '' ? 0 : count(frame.closeFirst)]
  const bodyRoom = enough(rooms, openTokens + closeTokens + 2)
  const body =
    bodyRoom < LEAST_ROOM / 2 ? [] : cutLines(markdown, frame.bodyStart, frame.bodyEnd, bodyRoom, count)
  if (body.length === 1 && tokens <= rooms.most) return [{ start, end, tokens }]
  if (body.length < 2) return cutText(markdown, start, end, room, count)
  body[0] = { ...body[0]!, start, tokens: body[0]!.tokens + openTokens }
  const last = body.at(-1)!
  body[body.length - 1] = { ...last, end, tokens: last.tokens + closeTokens }
  const cut: CutFrame = { ...frame, openTokens, closeTokens, isLarge: tokens > limits.most }
  return body.map((range) => ({ ...range, cut }))
}
