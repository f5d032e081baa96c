import {
  type ChildNode,
  contains,
  createText,
  ELEMENT,
  type Element,
  findAll,
  type Node,
  TEXT,
  textContent,
} from '@gleaner/markup'
import type { NoteText } from './note-text.ts'

/** The number that a note's text begins with, when the list does not give it. */
const LEADING_MARK = /^\s*[[(]?(?:\d{1,4}|[¹²³⁰⁴-⁹]{1,3}|[a-z]|[*†‡§])[\])]?[.:]?\s*$/i

/**
 * The notes that one block holds, without their leading numbers: mostly one, or several in a row when a page
 * separates them by line breaks only. `starts` maps the place where each note begins to its label.
 */
export function splitNotes(block: Element, starts: ReadonlyMap<Element, string>): NoteText[] {
  if (starts.size === 1) {
    const [target, label] = [...starts][0]!
    if (block.tag === 'table') return [{ label, children: findAll(block, 'td').at(-1)!.children }]
    return [{ label, children: withoutMark(block.children, target) }]
  }
  const notes: { label: string; children: ChildNode[]; target: Element }[] = []
  const begins = new Map([...starts].map((start) => [childAround(start[0], block), start]))
  for (const child of block.children) {
    const start = begins.get(child)
    if (start) notes.push({ target: start[0], label: start[1], children: [child] })
    else notes.at(-1)?.children.push(child)
  }
  return notes.map(({ label, children, target }) => ({ label, children: withoutMark(children, target) }))
}

/** The child of `block` that `target` is or stands in. */
function childAround(target: Element, block: Element): Node {
  let child: Node = target
  while (child.parent && child.parent !== block) child = child.parent
  return child
}

/** A number or sign at the start of a text. */
const LEADING_TEXT = /^\s*(?:(?:\[\d{1,4}\]|\(\d{1,4}\)|\d{1,4}[.:)]|[*†‡§])\s+|[¹²³⁰⁴-⁹]{1,3})/

/** Drops the number or sign at the start: an element of its own, or the first characters of the text. */
function withoutMark(children: readonly ChildNode[], target: Element): ChildNode[] {
  const rest = [...children]
  const first = rest.findIndex((child) =>
    child.type === TEXT ? child.value.trim() !== '' : child.type === ELEMENT,
  )
  const lead = rest[first]
  if (lead?.type === ELEMENT) {
    const text = textContent(lead)
    if (text.length < 12 && (LEADING_MARK.test(text) || (lead === target && text.trim() === ''))) {
      rest.splice(first, 1)
      cutText(rest, first, /^\s*[.:)]\s+/)
    } else if (
      lead.children.length > 0 &&
      (beginsRaised(lead) || (contains(lead, target) && lead !== target))
    ) {
      rest[first] = { ...lead, children: withoutMark(lead.children, target) }
    }
  } else cutText(rest, first, LEADING_TEXT)
  return rest
}

/** A paragraph whose number is raised. */
function beginsRaised({ tag, children }: Element): boolean {
  const first = children.find(
    (child) => child.type === ELEMENT || (child.type === TEXT && child.value.trim() !== ''),
  )
  return tag === 'p' && first?.type === ELEMENT && first.tag === 'sup'
}

function cutText(nodes: ChildNode[], at: number, pattern: RegExp): void {
  const node = nodes[at]
  if (node?.type !== TEXT) return
  const cut = node.value.replace(pattern, '')
  if (cut !== node.value) nodes[at] = createText(cut)
}
