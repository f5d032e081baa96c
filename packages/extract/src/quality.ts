import type { QualityWarning } from '@gleaner/contracts'
import { renderText } from './formats/text.ts'
import type { Page } from './page.ts'

/** Fewer words than this are no page anyone wanted to read: an error, a consent wall, an empty shell. */
const FEW_WORDS = 25

/** A warning when a page gave nearly nothing, or when it was unsure what of it is the main content. */
export function assessQuality(page: Page): QualityWarning | undefined {
  const words = countWords(renderText(page.blocks()))
  if (words === 0) return { code: 'EMPTY_CONTENT', reason: 'The page has no readable text.', word_count: 0 }
  if (words < FEW_WORDS) {
    return {
      code: 'LOW_CONTENT',
      reason: `The page has only ${words} words of readable text.`,
      word_count: words,
    }
  }
  const doubt = page.doubt()
  return doubt === undefined ? undefined : { code: 'UNSURE_MAIN_CONTENT', reason: doubt, word_count: words }
}

/** Words of scripts without spaces are counted by segments of two characters, near to their mean length. */
function countWords(text: string): number {
  const spaced = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0
  const unspaced = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{2}/gu)?.length ?? 0
  return spaced + unspaced
}
