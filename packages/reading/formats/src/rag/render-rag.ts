import type { Markdown } from '../markdown/render-markdown.ts'
import { findFrames } from './find-frames.ts'
import { groupUnits } from './group-units.ts'
import { type OverlapPlace, overlapPlaces } from './overlap.ts'
import { type CountTokens, loadTokenCounter, TOKENIZER } from './tokens.ts'
import { type CutFrame, toUnits, type Unit } from './units.ts'

export interface RagChunk {
  index: number
  /** Its part of the markdown, between what it repeats: `before + markdown.slice(start, end) + after`. */
  text: string
  tokens: number
  /** Headings that all of the chunk stands under, outermost first. */
  heading_path: string[]
  /** Offsets into the markdown, in UTF-16 code units. */
  start: number
  end: number
  /** The header of the table, or the fence of the code, that the chunk begins inside of. */
  before?: string
  /** The fence of the code that goes on in the next chunk. */
  after?: string
}

export interface Rag {
  tokenizer: string
  /** Sum over all chunks. */
  total_tokens: number
  chunks: RagChunk[]
}

export interface RagOptions {
  /** Most tokens of a chunk, default 512. */
  chunk_tokens?: number | undefined
  /** Tokens repeated from the end of the chunk before, default 0, at most half of `chunk_tokens`. */
  overlap_tokens?: number | undefined
}

/** Places of the overlap that are tried, when it and its chunk are more tokens together than each for itself. */
const OVERLAP_TRIES = 8

interface Chunking {
  markdown: string
  limit: number
  count: CountTokens
}

/** The format `rag`: the markdown cut into chunks along its sections, with exact offsets and token counts. */
export async function renderRag(rendered: Markdown, options: RagOptions = {}): Promise<Rag> {
  const count = await loadTokenCounter()
  const limit = options.chunk_tokens ?? 512
  const overlap = Math.min(options.overlap_tokens ?? 0, Math.floor(limit / 2))
  const { markdown } = rendered
  const chunking = { markdown, limit, count }
  const frames = findFrames(markdown)
  const limits = { own: limit - overlap, most: limit }
  const units = toUnits(rendered, frames, limits, count)
  const cut = new Map(units.flatMap((unit) => (unit.cut ? [[unit.cut.start, unit.cut] as const] : [])))
  const groups = groupUnits(units, limits).flatMap((group) => halve(group, chunking))
  const chunks = groups.map((group, index): RagChunk => {
    const places =
      overlap > 0 && index > 0
        ? overlapPlaces(
            markdown,
            [groups[index - 1]![0]!.start, group[0]!.start],
            overlap,
            { all: frames, cut },
            count,
          )
        : []
    const text =
      withOverlap(places.slice(0, OVERLAP_TRIES), group, chunking) ?? counted(textOf(group, markdown), count)
    return { index, ...text, heading_path: commonPath(group) }
  })
  return { tokenizer: TOKENIZER, total_tokens: chunks.reduce((sum, { tokens }) => sum + tokens, 0), chunks }
}

type Text = Pick<RagChunk, 'text' | 'start' | 'end' | 'before' | 'after'>

/** The text of a chunk, with what it repeats of the frames that it begins and ends in. */
function textOf(group: readonly Unit[], markdown: string): Text {
  const [first, last] = [group[0]!, group.at(-1)!]
  const { start } = first
  const opened = first.cut && start > first.cut.start ? opening(first.cut, start, markdown) : ''
  return made(markdown, [start, last.end], opened, last.cut)
}

/** A piece that begins within a line lacks the line's prefix. */
function opening({ open, prefix }: CutFrame, start: number, markdown: string): string {
  return markdown[start - 1] === '\n' || !prefix.includes('>') ? open : open + prefix
}

function made(
  markdown: string,
  [start, end]: [number, number],
  before: string,
  frame: CutFrame | undefined,
): Text {
  const after = frame && end < frame.end ? (start <= frame.start ? frame.closeFirst : frame.close) : ''
  return {
    text: before + markdown.slice(start, end) + after,
    start,
    end,
    ...(before && { before }),
    ...(after && { after }),
  }
}

/** The text of a chunk with the longest overlap that leaves it in its size. */
function withOverlap(
  places: readonly OverlapPlace[],
  group: readonly Unit[],
  { markdown, limit, count }: Chunking,
): (Text & { tokens: number }) | undefined {
  const { end, cut } = group.at(-1)!
  for (const { start, frame } of places) {
    const text = made(markdown, [start, end], frame?.open ?? '', cut)
    const tokens = count(text.text)
    if (tokens <= limit) return { ...text, tokens }
  }
  return undefined
}

function counted(text: Text, count: CountTokens): Text & { tokens: number } {
  return { ...text, tokens: count(text.text) }
}

/** The group in parts that fit: tokens of a whole can be more than those of its units. */
function halve(group: Unit[], chunking: Chunking): Unit[][] {
  const { markdown, limit, count } = chunking
  if (group.length < 2 || count(textOf(group, markdown).text) <= limit) return [group]
  let middle = group.length >> 1
  while (middle > 1 && group[middle - 1]!.isHeading) middle--
  return [group.slice(0, middle), group.slice(middle)].flatMap((half) => halve(half, chunking))
}

function commonPath(units: readonly Unit[]): string[] {
  const [first, ...rest] = units
  let length = first!.path.length
  for (const { path } of rest) {
    let same = 0
    while (same < length && path[same] === first!.path[same]) same++
    length = same
  }
  return first!.path.slice(0, length)
}
