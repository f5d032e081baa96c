import {
  type ChildNode,
  childElements,
  closest,
  contains,
  ELEMENT,
  type Element,
  findAll,
  isElement,
  type ParentNode,
  TEXT,
  textContent,
  textContentWithin,
  walk,
} from '@gleaner/markup'
import { leaveOutBackLinks, MOST_AROUND, outermost } from './back-links.ts'
import type { ElementIndex } from './element-index.ts'
import { BLOCK_TAGS } from './element-kinds.ts'
import { takeFollowing } from './following-text.ts'
import { findLooseNotes } from './loose-footnotes.ts'
import type { NoteText } from './note-text.ts'
import { findSideNotes } from './side-notes.ts'
import { splitNotes } from './split-notes.ts'

/** A page's footnotes: their references, their texts, and what is left out of them. */
export interface Footnotes {
  references: ReadonlyMap<Element, string>
  /** Blocks whose content is one footnote, or several. */
  definitions: ReadonlyMap<Element, NoteText[]>
  /** Links back to the text, and the numbers that definitions begin with. */
  leftOut: ReadonlySet<ChildNode>
}

/** Text of a reference: a number, a letter or a sign, in brackets or bare. */
const REFERENCE_TEXT =
  /^\s*(?:[[(]\s*)?(?:(?:note|fn|nb?)\.?\s)?(\d{1,4}|[¹²³⁰⁴-⁹]{1,3}|[a-z]|[ivx]{1,5}|[*†‡§¶])(?::\d{1,2})?\s*(?:[\])][.,]?\s*|[.,]\s*)?$/i
const NOTE_FRAGMENT = /^#?_?(?:fn|ftn|note|cite|ref|foot|endnote|en|bib|b\d|cr\d|r\d|sn|user-content-fn)/i

interface Candidate {
  link: Element
  fragment: string
  text: string
  /** Neither raised nor named as a note: the note has to begin with the same mark. */
  isWeak?: boolean
}

/** Finds the footnotes of a page by the links between text and notes. References without a note stay what they are. */
export function findFootnotes(root: ParentNode, { fragmentLinks, raised, marks }: ElementIndex): Footnotes {
  const references = new Map<Element, string>()
  const leftOut = new Set<ChildNode>()
  const definitions = new Map<Element, NoteText[]>()
  const taken = new Set<string>()
  const links = fragmentLinks.map(toCandidate)
  const candidates = links.filter(isReference)
  if (candidates.length > 0) {
    const places = new Map<ParentNode, Map<ChildNode, number>>()
    const starts = matchNotes(root, candidates, links, references, taken)
    for (const [block, targets] of starts) {
      const notes = splitNotes(block, targets)
      if (/^h\d$/.test(block.tag)) takeFollowing(block, notes, leftOut, places)
      definitions.set(block, notes)
      leaveOutBackLinks(block, references, leftOut)
    }
  }
  for (const { text, reference, note, leftOut: repeated } of findSideNotes(root, marks)) {
    if (definitions.has(note)) continue
    for (const part of repeated ?? []) leftOut.add(part)
    const label = freeLabel(/\d+/.exec(text)?.[0] ?? '', taken)
    references.set(outermost(reference), label)
    definitions.set(note, [{ label, children: note.children }])
  }
  for (const { number, reference, block, mark } of findLooseNotes(root, raised)) {
    if (definitions.has(block)) continue
    const label = freeLabel(String(number), taken)
    references.set(outermost(reference), label)
    definitions.set(block, [{ label, children: block.children.filter((child) => child !== mark) }])
  }
  return { references, definitions, leftOut }
}

function toCandidate(link: Element): Candidate {
  const href = link.attrs.href!
  return { link, fragment: href.slice(href.indexOf('#') + 1), text: '' }
}

/** Notes that candidates lead to: for each block, the places in it where notes begin, with their labels. */
function matchNotes(
  root: ParentNode,
  candidates: readonly Candidate[],
  links: readonly Candidate[],
  references: Map<Element, string>,
  taken: Set<string>,
): Map<Element, Map<Element, string>> {
  const { targets, order } = findTargets(root)
  const byFragment = new Map<string, Element>()
  for (const { fragment, link } of links) if (!byFragment.has(fragment)) byFragment.set(fragment, link)
  const labels = new Map<Element, string>()
  const notes = new Map<Element, Map<Element, string>>()
  for (const candidate of candidates) {
    const target = targetOf(candidate, targets, byFragment)
    if (!target || order.get(target)! < order.get(candidate.link)!) continue
    const block = noteBlock(target)
    if (!block || contains(block, candidate.link)) continue
    if (candidate.isWeak && !beginsWithMark(block, candidate.text)) continue
    const label = labels.get(target) ?? freeLabel(candidate.text, taken)
    labels.set(target, label)
    references.set(outermost(candidate.link), label)
    const inBlock = notes.get(block) ?? new Map<Element, string>()
    notes.set(block, inBlock.set(target, label))
  }
  return notes
}

