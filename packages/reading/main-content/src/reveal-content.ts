import { ELEMENT, type Element, findAll, isHidden, textContent, walk } from '@gleaner/markup'
import { measureOutline, type Outline } from './outline.ts'

/** Characters of visible text without which a page is a shell. */
const SHELL = 300

/** Characters without white space of a `noscript` that stands in for the page; a shorter one asks for scripts. */
const MIN_PAGE = 200

/** Makes boxes of them. One inside another is a part of it. */
function revealNoscripts(body: Element): void {
  walk(body, (node) => {
    if (node.type !== ELEMENT || node.tag !== 'noscript') return undefined
    if (textContent(node).replace(/\s+/g, '').length >= MIN_PAGE) node.tag = 'div'
    return 'skip'
  })
}

/**
 * Measures a page's visible text. A page that shows next to nothing until its scripts run is measured again with its
 * `noscript` and hidden elements shown; when that gives much more text, the document is changed accordingly.
 */
export function measureVisible(body: Element): Outline {
  const outline = measureOutline(body)
  if (outline.text[0]! >= SHELL) return outline
  revealNoscripts(body)
  const revealed = measureOutline(body, true)
  if (revealed.text[0]! < 3 * outline.text[0]!) return outline
  for (const element of [body, ...findAll(body, isHidden)]) {
    delete element.attrs.hidden
    delete element.attrs.style
  }
  return revealed
}
