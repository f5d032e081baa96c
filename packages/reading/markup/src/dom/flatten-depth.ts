import { type ChildNode, type Document, ELEMENT, type Element, MAX_DEPTH, TEXT } from './node.ts'
import { walk } from './query.ts'

/**
 * Makes every element at `MAX_DEPTH` the last level: what lies below becomes its direct children, text and leaf
 * elements (images, breaks) in document order. So readers may recurse over the tree without a bound of their own.
 */
export function flattenDepth(document: Document): void {
  let depth = 0
  walk(
    document,
    (node) => {
      if (node.type !== ELEMENT) return undefined
      depth++
      if (depth >= MAX_DEPTH && node.children.length > 0) flatten(node)
      return undefined
    },
    () => {
      depth--
    },
  )
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
