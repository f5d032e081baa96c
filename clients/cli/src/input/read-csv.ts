export interface CsvRow {
  /** Where it begins; the first is 1. */
  line: number
  cells: string[]
}

/** Rows of RFC 4180, with commas, semicolons or tabs between cells, whichever the first line has most of. Empty rows are left out. */
export function readCsv(text: string): CsvRow[] {
  const [first = ''] = text.split('\n', 1)
  const separator = [',', ';', '\t'].reduce((best, each) =>
    count(first, each) > count(first, best) ? each : best,
  )
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let [cell, isQuoted, line] = ['', false, 1]
  const endRow = () => {
    row.cells.push(cell)
    if (row.cells.some((each) => each.trim() !== '')) rows.push(row)
    cell = ''
    row = { line: line + 1, cells: [] }
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (char === '"' && cell === '') isQuoted = true
    else if (char === separator) {
      row.cells.push(cell)
      cell = ''
    } else if (char === '\n') endRow()
    else if (char !== '\r') cell += char
    if (char === '\n') line++
  }
  endRow()
  return rows
}

function count(text: string, char: string): number {
  return text.split(char).length
}
