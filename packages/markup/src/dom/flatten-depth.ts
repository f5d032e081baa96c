import {
  type ChildNode,
  type Document,
  ELEMENT,
  type Element,
  MAX_DEPTH,
  type ParentNode,
  TEXT,
} from './node.ts'

/**
 * Makes every element at `MAX_DEPTH` the last level: what lies below becomes its direct children, text and leaf
 * elements (images, breaks) in document order. So readers may recurse over the tree without a bound of their own.
 */
export function flattenDepth(document: Document): void {
  const parents: ParentNode[] = [document]
  const places: number[] = [0]
  while (parents.length > 0) {
    const top = parents.length - 1
    const child = parents[top]!.children[places[top]!++]
    if (!child) {
      parents.pop()
      places.pop()
    } else if (child.type === ELEMENT && child.children.length > 0) {
      if (parents.length >= MAX_DEPTH) flatten(child)
      else {
        parents.push(child)
        places.push(0)
      }
    }
  }
}

function flatten(element: Element): void {
  const kept: ChildNode[] = []
  const pending: ChildNode[] = element.children.toReversed()
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === ELEMENT && node.children.length > 0) {
      for (let i = node.children.length - 1; i >= 0; i--) pending.push(node.children[i]!)
      continue
    }
    const last = kept.at(-1)
    if (node.type === TEXT && last?.type === TEXT) {
      last.value += node.value
      continue
    }
    node.parent = element
    kept.push(node)
  }
  element.children = kept
}
