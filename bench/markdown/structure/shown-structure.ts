import { ELEMENT, type Element, findAll, isElement, type ParentNode, TEXT } from '@gleaner/markup'
import type { TableRows } from './tree-similarity.ts'

export interface Structure {
  tables: TableRows[]
  code: string[]
}

/** What is no part of a table's or a listing's text: permalinks and numbers of lines as Sphinx, mdBook and Doxygen name them. */
const BESIDE = /(?:^|\s)(?:headerlink|linenos?|lineno|gutter|header-anchor|anchor|copybutton)(?:\s|$)/
const UNSEEN = new Set(['script', 'style', 'template', 'button', 'noscript', 'svg', 'title'])

/** Tables and listings of a document page, read from its elements alone and by nothing that the converter uses. */
export function shownStructure(page: ParentNode): Structure {
  const tables = findAll(page, ({ tag }) => tag === 'table').filter(isData)
  const code = findAll(page, ({ tag }) => tag === 'pre').filter(
    (pre) => !isInside(pre, (up) => up.tag === 'pre' || BESIDE.test(up.attrs.class ?? '')),
  )
  return {
    tables: tables.map(readRows).filter((rows) => rows.some((row) => row.some(({ text }) => text !== ''))),
    code: code
      .map((pre) =>
        textOf(pre)
          .replace(/[ \t]+$/gm, '')
          .replace(/^\n+|\n+$/g, ''),
      )
      .filter((text) => /[^\d\s]/.test(text)),
  }
}

/** A table that has header cells and holds neither tables, headings nor listings, and that stands in none. Those that lead elsewhere say so. */
function isData(table: Element): boolean {
  if (/navigation|index|nav/i.test(`${table.attrs.summary ?? ''} ${table.attrs.class ?? ''}`)) return false
  if (isInside(table, ({ tag }) => tag === 'table' || tag === 'nav' || tag === 'footer')) return false
  const within = findAll(table, () => true)
  return (
    within.some(({ tag }) => tag === 'th') &&
    !within.some(({ tag }) => /^(?:table|pre|h[1-6]|form|input)$/.test(tag)) &&
    within.filter(({ tag }) => tag === 'tr').length > 1
  )
}

function readRows(table: Element): TableRows {
  const rows = findAll(table, ({ tag }) => tag === 'tr')
  return rows
    .map((row) =>
      row.children
        .filter(isElement)
        .filter(({ tag }) => tag === 'td' || tag === 'th')
        .map((cell) => ({
          colspan: Number(cell.attrs.colspan) || 1,
          rowspan: Number(cell.attrs.rowspan) || 1,
          text: textOf(cell).replace(/\s+/g, ' ').trim(),
        })),
    )
    .filter((row) => row.length > 0)
}

function textOf(parent: ParentNode): string {
  let text = ''
  for (const child of parent.children) {
    if (child.type === TEXT) text += child.value
    if (child.type !== ELEMENT || UNSEEN.has(child.tag) || BESIDE.test(child.attrs.class ?? '')) continue
    if (child.tag === 'br') text += '\n'
    else if (/^(?:p|div|li|dt|dd)$/.test(child.tag)) text += `\n${textOf(child)}\n`
    else text += textOf(child)
  }
  return text.replace(/\u00a0/g, ' ').replace(/\u200b/g, '')
}

function isInside(element: Element, test: (up: Element) => boolean): boolean {
  for (let up = element.parent; up?.type === ELEMENT; up = up.parent) if (test(up)) return true
  return false
}
