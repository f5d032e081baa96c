import { isHiddenByClass } from './hidden-by-class.ts'
import { ELEMENT, type Element, type ParentNode, TEXT } from './node.ts'
import { closest, findFirst, isHidden, walk } from './query.ts'
import { areDistinct, findRows, type Row } from './rows-of-controls.ts'
import { Siblings } from './siblings.ts'
import { BLOCK_TAGS, HEADINGS, visibleTextWithin } from './text.ts'

/** The parts of a page that open and close. Unfolded, all of it is what a person reads. */
export interface Folds {
  /** What opens a part, or is one: the questions of an accordion, the names of tabs, cards that are buttons. */
  labels: ReadonlySet<Element>
  /** Those of the labels that stand in a row: names of tabs. */
  tabs: ReadonlySet<Element>
  /** What the labels open, and what is named or declared to be opened so. */
  panels: ReadonlySet<Element>
}

/**
 * Finds what folds and unfolds content. A control is left out for what it does (it submits, navigates, closes, opens a
 * menu), never for being a button.
 */
export function findFolds(root: ParentNode): Folds {
  const { controls, named, byId } = lookFor(root)
  const labels = new Set<Element>()
  const tabs = new Set<Element>()
  const panels = new Set<Element>(named.filter((element) => !isOutside(element)))
  const siblings = new Siblings()
  for (const row of findRows(controls, siblings)) addRow(row)
  const cards = new Set(findCards(controls))
  /** By panel, since many controls may open the same. */
  const foreign = new Map<Element, boolean>()
  for (const control of controls) {
    if (labels.has(control) || acts(control)) continue
    const opened = openedBy(control, byId, siblings)
    if (opened.some(isForeign) || (isOutside(control) && !(isTab(control) && opened.length > 0))) continue
    if (!cards.has(control) && !isLabel(control, opened)) continue
    labels.add(control)
    if (isTab(control)) tabs.add(control)
    for (const panel of opened) panels.add(panel)
  }
  return { labels, tabs, panels }

  function isForeign(panel: Element): boolean {
    const known = foreign.get(panel) ?? (isOutside(panel) || isDialog(panel))
    foreign.set(panel, known)
    return known
  }

  function addRow({ controls, panels: opened, isTabs }: Row): void {
    if (controls.some((control) => acts(control) || isOutside(control))) return
    for (const control of controls) {
      labels.add(control)
      if (isTabs) tabs.add(control)
    }
    for (const panel of opened) panels.add(panel)
  }
}

interface Found {
  controls: Element[]
  /** Declared or named to be panels. */
  named: Element[]
  byId: Map<string, Element>
}

function lookFor(root: ParentNode): Found {
  const controls: Element[] = []
  const named: Element[] = []
  const byId = new Map<string, Element>()
  /** Classes repeat all over a page. */
  const panelNames = new Map<string, boolean>()
  const isNamedPanel = (name: string) => {
    const known = panelNames.get(name) ?? PANEL_NAME.test(name)
    panelNames.set(name, known)
    return known
  }
  walk(root, (node) => {
    if (node.type !== ELEMENT) return undefined
    const { tag, attrs } = node
    if (attrs.id && !byId.has(attrs.id)) byId.set(attrs.id, node)
    if (isControl(tag, attrs)) controls.push(node)
    if (PANEL_ROLES.has(attrs.role ?? '') || (attrs.class !== undefined && isNamedPanel(attrs.class))) {
      named.push(node)
      // A panel in a box of its own is hidden with the box.
      if (node.parent?.type === ELEMENT && isHidden(node.parent)) named.push(node.parent)
    }
    return undefined
  })
  return { controls, named, byId }
}

const PANEL_ROLES: ReadonlySet<string> = new Set(['tabpanel', 'region'])
const PANEL_NAME =
  /(?:^|[\s_-])(?:accordion[_-]*(?:panel|content|body|item[_-]*(?:content|body))|tab[_-]*(?:panel|pane|content))(?:$|[\s_-])/i

function isControl(tag: string, attrs: Element['attrs']): boolean {
  if (tag === 'button' || attrs.role === 'button' || attrs.role === 'tab') return true
  if (attrs['aria-expanded'] !== undefined || toggleOf(attrs) !== undefined) return true
  return tag === 'a' && (attrs.href === undefined || attrs.href === '' || attrs.href === '#')
}

/** What Bootstrap's scripts do on a click. */
function toggleOf(attrs: Element['attrs']): string | undefined {
  return attrs['data-bs-toggle'] ?? attrs['data-toggle']
}

const UNFOLDING: ReadonlySet<string> = new Set(['collapse', 'tab', 'pill', 'list'])

/** What the control does is not to unfold: it submits, resets, closes or opens a menu or dialog. */
function acts(control: Element): boolean {
  const { tag, attrs } = control
  const type = attrs.type?.toLowerCase()
  if (attrs['data-dismiss'] !== undefined || attrs['data-bs-dismiss'] !== undefined) return true
  const popup = attrs['aria-haspopup']
  if (popup !== undefined && popup !== 'false') return true
  const toggle = toggleOf(attrs)
  if (toggle !== undefined) return !UNFOLDING.has(toggle)
  if (tag !== 'button') return false
  if (type === 'submit' || type === 'reset') return true
  const isPlain = attrs.role === undefined && attrs['aria-expanded'] === undefined
  return type === undefined && isPlain && closest(control, 'form') !== undefined
}

function isTab({ attrs }: Element): boolean {
  const toggle = toggleOf(attrs)
  return attrs.role === 'tab' || toggle === 'tab' || toggle === 'pill'
}

