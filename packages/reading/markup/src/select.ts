import { type Options, selectAll, selectOne } from 'css-select'
import { type ChildNode, type Document, ELEMENT, type Element, type Node, textContent } from './index.ts'

/** Steps through a page's tree that all selectors of a template may take together: some 100 ms. */
const STEPS = 3_000_000

/** The selectors of a template cost more than reading a page may. */
export class SelectorsTooCostly extends Error {}

/**
 * Runs CSS selectors over a page. Selectors and pages are both hostile: `:nth-child` among 100,000 siblings, or `:has` on every element,
 * take time by the square of the page. Throws SelectorsTooCostly when the steps of all calls together are used up.
 */
export function createSelection(steps = STEPS): {
  first(root: Document | Element, selector: string): Element | undefined
  all(root: Document | Element, selector: string): Element[]
} {
  let left = steps
  const step = () => {
    if (--left < 0) throw new SelectorsTooCostly('the selectors take too many steps on this page')
  }
  const options = optionsFor(step)
  return {
    first: (root, selector) => selectOne(selector, root, scoped(options, root)) ?? undefined,
    all: (root, selector) => selectAll(selector, root, scoped(options, root)),
  }
}

/** `:scope` is what is searched. */
function scoped(options: Options<Node, Element>, root: Document | Element): Options<Node, Element> {
  return { ...options, context: [root] as never }
}

/** How the library sees our tree; `step` is called for each look at a node. */
export function optionsFor(step: () => void): Options<Node, Element> {
  const siblingsOf = (node: Node): Node[] => {
    const { parent } = node
    return parent ? parent.children : [node]
  }
  return {
    adapter: {
      isTag: (node): node is Element => {
        step()
        return node.type === ELEMENT
      },
      getAttributeValue: ({ attrs }, name) => {
        step()
        return attrs[name]
      },
      hasAttrib: ({ attrs }, name) => attrs[name] !== undefined,
      getName: ({ tag }) => tag,
      getChildren: (node) => ('children' in node ? (node.children as ChildNode[]) : []),
      getParent: (node) => {
        step()
        return node.parent
      },
      getSiblings: siblingsOf,
      getText: textContent,
      removeSubsets: (nodes) => {
        const all = new Set(nodes)
        return nodes.filter((node) => {
          for (let at = node.parent; at; at = at.parent) if (all.has(at)) return false
          return true
        })
      },
    },
  }
}
