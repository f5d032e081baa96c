import { ELEMENT, type Element, INVISIBLE_TAGS, isHidden, TEXT, walk } from '@gleaner/markup'
import { OUTSIDE_NAME, OUTSIDE_ROLE, OUTSIDE_TAGS } from '../page-index/name-patterns.ts'

/** Elements of a page that repeat: alike by tag and class, and so are the elements that hold them. */
export interface Repeated {
  elements: Element[]
  /** Shape of the elements that hold them, and their tag. */
  siblings: string
  /** Characters of text in all of them. */
  chars: number
  /** How many stand in navigation, a footer, a sidebar or a block of related things. */
  outside: number
}

const LEAST_ELEMENTS = 3
/** Elements of a page that are looked at. */
const MOST_ELEMENTS = 60_000
const MOST_MEMBERS = 2_000
/** Share of the page's text with which a block that is named like a side matter is the page itself. */
const MOST_OUTSIDE = 0.4
/** Elements that are no entry of a list, whatever repeats in them. */
const PARTS: ReadonlySet<string> = new Set([
  'option',
  'br',
  'img',
  'svg',
  'source',
  'input',
  'label',
  'button',
  'b',
  'i',
  'strong',
  'em',
  'picture',
  'thead',
  'th',
  'td',
])

export interface RepeatedElements {
  groups: Repeated[]
  /** Characters of the page's own text. */
  chars: number
  /** Place of an element of a group in the document. */
  order: ReadonlyMap<Element, number>
}

interface Open {
  element: Element
  group: Group | undefined
  key: string
  chars: number
  /** The nearest block around it that is no part of the page's content. */
  block: Element | undefined
}

interface Group {
  elements: Element[]
  siblings: string
  chars: number
  /** Elements by the block that they stand in, where that is named like a side matter. */
  blocks: Map<Element, number>
}

/**
 * Groups a body's elements by their own and their parent's shape (tag and first class, digits apart), wherever they stand, so that a
 * list that is broken into columns or sections is one. One walk; costs time in proportion to the page.
 */
export function repeatedElements(body: Element): RepeatedElements {
  const groups = new Map<string, Group>()
  const order = new Map<Element, number>()
  const charsOfBlocks = new Map<Element, number>()
  const open: Open[] = [{ element: body, group: undefined, key: 'body', chars: 0, block: undefined }]
  let seen = 0
  const leave = (element: Element) => {
    const top = open.at(-1)!
    if (top.element !== element) return
    open.pop()
    open.at(-1)!.chars += top.chars
    if (top.group) top.group.chars += top.chars
    if (top.block === element) charsOfBlocks.set(element, top.chars)
  }
  walk(
    body,
    (node) => {
      if (node.type === TEXT) {
        open.at(-1)!.chars += node.value.trim().length
        return undefined
      }
      if (node.type !== ELEMENT) return undefined
      if (++seen > MOST_ELEMENTS) return 'stop'
      if (INVISIBLE_TAGS.has(node.tag) || isHidden(node)) return 'skip'
      const above = open.at(-1)!
      const key = shapeKey(node)
      const block = startsOutside(node) ? node : above.block
      const group = PARTS.has(node.tag) ? undefined : groupOf(groups, above.key, key, node.tag)
      if (group && group.elements.length < MOST_MEMBERS) {
        group.elements.push(node)
        order.set(node, seen)
        if (block) group.blocks.set(block, (group.blocks.get(block) ?? 0) + 1)
      }
      if (node.children.length === 0) return 'skip'
      open.push({ element: node, group, key, chars: 0, block })
      return undefined
    },
    leave,
  )
  while (open.length > 1) leave(open.at(-1)!.element)
  const all = open[0]!.chars
  const isOutside = (block: Element) => (charsOfBlocks.get(block) ?? 0) < all * MOST_OUTSIDE
  const outer = [...charsOfBlocks].filter(
    ([block]) => isOutside(block) && !hasBlockAround(block, charsOfBlocks),
  )
  return {
    groups: [...groups.values()]
      .filter(({ elements }) => elements.length >= LEAST_ELEMENTS)
      .map(({ blocks, ...group }) => ({
        ...group,
        outside: [...blocks].reduce((sum, [block, count]) => sum + (isOutside(block) ? count : 0), 0),
      })),
    chars: all - outer.reduce((sum, [, chars]) => sum + chars, 0),
    order,
  }
}

function groupOf(groups: Map<string, Group>, above: string, key: string, tag: string): Group {
  const path = `${above} ${key}`
  const known = groups.get(path)
  if (known) return known
  const made: Group = { elements: [], siblings: `${above} ${tag}`, chars: 0, blocks: new Map() }
  groups.set(path, made)
  return made
}

function hasBlockAround({ parent }: Element, blocks: ReadonlyMap<Element, number>): boolean {
  for (let at = parent; at?.type === ELEMENT; at = at.parent) if (blocks.has(at)) return true
  return false
}

/** Tag and first class; numbers in a class differ from entry to entry (`post-123`). */
export function shapeKey({ tag, attrs }: Element): string {
  if (attrs.class === undefined) return tag
  const names = attrs.class.slice(0, 200).trimStart()
  const end = names.search(/\s/)
  const name = end === -1 ? names : names.slice(0, end)
  return name === '' ? tag : `${tag}.${name.replace(/\d+/g, '#')}`
}

function startsOutside({ tag, attrs }: Element): boolean {
  if (tag === 'header') return false
  if (OUTSIDE_TAGS.has(tag)) return true
  if (attrs.role !== undefined && OUTSIDE_ROLE.test(attrs.role)) return true
  if (attrs.class === undefined && attrs.id === undefined) return false
  return OUTSIDE_NAME.test(
    `${attrs.class?.slice(0, 300) ?? ''} ${attrs.id?.slice(0, 100) ?? ''}`.toLowerCase(),
  )
}
