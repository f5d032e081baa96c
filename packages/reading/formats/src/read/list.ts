import { type ChildNode, ELEMENT, type Element, isHidden, TEXT } from '@gleaner/markup'
import type { Block, List, ListItem } from '../block.ts'
import type { Reader } from './reader.ts'

/** A `<ul>`, `<ol>` or `<menu>`; what stands in it that is no item joins the item before. Footnotes come out beside it. */
export function readList(element: Element, reader: Reader): Block[] {
  const items: NumberedItem[] = []
  const notes: Block[] = []
  for (const child of element.children) {
    if (child.type === TEXT ? child.value.trim() === '' : child.type !== ELEMENT) continue
    if (child.type === ELEMENT && reader.footnotes.definitions.has(child))
      for (const note of reader.blocksOf([child])) notes.push(note)
    else if (child.type === ELEMENT && child.tag === 'li') addItem(items, child, reader)
    else joinLast(items, child, reader)
  }
  return [...toLists(element, items), ...notes]
}

interface NumberedItem extends ListItem {
  /** What the page numbers it as, where it says so. */
  value?: number
}

function addItem(items: NumberedItem[], li: Element, reader: Reader): void {
  if (isHidden(li)) return
  const checked = readCheckbox(li)
  const blocks = reader.blocksWithin(li.children)
  const isEmpty = blocks.length === 0
  // Nothing shown but an icon or a control: the item says nothing as text.
  if (isEmpty && li.children.some((child) => child.type === ELEMENT)) return
  const value = numberIn(li.attrs.value)
  items.push({ ...(checked !== undefined && { checked }), blocks, ...(value !== undefined && { value }) })
}

function joinLast(items: NumberedItem[], child: ChildNode, reader: Reader): void {
  const blocks = reader.blocksWithin([child])
  if (blocks.length === 0) return
  const last = items.at(-1)
  const isNested = child.type === ELEMENT && (child.tag === 'ul' || child.tag === 'ol')
  if (last && isNested) for (const block of blocks) last.blocks.push(block)
  else items.push({ blocks })
}

/** One list, or several where its numbers do not go up one by one: Markdown numbers the first item alone. */
function toLists(element: Element, items: readonly NumberedItem[]): List[] {
  if (items.every(({ blocks }) => blocks.length === 0)) return []
  const loose = element.children.some(hasParagraph)
  const ordered = element.tag === 'ol'
  if (!ordered) return [{ type: 'list', ordered, start: 1, loose, items: items.map(withoutValue) }]
  const isReversed = element.attrs.reversed !== undefined && items.length <= MOST_REVERSED
  const step = isReversed ? -1 : 1
  let next = numberIn(element.attrs.start) ?? (isReversed ? items.length : 1)
  const lists: List[] = []
  for (const item of items) {
    const number = Math.max(0, item.value ?? next)
    const list = lists.at(-1)
    if (list && list.start + list.items.length === number) list.items.push(withoutValue(item))
    else lists.push({ type: 'list', ordered, start: number, loose, items: [withoutValue(item)] })
    next = number + step
  }
  return lists
}

/** Longer lists are numbered upwards, as each item becomes a list of its own. */
const MOST_REVERSED = 200

function withoutValue({ value: _, ...item }: NumberedItem): ListItem {
  return item
}

function numberIn(written: string | undefined): number | undefined {
  const number = Number.parseInt(written ?? '', 10)
  return number >= 0 && number < 1e9 ? number : undefined
}

function hasParagraph(item: ChildNode): boolean {
  return item.type === ELEMENT && item.children.some((child) => child.type === ELEMENT && child.tag === 'p')
}

/** State of the check box an item begins with; boxes behind text are controls of a form. */
function readCheckbox(li: Element): boolean | undefined {
  let first = firstShown(li)
  for (let depth = 0; depth < 4 && first && WRAPPERS.has(first.tag); depth++) first = firstShown(first)
  if (first?.tag !== 'input' || first.attrs.type !== 'checkbox') return undefined
  return first.attrs.checked !== undefined
}

const WRAPPERS = new Set(['p', 'label', 'span', 'div'])

function firstShown(element: Element): Element | undefined {
  for (const child of element.children) {
    if (child.type === TEXT && child.value.trim() !== '') return undefined
    if (child.type === ELEMENT) return child
  }
  return undefined
}
