import { decodeBody } from '@gleaner/markup'
import type { Options } from 'csv-parse/sync'
import { page, table } from './build-page.ts'
import type { DocumentResult } from './document-result.ts'

/** Rows and columns shown; what a file has beyond them is counted in the metadata and left out. */
const MAX_ROWS = 10_000
const MAX_COLUMNS = 500

/** Comma- or tab-separated values as one table, and as one object a row. */
export async function readCsv(bytes: Uint8Array, type: string): Promise<DocumentResult> {
  const { text } = decodeBody(bytes, type)
  const { rows, truncated } = await parseCsv(text)
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

/** The rows of a table, and whether there are more. What is quoted wrongly is taken as it stands. */
async function parseCsv(text: string): Promise<{ rows: string[][]; truncated: boolean }> {
  const { CsvError, parse } = await import('csv-parse/sync')
  const options: Options = {
    delimiter: findDelimiter(text),
    bom: true,
    ltrim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    // The header, and one more than is shown.
    to: MAX_ROWS + 2,
    on_record: (row: string[]) => row.slice(0, MAX_COLUMNS).map((cell) => cell.trimEnd()),
  }
  let rows: string[][]
  try {
    rows = parse(text, options)
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error
    // An unclosed quote would take all that follows into one field.
    rows = parse(text, { ...options, quote: null })
  }
  return { rows: rows.slice(0, MAX_ROWS + 1), truncated: rows.length > MAX_ROWS + 1 }
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
