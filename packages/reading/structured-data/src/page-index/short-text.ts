import {
  BLOCK_TAGS,
  type ChildNode,
  collapse,
  ELEMENT,
  type Element,
  INVISIBLE_TAGS,
  isHidden,
  isPermalink,
  TEXT,
  walk,
} from '@gleaner/markup'

/** Most nodes that are visited, so that a box of thousands without text costs little: these, and some for each character. */
const NODES = 1_000
const NODES_PER_CHARACTER = 10

/**
 * The visible text of an element, at most `limit` characters of it: reading a label or a headline must not cost a whole
 * container. Links of headings to themselves (`¶`) are left out. Inline siblings are kept apart too when `apart` is set
 * (`<b>12</b><sup>99</sup>` gives `12 99`). What `isLeftOut` names is passed over, with all that it holds.
 */
export function shortText(
  element: Element,
  limit = 300,
  apart = false,
  isLeftOut: (inner: Element) => boolean = () => false,
): string {
  let text = ''
  let nodes = 0
  /** Where the text of the open link begins. */
  let linkStart = 0
  const visit = (node: ChildNode) => {
    if (text.length > limit || ++nodes > NODES + limit * NODES_PER_CHARACTER) return 'stop' as const
    if (node.type === TEXT)
      text += node.value.length > limit * 4 ? node.value.slice(0, limit * 4) : node.value
    if (node.type !== ELEMENT) return undefined
    if (INVISIBLE_TAGS.has(node.tag) || isHidden(node) || isLeftOut(node)) return 'skip' as const
    if (node.tag === 'a') linkStart = text.length
    if (apart || BLOCK_TAGS.has(node.tag)) text += ' '
    return undefined
  }
  walk(element, visit, (left) => {
    if (left.tag === 'a' && text.length > linkStart && isPermalink(left, text.slice(linkStart)))
      text = text.slice(0, linkStart)
    if (apart || BLOCK_TAGS.has(left.tag)) text += ' '
  })
  return collapse(text).slice(0, limit)
}
