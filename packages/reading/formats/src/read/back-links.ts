import { type ChildNode, ELEMENT, type Element, textContent, walk } from '@gleaner/markup'

/** Leaves out a note's links back to its references. */
export function leaveOutBackLinks(
  block: Element,
  references: Map<Element, string>,
  leftOut: Set<ChildNode>,
): void {
  walk(block, (node) => {
    if (node.type !== ELEMENT) return undefined
    if (node.tag === 'span' && BACK_NAME.test(node.attrs.class ?? '')) {
      leftOut.add(node)
      return 'skip'
    }
    if (node.tag !== 'a') return undefined
    const { href, class: names = '', role } = node.attrs
    if (href === undefined || !href.includes('#') || references.has(outermost(node))) return undefined
    const isBack = role === 'doc-backlink' || BACK_NAME.test(names)
    if (isBack || BACK_TEXT.test(textContent(node).trim())) leftOut.add(outermost(node))
    return undefined
  })
}

const BACK_TEXT = /^(?:[\s↩↑⤴⏎^←⬆🔙[\]().,\da-z*†‡]|\ufe0e|\ufe0f){0,6}$|^(?:back|return|jump up|up)\b/iu
const BACK_NAME = /back-?(?:ref|link)|reversefootnote/i

/** The element around a reference that holds nothing else: `<sup>`, or a `<span>` around it. */
export function outermost(link: Element): Element {
  let element = link
  for (
    let up = link.parent;
    up?.type === ELEMENT && /^(?:sup|span|small|em|i|b|strong|font)$/.test(up.tag);
    up = up.parent
  ) {
    if (up.children.length > MOST_AROUND) break
    const alone = up.children.every(
      (child) => child === element || (child.type !== ELEMENT && /^[\s[\]()]*$/.test(child.value)),
    )
    if (!alone) break
    element = up
  }
  return element
}

/** Nodes around a reference that is alone in its element: brackets, spaces, comments. */
export const MOST_AROUND = 20
