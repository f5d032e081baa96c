import { type ChildNode, createElement, ELEMENT, type Element, type ParentNode } from './node.ts'
import { walk } from './query.ts'

/** Moves `children` to the end of `parent`. They must not be attached elsewhere (`remove` them first). */
export function append(parent: ParentNode, ...children: ChildNode[]): void {
  for (const child of children) {
    child.parent = parent
    parent.children.push(child)
  }
}

/** Takes `node` out of its parent. For many nodes use `prune`: each call searches the parent's children. */
export function remove(node: ChildNode): void {
  replaceWith(node)
}

/** Puts `replacements` (unattached) where `node` is; without any, `node` is just removed. */
export function replaceWith(node: ChildNode, ...replacements: ChildNode[]): void {
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
  replaceWith(element, ...children)
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

/** A deep copy without a parent. `keepNode` leaves out subtrees for which it is false. */
export function clone(element: Element, keepNode: (node: ChildNode) => boolean = () => true): Element {
  const copy = shallow(element)
  const pending: { from: Element; to: Element }[] = [{ from: element, to: copy }]
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const { from, to } = pair
    for (const child of from.children) {
      if (!keepNode(child)) continue
      if (child.type !== ELEMENT) {
        to.children.push({ ...child, parent: to })
        continue
      }
      const next = shallow(child)
      next.parent = to
      to.children.push(next)
      pending.push({ from: child, to: next })
    }
  }
  return copy
}

function shallow(element: Element): Element {
  const copy = createElement(element.tag, undefined, element.ns)
  for (const name in element.attrs) copy.attrs[name] = element.attrs[name]!
  return copy
}
