import { countTokens, reach } from './tokens.ts'

/** A part of a text that is read in several. */
export interface Part {
  text: string
  /** Where the text goes on; undefined at its end. */
  next: number | undefined
  /** Estimated, of this part and of what follows. */
  tokens: number
  tokensLeft: number
}

/** Where a text may be cut, the best first. */
const BREAKS = ['\n\n', '\n', ' ']

/** The part of `text` that begins at `start`, of `maxTokens` at most. It ends between paragraphs, lines or words where there are some. */
export function takePart(text: string, start: number, maxTokens: number): Part {
  const furthest = reach(text, start, maxTokens)
  const end = furthest >= text.length ? text.length : endBefore(text, start, furthest)
  const part = text.slice(start, end)
  return {
    text: part,
    next: end >= text.length ? undefined : end,
    tokens: countTokens(part),
    tokensLeft: countTokens(text.slice(end)),
  }
}

/** The last break in the second half of what may be taken; not within a character, of which one at least is taken. */
function endBefore(text: string, start: number, furthest: number): number {
  const half = start + (furthest - start) / 2
  for (const each of BREAKS) {
    const found = text.lastIndexOf(each, furthest - each.length)
    if (found > half) return found + each.length
  }
  const end = isWithinCharacter(text, furthest) ? furthest - 1 : furthest
  if (end > start) return end
  return start + (isWithinCharacter(text, start + 1) ? 2 : 1)
}

/** Whether both halves of a surrogate pair are around a place. */
function isWithinCharacter(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '')
}
