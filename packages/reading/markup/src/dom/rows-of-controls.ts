import { isHiddenByClass, shownName } from './hidden-by-class.ts'
import { ELEMENT, type Element, type ParentNode } from './node.ts'
import { isHidden } from './query.ts'
import type { Siblings } from './siblings.ts'
import { visibleTextWithin } from './text.ts'

/** Controls that scripts alone make to unfold something: their places say so. */
export interface Row {
  controls: Element[]
  panels: Element[]
  /** They stand beside each other, and what they open behind them. Otherwise each stands over what it opens. */
  isTabs: boolean
}

/** Fewer are a button and what stands beside it. */
const MIN_CONTROLS = 2
/** Children of a box that are looked at. */
const MOST_CHILDREN = 100
/** Boxes around the row that hold nothing else. */
const MAX_UP = 3
/** Characters of a label. */
const MAX_LABEL = 200

/** Finds rows of tabs with as many boxes after them, and labels that take turns with what they open. */
export function findRows(controls: readonly Element[], siblings: Siblings): Row[] {
  const byParent = new Map<ParentNode, Element[]>()
  for (const control of controls) {
    const { parent } =
      control.parent?.type === ELEMENT && control.parent.tag === 'li' ? control.parent : control
    if (!parent) continue
    const row = byParent.get(parent)
    if (row) row.push(control)
    else byParent.set(parent, [control])
  }
  const rows: Row[] = []
  for (const [parent, row] of byParent) {
    if (parent.type !== ELEMENT || row.length < MIN_CONTROLS || !areDistinct(row)) continue
    const children = siblings.of(parent).length
    if (children > MOST_CHILDREN) continue
    const found = children === row.length ? tabsOf(parent, row, siblings) : turnsOf(row, siblings)
    if (found) rows.push(found)
  }
  return rows
}

/** A name that several have is what each does, not what it opens. */
export function areDistinct(row: readonly Element[]): boolean {
  const texts = row.map((control) => visibleTextWithin(control, { left: MAX_LABEL }).trim())
  return texts.every((text) => text !== '') && new Set(texts).size === texts.length
}

function tabsOf(list: Element, row: Element[], siblings: Siblings): Row | undefined {
  let box = list
  for (let up = 0; up < MAX_UP; up++) {
    const after = siblings.after(box, MOST_CHILDREN)
    if (after.length > 0) {
      const panels = panelsAmong(after, row.length) ?? panelsAmong(siblings.of(after[0]!), row.length)
      return panels && { controls: row, panels, isTabs: true }
    }
    if (box.parent?.type !== ELEMENT) return undefined
    box = box.parent
  }
  return undefined
}

/** As many boxes alike as there are tabs, which are named for it, or of which all but one are hidden. */
function panelsAmong(boxes: readonly Element[], count: number): Element[] | undefined {
  const [first] = boxes
  if (!first || first.tag === 'p') return undefined
  const name = shownName(first)
  let alike = 0
  while (alike < boxes.length && boxes[alike]!.tag === first.tag && shownName(boxes[alike]!) === name) alike++
  if (alike !== count) return undefined
  const panels = boxes.slice(0, count)
  const hidden = panels.filter((panel) => isHidden(panel) || isHiddenByClass(panel)).length
  return hidden >= count - 1 || PANEL_NAME.test(name) ? panels : undefined
}

const PANEL_NAME = /(?:^|[\s_-])(?:tabs?|panels?|panes?|tab-?content)(?:$|[\s_-])/i

/** Each control stands before an element that is none. */
function turnsOf(row: Element[], siblings: Siblings): Row | undefined {
  const controls = new Set(row)
  const panels: Element[] = []
  for (const control of row) {
    const [next] = siblings.after(control, 1)
    if (!next || controls.has(next) || control.tag !== 'button') return undefined
    panels.push(next)
  }
  return { controls: row, panels, isTabs: false }
}
