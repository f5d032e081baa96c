import { type ChildNode, ELEMENT, type Element, isHidden, TEXT } from '@gleaner/markup'
import type { Block, List, ListItem } from '../block.ts'
import type { Reader } from './reader.ts'

/** A `<ul>`, `<ol>` or `<menu>`; what stands in it that is no item joins the item before. Footnotes come out beside it. */
export function readList(element: Element, reader: Reader): Block[] {
  const items: ListItem[] = []
  const notes: Block[] = []
  for (const child of element.children) {
    if (child.type === TEXT ? child.value.trim() === '' : child.type !== ELEMENT) continue
    if (child.type === ELEMENT && reader.footnotes.definitions.has(child))
      for (const note of reader.blocksOf([child])) notes.push(note)
    else if (child.type === ELEMENT && child.tag === 'li') addItem(items, child, reader)
    else joinLast(items, child, reader)
  }
  const list = toList(element, items)
  return list ? [list, ...notes] : notes
}

function addItem(items: ListItem[], li: Element, reader: Reader): void {
  if (isHidden(li)) return
  const checked = readCheckbox(li)
  const blocks = reader.blocksWithin(li.children)
  const isEmpty = blocks.length === 0
  // Nothing shown but an icon or a control: the item says nothing as text.
  if (isEmpty && li.children.some((child) => child.type === ELEMENT)) return
  items.push(checked === undefined ? { blocks } : { checked, blocks })
}

function joinLast(items: ListItem[], child: ChildNode, reader: Reader): void {
  const blocks = reader.blocksWithin([child])
  if (blocks.length === 0) return
  const last = items.at(-1)
  const isNested = child.type === ELEMENT && (child.tag === 'ul' || child.tag === 'ol')
  if (last && isNested) for (const block of blocks) last.blocks.push(block)
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
