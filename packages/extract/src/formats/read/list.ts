import { type ChildNode, ELEMENT, type Element, TEXT } from '../../dom/node.ts'
import { findFirst, isHidden } from '../../dom/query.ts'
import type { Block, List, ListItem } from '../block.ts'
import type { Reader } from './reader.ts'

/** Lists and quotes nested deeper than this are read as plain blocks: no page means more, and prefixes cost. */
export const MAX_NESTING = 16

/** A `<ul>`, `<ol>` or `<menu>`; what stands in it that is no item joins the item before. Footnotes come out beside it. */
export function readList(element: Element, reader: Reader): Block[] {
  reader.nesting++
  const items: ListItem[] = []
  const notes: Block[] = []
  for (const child of element.children) {
    if (child.type === TEXT ? child.value.trim() === '' : child.type !== ELEMENT) continue
    if (child.type === ELEMENT && reader.footnotes.definitions.has(child))
      notes.push(...reader.blocksOf([child]))
    else if (child.type === ELEMENT && child.tag === 'li') addItem(items, child, reader)
    else joinLast(items, child, reader)
  }
  reader.nesting--
  const list = toList(element, items)
  return list ? [list, ...notes] : notes
}

function addItem(items: ListItem[], li: Element, reader: Reader): void {
  if (isHidden(li)) return
  const checked = readCheckbox(li)
  const blocks = reader.blocksOf(li.children)
  const isEmpty = blocks.length === 0
  // Nothing shown but an icon or a control: the item says nothing as text.
  if (isEmpty && li.children.some((child) => child.type === ELEMENT)) return
  items.push({ ...(checked === undefined ? {} : { checked }), blocks })
}

function joinLast(items: ListItem[], child: ChildNode, reader: Reader): void {
  const blocks = reader.blocksOf([child])
  if (blocks.length === 0) return
  const last = items.at(-1)
  const isNested = child.type === ELEMENT && (child.tag === 'ul' || child.tag === 'ol')
  if (last && isNested) last.blocks.push(...blocks)
  else items.push({ blocks })
}

function toList(element: Element, items: ListItem[]): List | undefined {
  if (items.every(({ blocks }) => blocks.length === 0)) return undefined
  const start = Number.parseInt(element.attrs.start ?? '', 10)
  return {
    type: 'list',
    ordered: element.tag === 'ol',
    start: start >= 0 && start < 1e9 ? start : 1,
    loose: element.children.some(hasParagraph),
    items,
  }
}

function hasParagraph(item: ChildNode): boolean {
  return item.type === ELEMENT && item.children.some((child) => child.type === ELEMENT && child.tag === 'p')
}

/** State of the check box an item begins with; boxes behind text are controls of a form. */
function readCheckbox(li: Element): boolean | undefined {
  const first = firstShown(li)
  if (first?.tag === 'input')
    return first.attrs.type === 'checkbox' ? first.attrs.checked !== undefined : undefined
  if (!first || !['p', 'label', 'span', 'div'].includes(first.tag)) return undefined
  const box = findFirst(first, (inner) => inner.tag === 'input' && inner.attrs.type === 'checkbox')
  const leads = box !== undefined && firstShown(box.parent as Element) === box
  return leads ? box.attrs.checked !== undefined : undefined
}

function firstShown(element: Element): Element | undefined {
  for (const child of element.children) {
    if (child.type === TEXT && child.value.trim() !== '') return undefined
    if (child.type === ELEMENT) return child
  }
  return undefined
}
