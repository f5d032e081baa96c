import { ELEMENT, type Element, type ParentNode } from '@gleaner/markup'

/** Levels up that are looked at: bounds the work on a deep page. */
const MAX_UP = 40

/** The element or one of its nearest ancestors matches. */
export function isNear(element: Element, matches: (element: Element) => boolean): boolean {
  let at: ParentNode | null = element
  for (let up = 0; up < MAX_UP && at?.type === ELEMENT; up++) {
    if (matches(at)) return true
    at = at.parent
  }
  return false
}
