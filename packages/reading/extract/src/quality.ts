import type { QualityWarning } from '@gleaner/contracts'
import { type Block, renderText } from '@gleaner/formats'
import type { Page } from './page.ts'

/** Code of the warning on content that the fall-back reader has found. */
export const FALLBACK_DOUBT = 'FALLBACK_READER'

/** Fewer words than this, and so many characters of text on the page: what was found is a stray label. */
const STRAY_WORDS = 10
const TEXT_CHARS = 1_000

/** Whether next to nothing was found on a page that has text. */
export function foundNothing(page: Page, warning: QualityWarning | undefined): boolean {
  return warning !== undefined && warning.word_count < STRAY_WORDS && page.visibleChars() >= TEXT_CHARS
}

/** Fewer words than this are no page anyone wanted to read: an error, a consent wall, an empty shell. */
const FEW_WORDS = 25

/**
 * A warning when the fetch has one (`given`), when a page gave nearly nothing, or when its main content is uncertain.
 */
export function assessQuality(
  page: Page,
  given?: Pick<QualityWarning, 'code' | 'reason'>,
): QualityWarning | undefined {
  const doubt = given ?? page.doubt()
  // Writing and counting a long page costs more than all else here, and only a warning shows the count.
  if (doubt === undefined && hasManyWords(page.blocks())) return undefined
  const text = renderText(page.blocks())
  const words = countWords(text, Number.POSITIVE_INFINITY)
  const found = given ?? fewWords(words) ?? doubt
  return found && { ...found, word_count: words, content_size_bytes: Buffer.byteLength(text) }
}

function fewWords(words: number): Pick<QualityWarning, 'code' | 'reason'> | undefined {
  if (words === 0) return { code: 'EMPTY_CONTENT', reason: 'The page has no readable text.' }
  if (words >= FEW_WORDS) return undefined
  return { code: 'LOW_CONTENT', reason: `The page has only ${words} words of readable text.` }
}

const SPACED_WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu
/** Words of scripts without spaces are counted by segments of two characters, near to their mean length. */
const UNSPACED_WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{2}/gu

/** The number of words, or `most` when there are at least as many. */
function countWords(text: string, most: number): number {
  let count = 0
  for (const pattern of [SPACED_WORD, UNSPACED_WORD]) {
    for (const _ of text.matchAll(pattern)) if (++count >= most) return count
  }
  return count
}

/** Whether there are more than few words. Only so many blocks are written as show it: most often the first. */
function hasManyWords(blocks: readonly Block[]): boolean {
  let words = 0
  for (const block of blocks) {
    words += countWords(renderText([block]), FEW_WORDS)
    if (words >= FEW_WORDS) return true
  }
  return false
}
