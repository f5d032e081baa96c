import {
  type ChildNode,
  createAttrs,
  createComment,
  createElement,
  createText,
  ELEMENT,
  type Element,
  type ParentNode,
  TEXT,
} from './node.ts'
import { walk } from './query.ts'

/** Moves `children` to the end of `parent`. They must not be attached elsewhere (`remove` them first). A list, as a call takes fewer arguments than a page has nodes. */
export function append(parent: ParentNode, children: readonly ChildNode[]): void {
  for (const child of children) {
    child.parent = parent
    parent.children.push(child)
  }
}

/** Takes `node` out of its parent. For many nodes use `prune`: each call searches the parent's children. */
export function remove(node: ChildNode): void {
  replaceWith(node, [])
}

/** Puts `replacements` (unattached) where `node` is; without any, `node` is just removed. */
export function replaceWith(node: ChildNode, replacements: readonly ChildNode[]): void {
  const { parent } = node
  if (!parent) return
  const index = parent.children.indexOf(node)
  parent.children = [...parent.children.slice(0, index), ...replacements, ...parent.children.slice(index + 1)]
  for (const replacement of replacements) replacement.parent = parent
  node.parent = null
}

/** Replaces an element by its children. */
export function unwrap(element: Element): void {
  const { children } = element
  element.children = []
  replaceWith(element, children)
}

/** Removes every descendant of `root` that `isUnwanted` names, in one pass over the tree. */
export function prune(root: ParentNode, isUnwanted: (node: ChildNode) => boolean): void {
  root.children = keep(root.children, isUnwanted)
  walk(root, (node) => {
    if (node.type === ELEMENT) node.children = keep(node.children, isUnwanted)
  })
}

function keep(children: ChildNode[], isUnwanted: (node: ChildNode) => boolean): ChildNode[] {
  const kept = children.filter((child) => !isUnwanted(child))
  return kept.length === children.length ? children : kept
}

/** A deep copy without a parent. `keepNode` leaves out subtrees for which it is false, `change` may change each copied element but not its children. */
export function clone(
  element: Element,
  keepNode: (node: ChildNode) => boolean = () => true,
  change: (original: Element, copy: Element) => void = () => {},
): Element {
  const copy = shallow(element)
  change(element, copy)
  const pending = [copy]
  for (let to = pending.pop(); to; to = pending.pop()) {
    // Still the original's children: a copied array is as long as it needs to be, a filled one is longer.
    const { children } = to
    let kept = 0
    for (const child of children) {
      if (!keepNode(child)) continue
      const next = copyOf(child)
      next.parent = to
      children[kept++] = next
      if (next.type === ELEMENT && child.type === ELEMENT) change(child, next)
      if (next.type === ELEMENT && next.children.length > 0) pending.push(next)
    }
    children.length = kept
  }
  return copy
}

function copyOf(node: ChildNode): ChildNode {
  if (node.type === ELEMENT) return shallow(node)
  return node.type === TEXT ? createText(node.value) : createComment(node.value)
}

/** With the original's children in an array of its own. */
function shallow({ tag, attrs, ns, children }: Element): Element {
  const own = createAttrs()
  for (const name in attrs) own[name] = attrs[name]!
  return createElement(tag, own, ns, children.slice())
}
