import { BLOCK_TAGS, ELEMENT, type Element, INVISIBLE_TAGS, isHidden, TEXT } from '@gleaner/markup'
import { shortText } from '../page-index/short-text.ts'
import type { Record } from './record-bounds.ts'
import { shapeKey } from './repeated-elements.ts'

/** A piece of an entry: a text with its element, or an image, a date or another value of an attribute. */
export interface Leaf {
  /** Where in the entry it stands: the same in every entry that has it. */
  path: string
  element: Element
  text: string
  /** The link that it stands in. */
  link: Element | undefined
  /** Level of the heading that it stands in; 0: none. */
  heading: number
  /** Classes and `itemprop` of the element and of those around it in the entry, lower case. */
  names: string
  /** Crossed out: a price before a reduction. */
  isStruck: boolean
}

export interface Leaves {
  texts: Leaf[]
  links: Element[]
  images: Element[]
}

const MOST = { leaves: 120, nodes: 1_500, text: 1_000, depth: 40 }
const STRUCK: ReadonlySet<string> = new Set(['del', 's', 'strike'])
const CELLS: ReadonlySet<string> = new Set(['td', 'li', 'dd', 'dt', 'p', 'div', 'span'])

interface Around {
  path: string
  link: Element | undefined
  heading: number
  names: string
  isStruck: boolean
}

/** The pieces of an entry in the order of the page; bounded, so that an entry of a million nodes costs as much as one of a thousand. */
export function readLeaves(record: Record): Leaves {
  const leaves: Leaves = { texts: [], links: [], images: [] }
  let nodes = 0
  const visit = (element: Element, around: Around, place: string, depth: number) => {
    if (++nodes > MOST.nodes || leaves.texts.length >= MOST.leaves || depth > MOST.depth) return
    if (INVISIBLE_TAGS.has(element.tag) || isHidden(element)) return
    const { tag, attrs } = element
    const here: Around = {
      path: `${around.path}/${shapeKey(element)}${place}`,
      link: tag === 'a' && attrs.href !== undefined ? element : around.link,
      heading: /^h[1-6]$/.test(tag) ? Number(tag[1]) : around.heading,
      names: `${around.names} ${namesOf(element)}`,
      isStruck: around.isStruck || STRUCK.has(tag),
    }
    if (here.link === element) leaves.links.push(element)
    if (tag === 'img') leaves.images.push(element)
    const text = ownText(element)
    if (text.value !== '') leaves.texts.push({ ...here, element, text: text.value })
    if (text.isWhole) {
      for (const child of element.children) if (child.type === ELEMENT) visitLinks(child)
      return
    }
    const counts = new Map<string, number>()
    for (const child of element.children) {
      if (child.type !== ELEMENT) continue
      const count = (counts.get(child.tag) ?? 0) + 1
      counts.set(child.tag, count)
      const isPlaced = CELLS.has(child.tag) && (child.attrs.class === undefined || child.tag === 'td')
      visit(child, here, isPlaced ? `[${Math.min(count, 20)}]` : '', depth + 1)
    }
  }
  const visitLinks = (element: Element) => {
    if (element.tag === 'a' && element.attrs.href !== undefined) leaves.links.push(element)
    if (element.tag === 'img') leaves.images.push(element)
    for (const child of element.children)
      if (child.type === ELEMENT && ++nodes < MOST.nodes) visitLinks(child)
  }
  record.forEach((element, at) => {
    const outer = linkAround(element)
    visit(
      element,
      { path: '', link: outer, heading: 0, names: '', isStruck: false },
      at === 0 ? '' : `+${at}`,
      0,
    )
  })
  return leaves
}

/** The text of an element that has some itself: with its inline parts when these are all there is, else its own pieces alone. */
function ownText(element: Element): { value: string; isWhole: boolean } {
  let own = ''
  let hasParts = false
  for (const child of element.children) {
    if (child.type === TEXT) own += ` ${child.value.slice(0, MOST.text)}`
    else if (child.type === ELEMENT && isPart(child)) hasParts = true
  }
  if (own.trim() === '') return { value: '', isWhole: false }
  if (!hasParts) return { value: shortText(element, MOST.text), isWhole: true }
  return { value: own.replace(/\s+/g, ' ').trim().slice(0, MOST.text), isWhole: false }
}

/** An inner element with a meaning of its own, rather than emphasis within a text. */
function isPart({ tag, attrs, children }: Element): boolean {
  if (tag === 'br' || tag === 'wbr' || tag === 'svg' || tag === 'img') return false
  if (BLOCK_TAGS.has(tag) || STRUCK.has(tag) || tag === 'a' || tag === 'time') return true
  return attrs.class !== undefined && children.length > 0
}

function namesOf({ attrs }: Element): string {
  const { class: name, itemprop } = attrs
  return name === undefined && itemprop === undefined
    ? ''
    : `${name?.slice(0, 300) ?? ''} ${itemprop ?? ''}`.toLowerCase()
}

/** The link that an entry stands in as a whole. */
function linkAround(element: Element): Element | undefined {
  const { parent } = element
  return parent?.type === ELEMENT && parent.tag === 'a' && parent.attrs.href !== undefined
    ? parent
    : undefined
}
