import {
  type ChildNode,
  ELEMENT,
  type Element,
  findFirst,
  isElement,
  type ParentNode,
  TEXT,
  textContent,
  walk,
} from '@gleaner/markup'
import { trimMarksEnd } from '@gleaner/values'
import type { Code } from '../block.ts'
import { isGutter } from './code-frame.ts'
import { readLanguage } from './code-language.ts'
import { isDiff } from './diff.ts'

/** Elements that stand on lines of their own inside of code. */
const LINE_TAGS = new Set(['div', 'p', 'li', 'tr', 'pre', 'table', 'ol', 'ul'])
/** Classes that highlighters give to the element around one line. */
const LINE_CLASS =
  /(?:^|\s)(?:line|token-line|code-line|codeline|view-line|cm-line|CodeMirror-line|react-code-line|ec-line)(?:\s|$)/
/** Line numbers, copy buttons, headers and hover cards beside the code. */
const ASIDE_CLASS =
  /(?:^|[\s_-])(?:gutter|line-?numbers?|linenos?|linenodiv|line-num|lineno|ln-num|hljs-ln-n|hljs-ln-numbers|blob-num|rouge-gutter|CodeMirror-gutter\w*|copy|clipboard|copy-btn|copy-button|code__header|code-header|codeblock-header|code-block-header|hover-info|hover-card|twoslash-popup-container|twoslash-hover-info|tooltip|sr-only|visually-hidden)(?:$|[\s_-])/i
/** Classes of the code itself that `ASIDE_CLASS` would match: Prism marks `<pre class="line-numbers">`. */
const CODE_TAGS = new Set(['pre', 'code', 'table', 'tbody', 'figure'])
const SKIPPED = new Set(['button', 'script', 'style', 'template', 'select', 'svg', 'textarea'])

/** A `<pre>`, or what a page uses for one, as code: highlighting unwrapped, line numbers and buttons left out. */
export function readCode(element: Element): Code {
  const collector = new CodeCollector()
  collector.visit(element)
  const language = isDiff(element) ? 'diff' : readLanguage(element)
  return { type: 'code', language, text: tidy(collector.text, isPlainCode(element)) }
}

/** The text of inline code as it stands, without scripts and controls in it. */
export function codeText(element: Element): string {
  let text = ''
  walk(element, (node) => {
    if (node.type === TEXT) text += node.value
    return node.type === ELEMENT && SKIPPED.has(node.tag) ? 'skip' : undefined
  })
  return text.replace(/\u00a0/g, ' ').replace(/[\u200b\ufeff]/g, '')
}

class CodeCollector {
  text = ''
  /** What was written last ends with a line feed, or nothing was written. */
  private atLineStart = true
  /** A line element has ended and nothing has begun a new line yet. */
  private lineEnded = false
  /** Inside of a line that is one by its class. */
  private inNamedLine = false

  visit(parent: ParentNode): void {
    const rowNumbers = numberedRows(parent)
    for (const child of parent.children) {
      if (child.type === TEXT) this.add(child.value)
      else if (child.type === ELEMENT && !isAside(child)) this.element(child, rowNumbers)
    }
  }

  private element(element: Element, rowNumbers: boolean): void {
    if (element.tag === 'br') {
      this.lineEnded = false
      this.write('\n')
      return
    }
    // Prism names parts of a line as it names the line.
    if (!isLine(element) || (this.inNamedLine && !LINE_TAGS.has(element.tag))) {
      this.visit(element)
      return
    }
    if (this.lineEnded || (LINE_TAGS.has(element.tag) && !this.atLineStart)) this.write('\n')
    this.lineEnded = false
    const before = this.text.length
    const { inNamedLine } = this
    this.inNamedLine ||= !LINE_TAGS.has(element.tag)
    this.visit(rowNumbers ? withoutFirst(element) : element)
    this.inNamedLine = inNamedLine
    this.lineEnded = this.text.length === before || !this.atLineStart
  }

  private add(value: string): void {
    if (value === '') return
    if (this.lineEnded && !/^[ \t]*\r?\n/.test(value)) this.write('\n')
    this.lineEnded = false
    this.write(value)
  }

  private write(text: string): void {
    this.text += text
    this.atLineStart = text.endsWith('\n')
  }
}

function isLine(element: Element): boolean {
  if (LINE_TAGS.has(element.tag)) return true
  const { class: names } = element.attrs
  return names !== undefined && LINE_CLASS.test(names)
}

function isAside(element: Element): boolean {
  if (SKIPPED.has(element.tag)) return true
  const { attrs } = element
  if (attrs.class !== undefined && !CODE_TAGS.has(element.tag) && ASIDE_CLASS.test(attrs.class)) {
    return !LINE_CLASS.test(attrs.class)
  }
  if (attrs['data-line-number'] !== undefined && element.tag === 'td') return true
  if (element.tag === 'td' && isGutter(element) && isBesideCode(element)) return true
  const unselectable = attrs.style !== undefined && /user-select\s*:\s*none/.test(attrs.style)
  const hidden = attrs['aria-hidden'] === 'true'
  return (unselectable || hidden) && numberIn(element) !== undefined
}

