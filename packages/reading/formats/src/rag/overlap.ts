import type { Frame } from './find-frames.ts'
import type { CountTokens } from './tokens.ts'
import type { CutFrame } from './units.ts'

export interface OverlapPlace {
  start: number
  /** The cut frame that it begins inside of. */
  frame?: CutFrame | undefined
}

/** Ends of lines and sentences. */
const BORDER = /\n+|(?<=[.!?…]["”’)\]]?) +|(?<=[。！？])/g

/**
 * Where the last `overlap` tokens of the text from `first` to `start` may begin, the most of them first: at a line, row
 * or sentence. Never inside of a table or code that fits into a chunk; inside of one that does not, at a row or line.
 */
export function overlapPlaces(
  markdown: string,
  [first, start]: [number, number],
  overlap: number,
  frames: { all: readonly Frame[]; cut: ReadonlyMap<number, CutFrame> },
  count: CountTokens,
): OverlapPlace[] {
  const text = markdown.slice(first, start)
  const shown = first + text.trimEnd().length
  const borders = [
    first,
    ...[...text.matchAll(BORDER)].map((match) => first + match.index + match[0].length),
  ].filter((border) => border < shown)
  const places = allowed(borders, markdown, frames).reverse()
  const fits = (place: number) => {
    const at = places[place]!
    return count((at.frame?.open ?? '') + markdown.slice(at.start, start)) <= overlap
  }
  return places.slice(0, lastThatFits(places.length, fits) + 1).reverse()
}

/** Both lists are in their order. */
function allowed(
  borders: readonly number[],
  markdown: string,
  { all, cut }: { all: readonly Frame[]; cut: ReadonlyMap<number, CutFrame> },
): OverlapPlace[] {
  let at = firstEndingAfter(all, borders[0] ?? 0)
  return borders.flatMap((start) => {
    while (at < all.length && all[at]!.end <= start) at++
    const frame = all[at]
    if (!frame || start <= frame.start) return [{ start }]
    const large = cut.get(frame.start)
    const isLine = markdown[start - 1] === '\n' && start > frame.bodyStart
    return large?.isLarge && isLine ? [{ start, frame: large }] : []
  })
}

function firstEndingAfter(frames: readonly Frame[], place: number): number {
  let [low, high] = [0, frames.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (frames[middle]!.end <= place) low = middle + 1
    else high = middle
  }
  return low
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
