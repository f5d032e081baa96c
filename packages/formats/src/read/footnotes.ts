import {
  type ChildNode,
  closest,
  contains,
  ELEMENT,
  type Element,
  isElement,
  type ParentNode,
  textContent,
  walk,
} from '@gleaner/markup'
import type { ElementIndex } from './element-index.ts'
import { BLOCK_TAGS } from './element-kinds.ts'
import { findLooseNotes } from './loose-footnotes.ts'
import type { NoteText } from './note-text.ts'
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
const REFERENCE_TEXT = /^\s*(?:[[(]\s*)?(\d{1,4}|[a-z]|[ivx]{1,5}|[*†‡§¶])\s*(?:[\])][.,]?\s*|[.,]\s*)?$/i
const NOTE_FRAGMENT = /^#?_?(?:fn|ftn|note|cite|ref|foot|endnote|en|bib|b\d|cr\d|r\d|sn|user-content-fn)/i
const BACK_TEXT = /^(?:[\s↩↑⤴⏎^←⬆🔙[\]().,\da-z*†‡]|\ufe0e|\ufe0f){0,6}$|^(?:back|return|jump up|up)\b/iu

interface Candidate {
  link: Element
  fragment: string
  text: string
}

/** Finds the footnotes of a page by the links between text and notes. References without a note stay what they are. */
export function findFootnotes(root: ParentNode, { fragmentLinks, raised }: ElementIndex): Footnotes {
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
  candidate.text = mark
  const raised =
    closest(link, 'sup') !== undefined ||
    link.children.some((child) => child.type === ELEMENT && child.tag === 'sup')
  return (
    raised ||
    NOTE_FRAGMENT.test(fragment) ||
    /foot|note|ref|cite/i.test(`${link.attrs.class ?? ''} ${link.attrs.role ?? ''}`)
  )
}

function isBackFragment(fragment: string): boolean {
  return /^_?(?:fnref|ftnref|cite_?ref|ref-?fn|footnote-?ref|noteref|docf|backref|user-content-fnref|r[ea]f-|sdendnote\d+anc|sdfootnote\d+anc)/i.test(
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
])

/** The block that holds the note which `target` begins; undefined when that is a whole part of the page. */
function noteBlock(target: Element): Element | undefined {
  if (
    /^h[1-4]$/.test(target.tag) ||
    ['article', 'main', 'body', 'html', 'table', 'ol', 'ul'].includes(target.tag)
  )
    return undefined
  const block = BLOCK_TAGS.has(target.tag) ? target : closest(target, BLOCK_TAGS)
  if (!block || !NOTE_TAGS.has(block.tag)) return undefined
  const item = closest(block, 'li')
  if (item && block !== item && item.children.slice(0, MOST_AROUND).find(isElement) === block) return item
  return block
}

/** The element around a reference that holds nothing else: `<sup>`, or a `<span>` around it. */
function outermost(link: Element): Element {
  let element = link
  for (
    let up = link.parent;
    up?.type === ELEMENT && /^(?:sup|span|small|em|i|b|strong|font)$/.test(up.tag);
    up = up.parent
  ) {
    if (up.children.length > MOST_AROUND) break
    const alone = up.children.every(
      (child) => child === element || (child.type !== ELEMENT && /^[\s[\]()]*$/.test(child.value)),
    )
    if (!alone) break
    element = up
  }
  return element
}

/** Nodes around a reference that is alone in its element: brackets, spaces, comments. */
const MOST_AROUND = 20

function freeLabel(text: string, taken: Set<string>): string {
  let label = /^[\w-]+$/.test(text) ? text : String(taken.size + 1)
  for (let next = taken.size + 1; taken.has(label); next++) label = String(next)
  taken.add(label)
  return label
}

/** Texinfo writes each note's number as a heading: the text stands in the blocks up to the next heading. */
function takeFollowing(
  heading: Element,
  notes: NoteText[],
  leftOut: Set<ChildNode>,
  places: Map<ParentNode, Map<ChildNode, number>>,
): void {
  const text = following(heading, places)
  for (const node of text) leftOut.add(node)
  // Copies, as the originals are left out where they stand.
  notes[0] = { label: notes[0]!.label, children: text.map((node) => ({ ...node })) }
}

/** The siblings up to the next heading. `places` holds those of the parents asked about, so that none is searched twice. */
function following(heading: Element, places: Map<ParentNode, Map<ChildNode, number>>): ChildNode[] {
  const { parent } = heading
  if (!parent) return []
  const known = places.get(parent) ?? new Map(parent.children.map((child, place) => [child, place]))
  places.set(parent, known)
  const start = known.get(heading)! + 1
  let end = start
  while (end < parent.children.length && !endsNote(parent.children[end]!)) end++
  return parent.children.slice(start, end)
}

function endsNote(node: ChildNode): boolean {
  return node.type === ELEMENT && (/^h\d$/.test(node.tag) || node.tag === 'hr')
}

function leaveOutBackLinks(block: Element, references: Map<Element, string>, leftOut: Set<ChildNode>): void {
  walk(block, (node) => {
    if (node.type !== ELEMENT || node.tag !== 'a') return
    const { href, class: names = '', role } = node.attrs
    if (href === undefined || !href.includes('#') || references.has(outermost(node))) return
    const isBack = role === 'doc-backlink' || /back-?(?:ref|link)|reversefootnote/i.test(names)
    if (isBack || BACK_TEXT.test(textContent(node).trim())) leftOut.add(outermost(node))
  })
}
