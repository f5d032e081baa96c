import { type ChildNode, type Document, ELEMENT, type Element, type Node, type ParentNode } from './node.ts'

/** What `walk` does after visiting a node: go on (undefined), leave its children out, or end. */
export type Step = undefined | 'skip' | 'stop'

/**
 * Visits `root`'s descendants (not `root`) in document order; `leave` follows when an element's children are done.
 * The visited node's own children may be changed; its siblings may not.
 */
export function walk(
  root: ParentNode,
  visit: (node: ChildNode) => Step,
  leave?: (element: Element) => void,
): void {
  // Two arrays of plain values instead of one of pairs: a page is walked dozens of times.
  const parents: ParentNode[] = []
  const places: number[] = []
  let parent = root
  let next = 0
  for (;;) {
    const node = parent.children[next++]
    if (!node) {
      const above = parents.pop()
      if (!above) return
      leave?.(parent as Element)
      parent = above
      next = places.pop()!
      continue
    }
    const step = visit(node)
    if (step === 'stop') return
    if (node.type !== ELEMENT || step === 'skip') continue
    if (node.children.length === 0) {
      leave?.(node)
      continue
    }
    parents.push(parent)
    places.push(next)
    parent = node
    next = 0
  }
}

/** A tag name, a set of tag names, or a test. */
export type Match = string | ReadonlySet<string> | ((element: Element) => boolean)

/** All descendant elements that match, in document order; every element when `match` is absent. */
export function findAll(root: ParentNode, match?: Match): Element[] {
  const found: Element[] = []
  const test = toTest(match)
  walk(root, (node) => {
    if (node.type === ELEMENT && test(node)) found.push(node)
  })
  return found
}

/** The first descendant element that matches, in document order. */
export function findFirst(root: ParentNode, match: Match): Element | undefined {
  let found: Element | undefined
  const test = toTest(match)
  walk(root, (node) => {
    if (node.type !== ELEMENT || !test(node)) return undefined
    found = node
    return 'stop'
  })
  return found
}

/** `node` itself or its nearest ancestor that matches. */
export function closest(node: Node, match: Match): Element | undefined {
  const test = toTest(match)
  for (let at: Node | null = node; at; at = at.parent) if (at.type === ELEMENT && test(at)) return at
  return undefined
}

/** The ancestors of `node`, nearest first, without the document. */
export function ancestors(node: Node): Element[] {
  const found: Element[] = []
  for (let at = node.parent; at?.type === ELEMENT; at = at.parent) found.push(at)
  return found
}

/** The element and those around it, nearest first, `most` at most. */
export function elementsAround(element: Element, most: number): Element[] {
  const found = [element]
  for (let at = element.parent; at?.type === ELEMENT && found.length < most; at = at.parent) found.push(at)
  return found
}

export function contains(ancestor: Node, node: Node): boolean {
  for (let at: Node | null = node; at; at = at.parent) if (at === ancestor) return true
  return false
}

function toTest(match: Match | undefined): (element: Element) => boolean {
  if (match === undefined) return () => true
  if (typeof match === 'string') return (element) => element.tag === match
  if (typeof match === 'function') return match
  return (element) => match.has(element.tag)
}

export function isElement(node: Node | null | undefined): node is Element {
  return node?.type === ELEMENT
}

/** The child elements of `node`. */
export function childElements(node: ParentNode): Element[] {
  return node.children.filter(isElement)
}

/** `<html>`, `<head>` and `<body>` of a parsed page. */
export function pageParts(document: Document): {
  html: Element | undefined
  head: Element | undefined
  body: Element | undefined
} {
  const html = childElements(document).find((element) => element.tag === 'html')
  const parts = html ? childElements(html) : []
  return {
    html,
    head: parts.find((element) => element.tag === 'head'),
    body: parts.find((element) => element.tag === 'body' || element.tag === 'frameset'),
  }
}

const HIDING_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** The element itself is hidden by attribute or inline style (its ancestors are not looked at). */
export function isHidden(element: Element): boolean {
  const { attrs } = element
  if (attrs.hidden !== undefined && attrs.hidden !== 'until-found') return true
  if (element.tag === 'input' && attrs.type?.toLowerCase() === 'hidden') return true
  return attrs.style !== undefined && HIDING_STYLE.test(attrs.style)
}

/** Class list of an element; empty without one. */
export function classes(element: Element): string[] {
  return element.attrs.class?.split(/\s+/).filter(Boolean) ?? []
}
