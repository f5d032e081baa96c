import type { Alignment, Block, Cell, Table } from '../block.ts'
import { joinLines } from '../inline-text.ts'
import { codeSpan } from './code-span.ts'
import { renderInline } from './render-inline.ts'

const RULES: Record<NonNullable<Alignment> | 'none', string> = {
  left: ':---',
  center: ':---:',
  right: '---:',
  none: '---',
}

/** A table of GitHub-flavoured Markdown with outer pipes; without a header its first row is empty. */
export function renderTable(table: Pick<Table, 'align' | 'header' | 'rows'>): string {
  const rules = table.align.map((align) => RULES[align ?? 'none'])
  return [
    line(table.header.map(renderCell)),
    line(rules),
    ...table.rows.map((row) => line(row.map(renderCell))),
  ].join('\n')
}

function line(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** Everything in a cell on one line: paragraphs and items separated by `<br>`. */
function renderCell(cell: Cell): string {
  const [only] = cell
  if (cell.length === 1 && only!.type === 'paragraph') return renderInline(only!.content, 'cell')
  return cell
    .flatMap((block) => cellLines(block, ''))
    .filter((text) => text !== '')
    .join('<br>')
}

function cellLines(block: Block, indent: string): string[] {
  switch (block.type) {
    case 'heading':
      return [`**${renderInline(block.content, 'cell')}**`]
    case 'paragraph':
      return [indent + renderInline(block.content, 'cell')]
    case 'code':
      return block.text
        .split('\n')
        .filter((text) => text.trim() !== '')
        .map((text) => codeSpan(text).replace(/\|/g, '\\|'))
    case 'math':
      return [`$${joinLines(block.tex).replace(/\|/g, '\\|')}$`]
    case 'list':
      return block.items.flatMap(({ checked, blocks }, index) => {
        const box = checked === undefined ? '' : checked ? '[x] ' : '[ ] '
        const marker = (block.ordered ? `${block.start + index}. ` : '- ') + box
        return blocks
          .flatMap((inner) => cellLines(inner, ''))
          .map((text, at) => (at === 0 ? marker + text : text))
      })
    case 'table':
      return [block.header, ...block.rows].map((row) =>
        row
          .map(renderCell)
          .filter((text) => text !== '')
          .join(', '),
      )
    case 'definitions':
      return block.items.flatMap(({ terms, definitions }) => [
        ...terms.map((term) => renderInline(term, 'cell')),
        ...definitions.flat().flatMap((inner) => cellLines(inner, '')),
      ])
    case 'details':
      return [renderInline(block.summary, 'cell'), ...block.blocks.flatMap((inner) => cellLines(inner, ''))]
    case 'rule':
      return []
    case 'quote':
    case 'callout':
    case 'note':
      return block.blocks.flatMap((inner) => cellLines(inner, ''))
  }
}