/** The cell of a code table that holds the code, as highlighters name it. */
const CODE_CELL = /(?:^|[\s-])(?:code|rouge-code|blob-code|hljs-ln-code|crayon-code)(?:[\s-]|$)/

/** A table that only sets line numbers beside code. */
export function isCodeTable(table: Element): boolean {
  const rows = table.children.flatMap((part) =>
    part.type === ELEMENT && part.tag !== 'tr' ? part.children.slice(0, 2) : [part],
  )
  return rows
    .slice(0, 4)
    .some((row) => row.type === ELEMENT && row.tag === 'tr' && row.children.some(isCodeCell))
}

function isCodeCell(cell: ChildNode): boolean {
  if (isBesideGutter(cell)) return true

  if (cell.type !== ELEMENT || cell.tag !== 'td' || !CODE_CELL.test(cell.attrs.class ?? '')) return false
  return /blob-code|rouge-code|hljs-ln-code/.test(cell.attrs.class!) || findFirst(cell, 'pre') !== undefined
}

/** Every row begins with an element that holds just its number: 1, 2, 3 and so on. */
function numberedRows(parent: ParentNode): boolean {
  const rows = parent.children.filter((child) => child.type === ELEMENT)
  if (rows.length < 2 || !rows.every(isLine)) return false
  let expected: number | undefined
  for (const row of rows) {
    const cells = row.children.filter((child) => child.type === ELEMENT)
    const number = cells.length >= 2 ? numberIn(cells[0]!) : undefined
    if (number === undefined) return false
    if (expected !== undefined && number !== expected) return false
    expected = number + 1
  }
  return true
}

/** A cell of code with the numbers of its lines in the cell before. */
function isBesideGutter(cell: ChildNode): boolean {
  if (cell.type !== ELEMENT || cell.parent === null || !cell.children.some(isElement)) return false
  if (findFirst(cell, 'pre') === undefined) return false
  const [first, second] = cell.parent.children.filter((child) => child.type === ELEMENT)
  return second === cell && (isGutter(first!) || textContent(first!).trim() === '1')
}

function isBesideCode(cell: Element): boolean {
  return cell.parent?.children.some(isBesideGutter) ?? false
}

/** The number that is all an element holds, or a link in it. */
function numberIn(element: Element): number | undefined {
  const [text, ...others] = element.children
  if (text?.type === ELEMENT && text.tag === 'a' && others.length === 0) return numberIn(text)
  if (text?.type !== TEXT || others.length > 0 || !/^\s*\d{1,6}\s*$/.test(text.value)) return undefined
  return Number(text.value)
}

function withoutFirst(row: Element): Element {
  const first = row.children.findIndex((child) => child.type === ELEMENT)
  return { ...row, children: row.children.filter((_, index) => index !== first) }
}

/** Drops characters that stand for layout and, where markup laid the code out, the blank lines around it. */
function tidy(text: string, isPlain: boolean): string {
  const plain = text
    .replace(/\r\n?/g, '\n')
    .replace(/\u00a0/g, ' ')
    .replace(/[\u200b\ufeff]/g, '')
  if (isPlain || plain.trim() === '') return plain.replace(/\n$/, '')
  return withoutBlankEnd(plain.replace(/^(?:[ \t]*\n)+/, ''))
}

function withoutBlankEnd(code: string): string {
  const shown = trimMarksEnd(code, /[ \t\n]/).length
  const feed = code.indexOf('\n', shown)
  return feed < 0 ? code : code.slice(0, feed)
}

/** `<pre><code>` with nothing but text in it: its blank lines are the author's. */
function isPlainCode(element: Element): boolean {
  const [only, ...others] = element.children
  if (element.tag !== 'pre' || only?.type !== ELEMENT || only.tag !== 'code' || others.length > 0)
    return false
  return only.children.every((child) => child.type === TEXT)
}

const EDITOR_CLASS = /(?:^|\s)(?:CodeMirror-code|cm-content|view-lines|ace_text-layer)(?:\s|$)/

/** Boxes without `<pre>` that hold nothing but code: an editor's lines, or a box that names its language. */
export function isCodeBox({ attrs, children }: Element): boolean {
  const { class: names = '' } = attrs
  if (EDITOR_CLASS.test(names)) return true
  const isNamed = attrs['data-lang'] !== undefined && /(?:^|[\s_-])code(?:[\s_-]|$)/i.test(names)
  return isNamed && children.length > 0 && children.every((child) => child.type === TEXT)
}
