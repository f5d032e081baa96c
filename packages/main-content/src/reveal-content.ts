import { type Element, findAll, isHidden } from '@gleaner/markup'
import { measureOutline, type Outline } from './outline.ts'

/** Characters of visible text without which a page is a shell. */
const SHELL = 300

/**
 * Measures a page's visible text. A page that shows next to nothing until its scripts run is measured again with its
 * `noscript` and hidden elements shown; when that gives much more text, the document is changed accordingly.
 */
export function measureVisible(body: Element): Outline {
  const outline = measureOutline(body)
  if (outline.text[0]! >= SHELL) return outline
  for (const element of findAll(body, 'noscript')) element.tag = 'div'
  const revealed = measureOutline(body, true)
  if (revealed.text[0]! < 3 * outline.text[0]!) return outline
  for (const element of [body, ...findAll(body, isHidden)]) {
    delete element.attrs.hidden
    delete element.attrs.style
  }
  return revealed
}
