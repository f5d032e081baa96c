import {
  ELEMENT,
  findAll,
  isElement,
  type ParentNode,
  parseFragment,
  TEXT,
  textContent,
} from '@gleaner/markup'
import MarkdownIt from 'markdown-it'
import type { Structure } from './shown-structure.ts'
import type { TableRows } from './tree-similarity.ts'

const parser = new MarkdownIt({ html: true })

/** Tables and listings of a Markdown text, as a parser of Markdown reads them. A row without words is how it says that there is no header. */
export function writtenStructure(markdown: string): Structure {
  const page = parseFragment(parser.render(markdown))
  const tables = findAll(page, ({ tag }) => tag === 'table').map((table): TableRows => {
    const rows = findAll(table, ({ tag }) => tag === 'tr').map((row) =>
      row.children.filter(isElement).map((cell) => ({
        colspan: Number(cell.attrs.colspan) || 1,
        rowspan: Number(cell.attrs.rowspan) || 1,
        text: spaced(cell).replace(/\s+/g, ' ').trim(),
      })),
    )
    return rows[0]?.every(({ text }) => text === '') ? rows.slice(1) : rows
  })
  const code = findAll(page, ({ tag }) => tag === 'pre').map((pre) =>
    textContent(pre)
      .replace(/[ \t]+$/gm, '')
      .replace(/^\n+|\n+$/g, ''),
  )
  return { tables, code }
}

/** The text with breaks as white space. */
function spaced(parent: ParentNode): string {
  let text = ''
  for (const child of parent.children) {
    if (child.type === TEXT) text += child.value
    if (child.type === ELEMENT) text += child.tag === 'br' ? '\n' : spaced(child)
  }
  return text
}
