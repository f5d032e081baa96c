import {
  BLOCK_TAGS,
  type ChildNode,
  childElements,
  ELEMENT,
  type Element,
  findAll,
  INVISIBLE_TAGS,
  TEXT,
  walk,
} from '@gleaner/markup'
import type { PageIndex } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'

/** Longest label, and longest value. */
const CHARS = { label: 60, value: 1_000 }
const MOST_FACTS = 500
const OUTSIDE: ReadonlySet<string> = new Set(['nav', 'footer', 'dialog', 'form', 'select'])
/** `Salary: 50,000 EUR`. */
const LINE = /^(\p{L}[^:：]{1,40})[:：]\s+(\S.*)$/su
const ENDS_LABEL = /[:：]$/
/** Most children of an element that is one cell of a row. */
const CELL_CHILDREN = 3

/**
 * What the page prints beside a label: terms with their definitions, rows of a name and a value, lines with a colon. The
 * first value of each label.
 */
export function labelledFacts(index: PageIndex): Record<string, string> {
  const facts = new Map<string, string>()
  const add = adder(facts)
  if (index.body) addRows(index.body, add)
  addLines(index, add)
  return Object.fromEntries(facts)
}

/** The same of one entry of a list: a card with a line for each of its values. */
export function labelledValues(element: Element): Record<string, string> {
  const facts = new Map<string, string>()
  const add = adder(facts)
  addRows(element, add)
  for (const line of findAll(element, isLine)) {
    const [, label, value] = LINE.exec(shortText(line, CHARS.value)) ?? []
    if (label && value) add(label, value)
  }
  return Object.fromEntries(facts)
}

/** It holds text and no line of its own within. */
function isLine({ tag, children }: Element): boolean {
  return (
    BLOCK_TAGS.has(tag) &&
    !INVISIBLE_TAGS.has(tag) &&
    children.length <= LINE_CHILDREN &&
    children.every((child) => child.type !== ELEMENT || !BLOCK_TAGS.has(child.tag))
  )
}

const LINE_CHILDREN = 8

type Add = (label: string, value: string) => void

function adder(facts: Map<string, string>): Add {
  return (label, value) => {
    const key = label.replace(ENDS_LABEL, '').trim()
    if (key.length < 2 || key.length > CHARS.label || value === '' || !/\p{L}/u.test(key)) return
    if (key !== '__proto__' && facts.size < MOST_FACTS && !facts.has(key)) facts.set(key, value)
  }
}

function addRows(body: Element, add: Add): void {
  const addPair = (label: Element, value: Element) =>
    add(shortText(label, CHARS.label + 1), shortText(value, CHARS.value))
  walk(body, (node) => {
    if (node.type !== ELEMENT) return undefined
    if (OUTSIDE.has(node.tag) || INVISIBLE_TAGS.has(node.tag)) return 'skip'
    const inner = childElements(node)
    if (node.tag === 'dl') {
      inner.forEach((term, at) => {
        const next = inner[at + 1]
        if (term.tag === 'dt' && next?.tag === 'dd') addPair(term, next)
      })
    } else if (inner.length === 2 && (node.tag === 'tr' || isRow(node, inner))) addPair(inner[0]!, inner[1]!)
    return undefined
  })
}

/** A row of two cells: nothing beside them, and nothing but text in them. */
function isRow({ children }: Element, cells: readonly Element[]): boolean {
  return children.every(isElementOrSpace) && cells.every(isCell)
}

function isElementOrSpace(node: ChildNode): boolean {
  return node.type !== TEXT || node.value.trim() === ''
}

function isCell({ children }: Element): boolean {
  return (
    children.length <= CELL_CHILDREN &&
    children.every((child) => child.type !== ELEMENT || child.children.every(({ type }) => type !== ELEMENT))
  )
}

function addLines({ texts }: PageIndex, add: Add): void {
  texts.forEach(({ value, outside }, at) => {
    if (outside) return
    const line = LINE.exec(value)
    if (line) add(line[1]!, line[2]!)
    else if (ENDS_LABEL.test(value)) add(value, texts[at + 1]?.value ?? '')
  })
}
