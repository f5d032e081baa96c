import {
  type ChildNode,
  ELEMENT,
  type Element,
  findFirst,
  HEADINGS,
  isElement,
  visibleText,
} from '@gleaner/markup'
import type { SourceRow } from './table-grid.ts'

/** Blocks that do not fit into a line of a table. */
export const TALL_TAGS: ReadonlySet<string> = new Set([
  ...HEADINGS,
  'table',
  'form',
  'article',
  'section',
  'blockquote',
  'hr',
])

/** A cell with more of them holds a piece of a page. */
export const MANY_PARAGRAPHS = 3

export function isTableHead(child: ChildNode): boolean {
  return child.type === ELEMENT && (child.tag === 'thead' || child.tag === 'caption')
}

export function countParagraphs(children: readonly ChildNode[]): number {
  return children.filter(
    (child) => child.type === ELEMENT && (child.tag === 'p' || child.tag === 'div' || child.tag === 'br'),
  ).length
}

export function isNarrow(rows: readonly SourceRow[]): boolean {
  return (
    rows.every((row) => row.cells.length <= 1) &&
    !rows.some(({ cells }) => Number(cells[0]?.attrs.colspan) > 1)
  )
}

/**
 * Whether a table has rows and columns of values, for who asks for tables alone. One with header cells does, also where it is declared to
 * arrange the page: shops declare that of their lists of attributes.
 */
export function holdsData(table: Element, rows: readonly SourceRow[]): boolean {
  const cells = rows.flatMap((row) => row.cells)
  if (cells.some((cell) => cell.tag === 'th' && visibleText(cell) !== '') || table.children.some(isTableHead))
    return true
  const { role } = table.attrs
  if (rows.length < 2 || role === 'presentation' || role === 'none' || isNarrow(rows)) return false
  if (rows.some(isTall)) return false
  const long = rows.filter((row) =>
    row.cells.some(({ children }) => countParagraphs(children) > MANY_PARAGRAPHS),
  )
  return long.length * 4 <= rows.length
}

/** A heading that has a row for itself is one of the table's. */
function isTall({ cells }: SourceRow): boolean {
  return cells.some(
    (cell) =>
      cell.children.some(isElement) &&
      findFirst(cell, ({ tag }) => TALL_TAGS.has(tag) && !(cells.length === 1 && HEADINGS.has(tag))) !==
        undefined,
  )
}
