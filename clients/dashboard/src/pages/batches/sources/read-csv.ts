/** What is shown of a CSV file before it is sent. The service reads the file itself. */
export interface CsvGlance {
  columns: readonly string[]
  rows: number
  /** Of the column `url`, in their order. */
  urls: readonly string[]
}

/** Looks into CSV (RFC 4180): quotes around cells, quotes doubled within; the delimiter is the one that the first line has most of. */
export function glanceAtCsv(text: string): CsvGlance {
  const rows = readRows(text.replace(/^\uFEFF/, ''))
  const columns = (rows[0] ?? []).map((name) => name.trim())
  const place = columns.findIndex((name) => name.toLowerCase() === 'url')
  const entries = rows.slice(1)
  const urls = place < 0 ? [] : entries.flatMap((row) => row[place]?.trim() || [])
  return { columns, rows: entries.length, urls }
}

const DELIMITERS = [',', ';', '\t'] as const

function readRows(text: string): string[][] {
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const counts = DELIMITERS.map((each) => head.split(each).length)
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))]!
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    row.push(cell)
    if (row.length > 1 || cell.trim() !== '') rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (char === '"') isQuoted = true
    else if (char === delimiter) {
      row.push(cell)
      cell = ''
    } else if (char === '\n') endRow()
    else if (char !== '\r') cell += char
  }
  endRow()
  return rows
}