/** What says by itself that it unfolds, or is all that a heading or term says. */
function isLabel(control: Element, opened: readonly Element[]): boolean {
  const { attrs } = control
  if (isTab(control) || toggleOf(attrs) !== undefined) return true
  if (attrs['aria-expanded'] !== undefined) return true
  if (opened.length > 0) return true
  return control.tag === 'button' && isAllOfTitle(control)
}

/** The elements that it names as what it opens, or else the hidden one that follows. */
function openedBy(control: Element, byId: ReadonlyMap<string, Element>, siblings: Siblings): Element[] {
  const { attrs } = control
  const names = `${attrs['aria-controls'] ?? ''} ${targetOf(attrs)}`.split(/\s+/)
  const named = names.flatMap((name) => (name === '' ? [] : (byId.get(name) ?? [])))
  if (named.length > 0) return named
  const next = nextBeside(control, siblings)
  const isFolded = next && (isHidden(next) || isHiddenByClass(next)) && !isControl(next.tag, next.attrs)
  const least = attrs['aria-expanded'] === undefined ? MIN_ANSWER : 1
  return isFolded && lengthOf(next) >= least ? [next] : []
}

/** Characters without spaces and nodes; less is what a button says when it has been clicked. */
const MIN_ANSWER = 40

function targetOf(attrs: Element['attrs']): string {
  const target = attrs['data-bs-target'] ?? attrs['data-target'] ?? attrs.href ?? ''
  return target.startsWith('#') ? target.slice(1) : ''
}

/** Boxes of nothing but the control that are looked at. */
const MAX_UP = 3

/** What follows the control, or the boxes that hold nothing else. */
function nextBeside(control: Element, siblings: Siblings): Element | undefined {
  let at = control
  for (let up = 0; up <= MAX_UP; up++) {
    const [next] = siblings.after(at, 1)
    if (next || at.parent?.type !== ELEMENT || siblings.of(at.parent).length > 1) return next
    at = at.parent
  }
  return undefined
}

const TITLES: ReadonlySet<string> = new Set([...HEADINGS, 'dt', 'summary'])

function isAllOfTitle(control: Element): boolean {
  const title = closest(control, TITLES)
  return title !== undefined && lengthOf(title) === lengthOf(control)
}

/** Characters and nodes that are counted. */
const MAX_LENGTH = 400

function lengthOf(element: Element): number {
  return visibleTextWithin(element, { left: MAX_LENGTH }).replace(/\s+/g, '').length
}

/** Cards alike, each of several lines or with a heading: they say something, and not what they do. */
function findCards(controls: readonly Element[]): Element[] {
  const alike = new Map<string, Element[]>()
  for (const control of controls) {
    if (control.tag !== 'button' || !hasLines(control)) continue
    const kind = control.attrs.class?.split(/\s/, 1)[0] ?? ''
    const cards = alike.get(kind)
    if (cards) cards.push(control)
    else alike.set(kind, [control])
  }
  return [...alike.values()].filter((cards) => cards.length > 1 && areDistinct(cards)).flat()
}

function hasLines(control: Element): boolean {
  let lines = hasOwnText(control) ? 1 : 0
  walk(control, (node) => {
    if (node.type !== ELEMENT) return undefined
    if (HEADINGS.has(node.tag)) lines += 2
    else if (BLOCK_TAGS.has(node.tag) && hasOwnText(node)) lines++
    return lines > 1 ? 'stop' : undefined
  })
  return lines > 1
}

function hasOwnText(element: Element): boolean {
  return element.children.some((child) =>
    child.type === TEXT
      ? child.value.trim() !== ''
      : child.type === ELEMENT && !BLOCK_TAGS.has(child.tag) && hasText(child),
  )
}

function hasText(element: Element): boolean {
  let found = false
  walk(element, (node) => {
    found ||= node.type === TEXT && node.value.trim() !== ''
    return found ? 'stop' : undefined
  })
  return found
}

/** Levels up that are looked at: bounds the work on a deep page of nothing but panels. */
const MAX_AROUND = 40

/** The menus of a site open in the same way, and so do dialogs. */
function isOutside(element: Element): boolean {
  let at: ParentNode | null = element
  for (let up = 0; up < MAX_AROUND && at?.type === ELEMENT; up++, at = at.parent) {
    const { tag, attrs } = at
    if (OUTSIDE_TAGS.has(tag) || OUTSIDE_ROLES.has(attrs.role ?? '') || attrs['aria-modal'] !== undefined)
      return true
    if (tag === 'header' && !isInContent(at)) return true
  }
  return false
}

const OUTSIDE_TAGS: ReadonlySet<string> = new Set('nav menu footer aside dialog search pre'.split(' '))
const OUTSIDE_ROLES: ReadonlySet<string> = new Set(
  'navigation menu menubar listbox dialog alertdialog banner toolbar contentinfo search complementary'.split(
    ' ',
  ),
)

/** What opens over the page: to sign in, to choose, to buy. */
function isDialog(panel: Element): boolean {
  return DIALOG_NAME.test(panel.attrs.class ?? '') || findFirst(panel, isField) !== undefined
}

const DIALOG_NAME =
  /(?:^|[\s_-])(?:modal|dialog|popup|popover|tooltip|lightbox|drawer|off-?canvas|overlay|login)(?:$|[\s_-])/i

function isField({ tag, attrs }: Element): boolean {
  if (tag === 'textarea' || tag === 'select') return true
  return tag === 'input' && !NO_FIELDS.has(attrs.type?.toLowerCase() ?? '')
}

const NO_FIELDS: ReadonlySet<string> = new Set(['hidden', 'checkbox', 'radio', 'button', 'submit', 'image'])

/** The header of a part, not of the site. */
function isInContent(header: Element): boolean {
  return header.parent !== null && closest(header.parent, CONTENT) !== undefined
}

const CONTENT: ReadonlySet<string> = new Set(['main', 'article', 'section', 'li'])
