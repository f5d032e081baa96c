/** A piece of text as a PDF page places it: left, baseline, width and font size in points, origin at the bottom left. */
export interface TextItem {
  text: string
  x: number
  y: number
  width: number
  size: number
}

/** Pieces that stand on one baseline beside each other, wide gaps kept as borders of cells. */
export interface TextLine {
  cells: { text: string; x: number; end: number }[]
  x: number
  end: number
  y: number
  size: number
}

/** A gap wider than this many font sizes separates cells of a table, not words. */
const CELL_GAP = 1.6
/** A gap wider than this share of the font size is a space that the PDF does not write. */
const WORD_GAP = 0.15

/**
 * Lines in reading order. PDFs list their text mostly as it is read, column by column; where they do not (many steps
 * back up the page), lines are ordered by place.
 */
export function toLines(items: readonly TextItem[]): TextLine[] {
  const shown = items.filter(({ text }) => text !== '')
  const lines: TextItem[][] = []
  for (const item of shown) {
    const line = lines.at(-1)
    if (line && continues(line, item)) line.push(item)
    else if (item.text.trim() !== '') lines.push([item])
  }
  const made = lines.map(toLine)
  return isScattered(made) ? mergeRows(made.toSorted((a, b) => b.y - a.y || a.x - b.x)) : mergeRows(made)
}

function continues(line: readonly TextItem[], item: TextItem): boolean {
  const last = line.at(-1)!
  const isSameBase = Math.abs(last.y - item.y) <= Math.max(last.size, item.size) * 0.45
  return isSameBase && item.x >= last.x + last.width - Math.max(last.size, 2) * 0.6
}

function toLine(items: TextItem[]): TextLine {
  const size = median(items.filter(({ text }) => text.trim() !== '').map((item) => item.size))
  const cells: TextLine['cells'] = []
  for (const item of items) {
    const cell = cells.at(-1)
    const gap = cell ? item.x - cell.end : 0
    if (!cell || (gap > size * CELL_GAP && item.text.trim() !== ''))
      cells.push({ text: item.text, x: item.x, end: item.x + item.width })
    else {
      const needsSpace = gap > size * WORD_GAP && !cell.text.endsWith(' ') && !item.text.startsWith(' ')
      cell.text += (needsSpace ? ' ' : '') + item.text
      if (item.text.trim() !== '') cell.end = item.x + item.width
    }
  }
  const filled = cells.map((cell) => ({ ...cell, text: cell.text.trim() })).filter(({ text }) => text !== '')
  const y = items[0]!.y
  return { cells: filled, x: filled[0]?.x ?? items[0]!.x, end: filled.at(-1)?.end ?? items[0]!.x, y, size }
}

/** More than a quarter of the steps from line to line lead up the page, which is too many for columns. */
function isScattered(lines: readonly TextLine[]): boolean {
  let up = 0
  for (let i = 1; i < lines.length; i++) if (lines[i]!.y > lines[i - 1]!.y + lines[i]!.size) up++
  return lines.length > 8 && up > lines.length / 4
}

/** Neighbours on one baseline that do not overlap are cells of one row. */
function mergeRows(lines: readonly TextLine[]): TextLine[] {
  const rows: TextLine[] = []
  for (const line of lines) {
    const row = rows.at(-1)
    const isSameRow =
      row && Math.abs(row.y - line.y) <= Math.min(row.size, line.size) * 0.3 && line.x > row.end
    if (!isSameRow) rows.push(line)
    else {
      row.cells = [...row.cells, ...line.cells]
      row.end = line.end
    }
  }
  return rows
}

export function lineText(line: TextLine): string {
  return line.cells.map(({ text }) => text).join(' ')
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
