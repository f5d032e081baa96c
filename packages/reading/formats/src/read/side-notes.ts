import {
  type ChildNode,
  ELEMENT,
  type Element,
  isElement,
  type ParentNode,
  TEXT,
  textContentWithin,
  walk,
} from '@gleaner/markup'

/** A note that stands right behind its mark, shown on demand or in the margin. */
export interface SideNote {
  /** What the mark shows; '' where style sheets count. */
  text: string
  reference: Element
  note: Element
  /** What repeats the mark in the note. */
  leftOut?: ReadonlySet<ChildNode>
}

/**
 * Finds marks that name the note behind them by its id (pop-overs and tool tips) and Tufte's side notes: a label, its
 * check box, and the note.
 */
export function findSideNotes(root: ParentNode, candidates: readonly Element[]): SideNote[] {
  const marks = candidates.filter(
    (element) => isToggle(element) || isLatexmlMark(element) || nameOfNote(element) !== undefined,
  )
  if (marks.length === 0) return []
  const byId = elementsById(root)
  return marks.flatMap((mark) => {
    if (isLatexmlMark(mark)) return latexmlNote(mark)
    const note = isToggle(mark) ? behindToggle(mark, byId) : byId.get(nameOfNote(mark)!)
    if (!note || !isBehind(note, mark) || !hasWords(note)) return []
    return [{ text: textContentWithin(mark, { left: MAX_MARK }).trim(), reference: mark, note }]
  })
}

/** A quick test, as every element of a page is asked. */
export function mayBeMark({ tag, attrs }: Element): boolean {
  if (tag === 'label') return attrs.for !== undefined
  if (tag === 'sup' && attrs.class === 'ltx_note_mark') return true
  if (tag !== 'a' && tag !== 'button' && tag !== 'sup') return false
  return (attrs['aria-describedby'] ?? attrs.popovertarget ?? attrs['aria-controls']) !== undefined
}

function isLatexmlMark({ tag, attrs, parent }: Element): boolean {
  return (
    tag === 'sup' &&
    attrs.class === 'ltx_note_mark' &&
    parent?.type === ELEMENT &&
    /(?:^|\s)ltx_role_footnote(?:\s|$)/.test(parent.attrs.class ?? '')
  )
}

/** LaTeXML, which arXiv shows papers with, puts the note behind its mark, and begins it with the mark again. */
function latexmlNote(mark: Element): SideNote[] {
  const note = (mark.parent as Element).children.find(
    (child) => child.type === ELEMENT && child.attrs.class === 'ltx_note_outer',
  )
  if (note?.type !== ELEMENT) return []
  const content = note.children.find(
    (child) => child.type === ELEMENT && child.attrs.class === 'ltx_note_content',
  )
  const parts = content?.type === ELEMENT ? content.children : note.children
  const leftOut = new Set(
    parts.filter((part) => part.type === ELEMENT && LATEXML_MARKS.test(part.attrs.class ?? '')),
  )
  return [{ text: textContentWithin(mark, { left: MAX_MARK }).trim(), reference: mark, note, leftOut }]
}

const LATEXML_MARKS = /^ltx_note_mark$|(?:^|\s)ltx_tag_note(?:\s|$)/

function elementsById(root: ParentNode): Map<string, Element> {
  const byId = new Map<string, Element>()
  walk(root, (node) => {
    if (node.type !== ELEMENT) return undefined
    const { id } = node.attrs
    if (id !== undefined && !byId.has(id)) byId.set(id, node)
    return undefined
  })
  return byId
}

/** Nodes and characters of a mark. */
const MAX_MARK = 16
const MARK = /^\s*[[(]?(?:\d{1,3}|[*†‡§¶])[\])]?\s*$/

function nameOfNote(element: Element): string | undefined {
  const { attrs } = element
  const id = attrs['aria-describedby'] ?? attrs.popovertarget ?? attrs['aria-controls']
  return id !== undefined && MARK.test(textContentWithin(element, { left: MAX_MARK })) ? id : undefined
}

function isToggle({ tag, attrs }: Element): boolean {
  return tag === 'label' && attrs.for !== undefined && NOTE_NAME.test(`${attrs.class} ${attrs.for}`)
}

const NOTE_NAME = /(?:^|[\s_-])(?:side-?note|margin(?:-?note)?|footnote|sn|mn|fn)(?:[\s_-]|$)/i

/** The element after the check box that the label is for. */
function behindToggle(label: Element, byId: ReadonlyMap<string, Element>): Element | undefined {
  const box = byId.get(label.attrs.for!)
  return box?.tag === 'input' ? nextElement(box) : undefined
}

function nextElement(element: Element): Element | undefined {
  const siblings = element.parent?.children ?? []
  const at = siblings.slice(0, MAX_SIBLINGS).indexOf(element)
  return at < 0 ? undefined : siblings.slice(at + 1, at + 4).find(isElement)
}

/** Nodes of a paragraph in which notes are looked for. */
const MAX_SIBLINGS = 2_000

/** In the same paragraph, or right after the element that the mark is alone in. */
function isBehind(note: Element, mark: Element): boolean {
  return note.parent !== null && (note.parent === mark.parent || note.parent === mark.parent?.parent)
}

function hasWords(note: Element): boolean {
  return note.children.some(
    (child) => child.type === ELEMENT || (child.type === TEXT && /\p{L}/u.test(child.value)),
  )
}
