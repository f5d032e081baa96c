import type { Markdown } from './markdown/render-markdown.ts'
import { toUnits, type Unit } from './rag-units.ts'
import { type CountTokens, loadTokenCounter, TOKENIZER } from './tokens.ts'

export interface RagChunk {
  index: number
  text: string
  tokens: number
  /** Headings that all of the chunk stands under, outermost first. */
  heading_path: string[]
  /** Offsets into the markdown, in UTF-16 code units: `markdown.slice(start, end) === text`. */
  start: number
  end: number
}

export interface Rag {
  tokenizer: string
  /** Sum over all chunks. */
  total_tokens: number
  chunks: RagChunk[]
}

export interface RagOptions {
  /** Most tokens of a chunk, default 512. Only a table row or a code line that is longer exceeds it. */
  chunk_tokens?: number | undefined
  /** Tokens repeated from the end of the chunk before, default 0, at most half of `chunk_tokens`. */
  overlap_tokens?: number | undefined
}

/** Sections smaller than a chunk's limit divided by this are joined with the next one. */
const SMALL_DIVISOR = 4

/** The format `rag`: the markdown cut into chunks along its sections, with exact offsets and token counts. */
export async function renderRag(rendered: Markdown, options: RagOptions = {}): Promise<Rag> {
  const count = await loadTokenCounter()
  const limit = options.chunk_tokens ?? 512
  const overlap = Math.min(options.overlap_tokens ?? 0, Math.floor(limit / 2))
  const units = toUnits(rendered, limit - overlap, count)
  const groups = group(units, limit - overlap)
  const chunks = groups.map((members, index) => {
    const before = index > 0 ? groups[index - 1]! : []
    const start =
      overlap > 0
        ? overlapStart(rendered.markdown, before, members[0]!.start, overlap, count)
        : members[0]!.start
    const end = members.at(-1)!.end
    const text = rendered.markdown.slice(start, end)
    return { index, text, tokens: count(text), heading_path: commonPath(members), start, end }
  })
  return { tokenizer: TOKENIZER, total_tokens: chunks.reduce((sum, { tokens }) => sum + tokens, 0), chunks }
}

/** Units that make up one chunk each: a section, part of a long one, or a section with its small neighbours. */
function group(units: readonly Unit[], limit: number): Unit[][] {
  const sizes = sectionSizes(units)
  const groups: Unit[][] = []
  let current: Unit[] = []
  let size = 0
  units.forEach((unit, index) => {
    const isFull = current.length > 0 && size + unit.tokens + 1 > limit
    if (
      isFull ||
      (unit.isHeading && current.length > 0 && !joins(current, size, unit, sizes[index]!, limit))
    ) {
      groups.push(current)
      current = []
      size = 0
    }
    current.push(unit)
    size += unit.tokens + 1
  })
  if (current.length > 0) groups.push(current)
  return groups
}

/** Whether the section that begins with `heading` continues the chunk: it fits, and is below it or the chunk is small. */
function joins(current: Unit[], size: number, heading: Unit, sectionSize: number, limit: number): boolean {
  if (current.every(({ isHeading }) => isHeading)) return true
  if (size + sectionSize > limit) return false
  const top = current[0]!.path
  const isBelow =
    top.length > 0 &&
    top.every((part, index) => heading.path[index] === part) &&
    heading.path.length > top.length
  return isBelow || size < limit / SMALL_DIVISOR
}

/** For every heading, the tokens up to the next one. */
function sectionSizes(units: readonly Unit[]): number[] {
  const sizes = new Array<number>(units.length).fill(0)
  let size = 0
  for (let index = units.length - 1; index >= 0; index--) {
    size += units[index]!.tokens + 1
    sizes[index] = size
    if (units[index]!.isHeading) size = 0
  }
  return sizes
}

/** Where the last `overlap` tokens before `start` begin: at a line, row or sentence of the chunk before. */
function overlapStart(
  markdown: string,
  before: readonly Unit[],
  start: number,
  overlap: number,
  count: CountTokens,
): number {
  const first = before[0]?.start
  if (first === undefined) return start
  const text = markdown.slice(first, start)
  const borders = [
    0,
    ...[...text.matchAll(/\n+|(?<=[.!?…]["”’)\]]?) +|(?<=[。！？])/g)].map(
      (match) => match.index + match[0].length,
    ),
  ]
  const shown = text.trimEnd().length
  const places = borders.filter((border) => border < shown).reverse()
  const fits = (place: number) => count(text.slice(places[place])) <= overlap
  const most = lastThatFits(places.length, fits)
  return most < 0 ? start : first + places[most]!
}

/** The last of `length` places that `fits`, where all before it do; -1 for none. Galloping search: near places first. */
function lastThatFits(length: number, fits: (place: number) => boolean): number {
  let low = -1
  let step = 1
  while (low + step < length && fits(low + step)) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, length)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
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
