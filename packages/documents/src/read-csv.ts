import { decodeBody } from '@gleaner/markup'
import { page, table } from './build-page.ts'
import type { DocumentResult } from './document-result.ts'

/** Rows and columns shown; what a file has beyond them is counted in the metadata and left out. */
const MAX_ROWS = 10_000
const MAX_COLUMNS = 500

/** Comma- or tab-separated values as one table, and as one object a row. */
export async function readCsv(bytes: Uint8Array, type: string): Promise<DocumentResult> {
  const { text } = decodeBody(bytes, type)
  const { rows, truncated } = parseCsv(text)
  const [header = [], ...body] = rows
  return {
    ok: true,
    kind: 'other',
    document: page(undefined, rows.length > 0 ? [table(header, body)] : []),
    metadata: { rows: body.length, columns: header.length, ...(truncated && { truncated: true }) },
    data: toRecords(header, body),
    source: text,
    ocrUsed: false,
  }
}

/** Rows as objects by the header's names; a column without a name is called by its place. */
export function toRecords(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Record<string, string>[] {
  const names = header.map((name, index) => name.trim() || `column_${index + 1}`)
  return rows.map((row) =>
    Object.fromEntries(row.map((value, index) => [names[index] ?? `column_${index + 1}`, value])),
  )
}

/** RFC 4180, with the delimiter found by looking: comma, semicolon, tab or bar. Lenient about stray quotes. */
function parseCsv(text: string): { rows: string[][]; truncated: boolean } {
  const delimiter = findDelimiter(text)
  const rows: string[][] = []
  let row: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  const endRow = () => {
    if (row.length > 1 || row[0] !== '') rows.push(row.slice(0, MAX_COLUMNS))
    row = []
  }
  while (at < text.length && rows.length <= MAX_ROWS) {
    const { value, end } = text[at] === '"' ? quoted(text, at, delimiter) : bare(text, at, delimiter)
    row.push(value)
    at = end
    if (text[at] === delimiter) {
      at++
      if (at >= text.length) row.push('')
      continue
    }
    endRow()
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  if (row.length > 0) endRow()
  return { rows, truncated: at < text.length }
}

function bare(text: string, start: number, delimiter: string): { value: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return { value: text.slice(start, end).trim(), end }
}

/** A quoted field; what follows its closing quote before the delimiter belongs to it. */
function quoted(text: string, start: number, delimiter: string): { value: string; end: number } {
  let value = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { value: value + text.slice(at), end: text.length }
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      const rest = bare(text, quote + 1, delimiter)
      return { value: value + rest.value, end: rest.end }
    }
    value += '"'
    at = quote + 2
  }
}

/** The delimiter that splits the first lines into the most, and the most even, columns. */
function findDelimiter(text: string): string {
  const lines = text.slice(0, 20_000).split(/\r?\n/).filter(Boolean).slice(0, 10)
  let best = ','
  let bestScore = 0
  for (const delimiter of [',', ';', '\t', '|']) {
    const counts = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(delimiter).length - 1)
    const least = Math.min(...counts)
    const score = least > 0 ? least * 10 + 1 : Math.min(counts[0] ?? 0, 1)
    if (score > bestScore) [best, bestScore] = [delimiter, score]
  }
  return best
}
