import { BLOCK_TAGS, clone, ELEMENT, type Element, findFirst } from '@gleaner/markup'
import type { Outline } from './outline.ts'

/**
 * A copy of the subtree at `root` without what is marked, its folds opened: panels are shown, and the buttons that open
 * them are the lines of text that they show. What is not in the outline (scripts, SVG) stays.
 */
export function pruneOutline(outline: Outline, root: number, marks: Uint8Array): Element {
  const dropped = new Set<Element>()
  for (let i = root + 1; i < outline.end[root]!; i++) if (marks[i]) dropped.add(outline.elements[i]!)
  const { labels, tabs, panels } = outline.folds
  return clone(
    outline.elements[root]!,
    (node) => node.type !== ELEMENT || !dropped.has(node),
    (element, copy) => {
      if (panels.has(element)) {
        delete copy.attrs.hidden
        delete copy.attrs.style
      }
      if (element.tag === 'button' && labels.has(element)) copy.tag = lineOf(element, tabs.has(element))
    },
  )
}

/** Names of tabs stand in one line, cards and questions on lines of their own. */
function lineOf(element: Element, isTab: boolean): string {
  return isTab && findFirst(element, BLOCK_TAGS) === undefined ? 'label' : 'div'
}
