import {
  type ChildNode,
  ELEMENT,
  type Element,
  HEADINGS,
  TEXT,
  visibleTextWithin,
  walk,
} from '@gleaner/markup'
import { languageNamed, wrappersOf } from './code-language.ts'

/** What stands beside code in its own box and is no text: line numbers, the name of its language, tabs, buttons. */
export function findBesideCode(blocks: readonly Element[]): BesideCode {
  const beside = new Set<ChildNode>()
  const labels = new Map<Element, string>()
  for (const code of blocks) {
    let inner = code
    for (const box of wrappersOf(code)) {
      if (box.children.length > MAX_BESIDE) break
      for (const child of box.children) {
        const label = child === inner ? undefined : readLabel(child)
        if (label === undefined) continue
        beside.add(child)
        if (label !== '') labels.set(code, label)
      }
      inner = box
    }
  }
  return { beside, labels }
}

export interface BesideCode {
  beside: Set<ChildNode>
  /** Languages by the `<pre>` that they are written beside. */
  labels: Map<Element, string>
}

/** The language that a label names, or '' for numbers and controls; undefined for what is text. */
function readLabel(node: ChildNode): string | undefined {
  if (node.type !== ELEMENT || HEADINGS.has(node.tag) || node.tag === 'pre') return undefined
  if (isGutter(node)) return ''
  const text = visibleTextWithin(node, { left: MAX_LABEL })
  if (text.length > MAX_LABEL / 2) return undefined
  const label = text.replace(CONTROL_WORDS, '').trim()
  const language = languageNamed(label)
  if (language !== undefined) return language
  return (label === '' && text !== '') || holdsTabsOnly(node) ? '' : undefined
}

/** Nodes of a box around code that is looked through. */
const MAX_BESIDE = 40
/** Nodes and characters of a label; longer is a title or text. */
const MAX_LABEL = 80
/** What is written on the buttons around code. */
const CONTROL_WORDS =
  /\b(?:copy|copied|code|wrap|expand|collapse|run|play|raw|clipboard|to|lines?|terminal|window)\b[!…]?/gi

/** Names of tabs: labels of radio buttons, or tabs by their role. */
function holdsTabsOnly(element: Element): boolean {
  let tabs = 0
  let others = 0
  walk(element, (node) => {
    if (node.type === TEXT && node.value.trim() !== '') others++
    if (node.type !== ELEMENT || (node.tag !== 'label' && node.attrs.role !== 'tab')) return undefined
    tabs++
    return 'skip'
  })
  return tabs > 0 && others === 0
}

/** Lines that hold nothing but their numbers, each one more than the one before. */
export function isGutter(element: Element): boolean {
  const numbers = visibleTextWithin(element, { left: MAX_GUTTER }).split(/\s+/)
  const last = numbers.length > MIN_LINES ? numbers.length - 1 : numbers.length
  return (
    numbers.length >= MIN_LINES &&
    numbers
      .slice(0, last)
      .every((number, line) => /^\d{1,6}$/.test(number) && Number(number) === Number(numbers[0]) + line)
  )
}

const MIN_LINES = 2
/** Nodes and characters of the numbers that are looked at. */
const MAX_GUTTER = 400
