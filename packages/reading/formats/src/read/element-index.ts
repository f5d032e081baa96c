import { ELEMENT, type Element, type ParentNode } from '@gleaner/markup'
import { BLOCK_TAGS } from './element-kinds.ts'
import { mayBeMark } from './side-notes.ts'

/** What reading single elements needs to know of the whole page; collected in one pass. */
export interface ElementIndex {
  /** Inline elements somewhere above a block. */
  holdsBlocks: ReadonlySet<Element>
  /** `<a>` with a fragment in their address. */
  fragmentLinks: Element[]
  /** `<sup>` elements. */
  raised: Element[]
  /** `<pre>` elements. */
  preformatted: Element[]
  /** Elements that may be the mark of a note beside them. */
  marks: Element[]
}

/** Recurses as deep as the tree, which the parser bounds. */
export function indexElements(root: ParentNode): ElementIndex {
  const holdsBlocks = new Set<Element>()
  const fragmentLinks: Element[] = []
  const raised: Element[] = []
  const preformatted: Element[] = []
  const marks: Element[] = []
  const visit = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (child.type !== ELEMENT) continue
      const { tag } = child
      if (tag === 'pre') preformatted.push(child)
      if (BLOCK_TAGS.has(tag)) markAncestors(child, holdsBlocks)
      else if (tag === 'a') {
        if (child.attrs.href?.includes('#')) fragmentLinks.push(child)
      } else if (tag === 'sup') raised.push(child)
      if (mayBeMark(child)) marks.push(child)
      if (child.children.length > 0) visit(child)
    }
  }
  visit(root)
  return { holdsBlocks, fragmentLinks, raised, preformatted, marks }
}

/** Each inline element is marked once, so the walks up stay linear. */
function markAncestors(block: Element, holdsBlocks: Set<Element>): void {
  for (
    let up = block.parent;
    up?.type === ELEMENT && !BLOCK_TAGS.has(up.tag) && !holdsBlocks.has(up);
    up = up.parent
  ) {
    holdsBlocks.add(up)
  }
}
