import { isNear } from './is-near.ts'
import type { Outline } from './outline.ts'

/** Less of the page's running text than this in one box is no article. */
const LEAST_FOCUS = 0.65
/** Less of all its text than this, and the running text is not what the page is about. */
const LEAST_SHARE = 0.1
/** Characters without spaces: two or three sentences. */
const LEAST_TEXT = 150

/** Whether the page's text is in many places rather than in the box at `root`, which the page does not declare its body. */
export function isScattered(outline: Outline, own: Float64Array, root: number, clutter: Uint8Array): boolean {
  let good = 0
  let goodInside = 0
  let text = 0
  for (let i = 0; i < own.length; i++) {
    if (clutter[i]) continue
    const value = Math.max(0, own[i]!)
    text += outline.ownText[i]!
    good += value
    if (i >= root && i < outline.end[root]!) goodInside += value
  }
  if (goodInside < LEAST_TEXT) return true
  const isDeclared = isNear(outline.elements[root]!, ({ attrs }) => attrs.itemprop === 'articleBody')
  return !isDeclared && (goodInside < LEAST_FOCUS * good || goodInside < LEAST_SHARE * text)
}
