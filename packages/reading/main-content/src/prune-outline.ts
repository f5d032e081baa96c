import { clone, ELEMENT, type Element } from '@gleaner/markup'
import { openPanels } from './closed-panel.ts'
import type { Outline } from './outline.ts'

/**
 * A copy of the subtree at `root` without what is marked, its closed panels opened. What is not in the outline (scripts,
 * SVG) stays.
 */
export function pruneOutline(outline: Outline, root: number, marks: Uint8Array): Element {
  const dropped = new Set<Element>()
  for (let i = root + 1; i < outline.end[root]!; i++) if (marks[i]) dropped.add(outline.elements[i]!)
  const copy = clone(outline.elements[root]!, (node) => node.type !== ELEMENT || !dropped.has(node))
  openPanels(copy)
  return copy
}