/** Elements that links can lead to, by name, and the place of each (and of each link) in the document. */
function findTargets(root: ParentNode) {
  const targets = new Map<string, Element>()
  const order = new Map<Element, number>()
  walk(root, (node) => {
    if (node.type !== ELEMENT) return
    const { id, name, href } = node.attrs
    if (id === undefined && name === undefined && href === undefined) return
    order.set(node, order.size)
    if (id && !targets.has(id)) targets.set(id, node)
    if (name && node.tag === 'a' && !targets.has(name)) targets.set(name, node)
  })
  return { targets, order }
}

/** A short mark that links into the page, raised or named as a note. */
function isReference(candidate: Candidate): boolean {
  const { link, fragment } = candidate
  if (fragment === '' || isBackFragment(fragment)) return false
  const text = textContent(link)
  const mark = text.length < 12 ? REFERENCE_TEXT.exec(text)?.[1] : undefined
  if (mark === undefined) return false
  candidate.text = mark.normalize('NFKC')
  const raised =
    closest(link, 'sup') !== undefined ||
    link.children.some((child) => child.type === ELEMENT && child.tag === 'sup')
  const isNamed =
    raised ||
    NOTE_FRAGMENT.test(fragment) ||
    link.attrs['epub:type'] === 'noteref' ||
    candidate.text !== mark ||
    /foot|note|ref|cite/i.test(`${link.attrs.class ?? ''} ${link.attrs.role ?? ''}`)
  candidate.isWeak = !isNamed
  return isNamed || isBracketed(candidate)
}

/** A number in square brackets, in the link or around it. */
function isBracketed({ link }: Candidate): boolean {
  if (/^\s*\[\d{1,3}\]\s*$/.test(textContent(link))) return true
  if (!/^\s*\d{1,3}\s*$/.test(textContent(link))) return false
  const siblings = link.parent?.children ?? []
  if (siblings.length > MOST_BESIDE) return false
  const at = siblings.indexOf(link)
  const [before, after] = [siblings[at - 1], siblings[at + 1]]
  return (
    before?.type === TEXT && after?.type === TEXT && /\[\s*$/.test(before.value) && /^\s*\]/.test(after.value)
  )
}

/** Nodes of a paragraph in which the brackets around a number are looked for. */
const MOST_BESIDE = 500

function beginsWithMark(block: Element, mark: string): boolean {
  const start = textContentWithin(block, { left: 16 }).trim()
  return start.startsWith(`[${mark}]`) || start.startsWith(`${mark}.`)
}

function isBackFragment(fragment: string): boolean {
  return /^_?(?:fnref|ftnref|cite_?ref|ref-?fn|footnote-?ref|noteref|docf|backref|user-content-fnref|r[ea]f-(?!cr\d)|sdendnote\d+anc|sdfootnote\d+anc)/i.test(
    fragment,
  )
}

function targetOf(
  { fragment }: Candidate,
  targets: Map<string, Element>,
  links: ReadonlyMap<string, Element>,
): Element | undefined {
  const target = targets.get(fragment) ?? targets.get(decoded(fragment))
  if (target || !/^_?ftn\d/.test(fragment)) return target
  // Word leaves out the anchors themselves: the note begins with the link back to its reference.
  const back = fragment.replace('ftn', 'ftnref')
  return links.get(back)
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

const NOTE_TAGS = new Set([
  'li',
  'p',
  'div',
  'dd',
  'aside',
  'td',
  'section',
  'blockquote',
  'h5',
  'h6',
  'small',
  'dl',
  'table',
])

/** The block that holds the note which `target` begins; undefined when that is a whole part of the page. */
function noteBlock(target: Element): Element | undefined {
  if (/^h[1-4]$/.test(target.tag) || ['article', 'main', 'body', 'html', 'ol', 'ul'].includes(target.tag))
    return undefined
  if (target.tag === 'dt') return listOfNotes(target)
  if (target.tag === 'table' && findAll(target, 'td').length !== 2) return undefined
  const block = BLOCK_TAGS.has(target.tag) ? target : closest(target, BLOCK_TAGS)
  if (!block || !NOTE_TAGS.has(block.tag)) return undefined
  const item = closest(block, 'li')
  if (item && block !== item && item.children.slice(0, MOST_AROUND).find(isElement) === block) return item
  return block
}

/** The `<dl>` that Docutils writes notes as: every term is the number of one. */
function listOfNotes(term: Element): Element | undefined {
  const list = term.parent
  if (list?.type !== ELEMENT || list.tag !== 'dl') return undefined
  const known =
    notesOnly.get(list) ??
    childElements(list).every(({ tag, children }) => tag !== 'dt' || isNumber(children))
  notesOnly.set(list, known)
  return known ? list : undefined
}

/** By list: each of its terms asks. */
const notesOnly = new WeakMap<Element, boolean>()

function isNumber(children: readonly ChildNode[]): boolean {
  return children.length < MOST_IN_TERM && REFERENCE_TEXT.test(children.map(textContent).join(''))
}

const MOST_IN_TERM = 8

function freeLabel(text: string, taken: Set<string>): string {
  let label = /^[\w-]+$/.test(text) ? text : String(taken.size + 1)
  for (let next = taken.size + 1; taken.has(label); next++) label = String(next)
  taken.add(label)
  return label
}
