import { compile, selectAll as cssSelectAll, type Options } from 'css-select'
import { ELEMENT, type Element, type Node, type ParentNode } from './node.ts'
import { contains } from './query.ts'
import { textContent } from './text.ts'

/** All descendants of `root` that match a CSS selector, in document order. Throws on a selector that is none. */
export function selectAll(root: ParentNode, selector: string): Element[] {
  return cssSelectAll<Node, Element>(selector, root.children, options)
}

/** A test for a CSS selector, to be compiled once and asked often. Throws on a selector that is none. */
export function compileSelector(selector: string): (element: Element) => boolean {
  return compile<Node, Element>(selector, options)
}

const options: Options<Node, Element> = {
  // The tree may change between two questions.
  cacheResults: false,
  adapter: {
    isTag: (node): node is Element => node.type === ELEMENT,
    getAttributeValue: (element, name) => element.attrs[name],
    hasAttrib: (element, name) => element.attrs[name] !== undefined,
    getChildren: childrenOf,
    getName: (element) => element.tag,
    getParent: (node) => node.parent,
    getSiblings: (node) => (node.parent ? node.parent.children : [node]),
    getText: textContent,
    removeSubsets: (nodes) =>
      nodes.filter((node) => !nodes.some((other) => other !== node && contains(other, node))),
  },
}

function childrenOf(node: Node): Node[] {
  return 'children' in node ? node.children : []
}
