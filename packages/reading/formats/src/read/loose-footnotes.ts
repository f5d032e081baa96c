import {
  type ChildNode,
  closest,
  ELEMENT,
  type Element,
  findAll,
  HEADINGS,
  type ParentNode,
  TEXT,
  textContent,
} from '@gleaner/markup'

/** A footnote that is known by its raised number alone, without links. */
export interface LooseNote {
  number: number
  reference: Element
  block: Element
  /** What stands in the block before the note's text: its number. */
  mark: ChildNode | undefined
}

const NUMBER = /^\s*\[?(\d{1,3})\]?\s*$/
const NOTES_CLASS = /(?:^|[\s_-])(?:footnotes?|endnotes?)(?:[\s_-]|$)/i

/**
 * Footnotes of pages that number them by hand: a raised number in the text for each, once, and the notes one after the
 * other, as blocks that begin with their number or as the items of a list named for it. Nothing when they do not match
 * one to one.
 */
export function findLooseNotes(root: ParentNode, sups: readonly Element[]): LooseNote[] {
  const raised = sups.filter((sup) => NUMBER.test(textContent(sup)) && !hasLink(sup))
  if (raised.length === 0) return []
  const first = new Map<ParentNode, ChildNode | undefined>()
  const starts = raised.filter((sup) => beginsBlock(sup, first))
  const isStart = new Set(starts)
  const references = raised.filter((sup) => !isStart.has(sup))
  const numbers = references.map(numberOf)
  if (numbers.length === 0 || new Set(numbers).size !== numbers.length) return []
  const notes = fromBlocks(starts) ?? fromList(root)
  if (!notes || notes.length < Math.max(...numbers)) return []
  return references
    .map((reference) => ({ reference, ...notes[numberOf(reference) - 1]! }))
    .filter(({ block }) => block !== undefined)
}

type Definition = Omit<LooseNote, 'reference'>

/** Siblings that begin with 1, 2, 3 and so on. */
function fromBlocks(starts: readonly Element[]): Definition[] | undefined {
  const inOrder = starts.every(
    (sup, index) => numberOf(sup) === index + 1 && sup.parent?.parent === starts[0]!.parent?.parent,
  )
  if (starts.length === 0 || !inOrder) return undefined
  return starts.map((sup, index) => ({ number: index + 1, block: sup.parent as Element, mark: sup }))
}

function fromList(root: ParentNode): Definition[] | undefined {
  const box = findAll(
    root,
    (element) => NOTES_CLASS.test(element.attrs.class ?? '') && element.tag !== 'sup',
  ).at(0)
  const list = box ?? listBelowHeading(root)
  const items = list ? findAll(list, 'li') : []
  return items.length > 0
    ? items.map((block, index) => ({ number: index + 1, block, mark: undefined }))
    : undefined
}

/** The list that stands right below a heading that says so. */
function listBelowHeading(root: ParentNode): ParentNode | undefined {
  const heading = findAll(root, HEADINGS).find((element) => NOTES_HEADING.test(textContent(element).trim()))
  const siblings = heading?.parent?.children ?? []
  const below = siblings.slice(siblings.indexOf(heading!) + 1).find((child) => child.type === ELEMENT)
  return below?.type === ELEMENT && below.tag === 'ol' ? below : undefined
}

const NOTES_HEADING =
  /^(?:(?:foot|end)?notes|notes and references|fußnoten|anmerkungen|notes de bas de page|notas|note|voetnoten|przypisy|примечания|脚注|注释):?$/iu

function numberOf(sup: Element): number {
  return Number(NUMBER.exec(textContent(sup))![1])
}

function hasLink(sup: Element): boolean {
  return closest(sup, 'a') !== undefined || findAll(sup, 'a').length > 0
}

/** First in a paragraph or the like, with text behind it. `firsts` holds the first shown child of each parent asked about. */
function beginsBlock(sup: Element, firsts: Map<ParentNode, ChildNode | undefined>): boolean {
  const { parent } = sup
  if (parent?.type !== ELEMENT || !['p', 'div', 'li', 'dd'].includes(parent.tag)) return false
  if (!firsts.has(parent)) firsts.set(parent, parent.children.find(isShown))
  return firsts.get(parent) === sup && textContent(parent).trim().length > textContent(sup).trim().length
}

function isShown(child: ChildNode): boolean {
  return child.type === ELEMENT || (child.type === TEXT && child.value.trim() !== '')
}
