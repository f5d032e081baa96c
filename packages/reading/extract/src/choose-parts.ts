import { type Document, ELEMENT, type Element, pageParts, prune } from '@gleaner/markup'
import { createSelection } from '@gleaner/markup/select'
import type { PageSelectors } from './types.ts'

/** Steps through the page's tree that all selectors may take together: some half a second. */
const STEPS = 15_000_000

/**
 * Leaves of a page what its caller's selectors choose, before anything is read of it: all are asked of the page as it came. What is
 * included keeps the elements around it (a row its table), and the page its head, without scripts. Gives a warning for each
 * selector that finds nothing. Throws SelectorsTooCostly.
 */
export function chooseParts(document: Document, { include, exclude }: PageSelectors): string[] {
  const selection = createSelection(STEPS)
  const warnings: string[] = []
  const find = (field: string, selectors: readonly string[]) =>
    selectors.flatMap((selector) => {
      const found = selection.all(document, selector)
      if (found.length === 0) warnings.push(`advanced.${field}: ${selector} finds nothing on this page.`)
      return found
    })
  const included = include && find('include_selectors', include)
  const excluded = new Set(exclude && find('exclude_selectors', exclude))
  if (included) keepOnly(document, included)
  empty(document, excluded)
  prune(document, (node) => node.type === ELEMENT && excluded.has(node))
  return warnings
}

function keepOnly(document: Document, included: readonly Element[]): void {
  const { head, body } = pageParts(document)
  const whole = new Set<Element>(included)
  const around = new Set<Element | Document>([document])
  for (const element of included)
    for (let at = element.parent; at && !around.has(at); at = at.parent) around.add(at as Element)
  const isKept = (element: Element) => {
    if (whole.has(element) || around.has(element) || element === body) return true
    const { parent } = element
    return element === head || (parent === head && element.tag !== 'script')
  }
  const pending: (Element | Document)[] = [document]
  for (let at = pending.pop(); at; at = pending.pop()) {
    at.children = at.children.filter((child) => child.type === ELEMENT && isKept(child))
    for (const child of at.children)
      if (child.type === ELEMENT && !whole.has(child) && child.parent !== head) pending.push(child)
  }
}

/** The root, head and body stay: leaving one out empties it. */
function empty(document: Document, excluded: Set<Element>): void {
  const { html, head, body } = pageParts(document)
  const isAll = html !== undefined && excluded.delete(html)
  for (const part of [head, body]) if (part && (excluded.delete(part) || isAll)) part.children = []
}
