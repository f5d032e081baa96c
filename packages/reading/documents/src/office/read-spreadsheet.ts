import type { ChildNode } from '@gleaner/markup'
import { fileSignature } from '@gleaner/markup/file-signatures'
import { element, page, table } from '../build-page.ts'
import { type DocumentResult, unreadable } from '../document-result.ts'
import { toRecords } from '../read-csv.ts'
import { openZip } from '../zip.ts'

const MAX_SHEETS = 50
const MAX_ROWS = 5000
const MAX_COLUMNS = 200

/** A workbook (xlsx, xls, ods): each sheet under its name as a table, and as one object a row. */
export async function readSpreadsheet(bytes: Uint8Array): Promise<DocumentResult> {
  if (fileSignature(bytes)?.type === 'application/zip' && !(await (await openZip(bytes))?.isBounded()))
    return unreadable('The workbook decompresses to more than can be read, or is damaged.')
  const { read, utils } = await import('@e965/xlsx')
  const book = read(bytes, {
    type: 'array',
    sheetRows: MAX_ROWS + 1,
    cellDates: true,
    cellHTML: false,
    dense: true,
  })
  const names = book.SheetNames.slice(0, MAX_SHEETS)
  const sheets = names.map((name) => {
    const rows = utils.sheet_to_json<unknown[]>(book.Sheets[name]!, {
      header: 1,
      blankrows: false,
      defval: '',
      raw: false,
    })
    return { name, rows: trimmed(rows.map((row) => row.slice(0, MAX_COLUMNS).map(String))) }
  })
  const shown = sheets.filter(({ rows }) => rows.length > 0)
  const content = shown.flatMap(({ name, rows: [header = [], ...rows] }): ChildNode[] => [
    ...(sheets.length > 1 ? [element('h2', {}, name)] : []),
    table(header, rows.slice(0, MAX_ROWS)),
  ])
  const title = book.Props?.Title || undefined
  return {
    ok: true,
    kind: 'other',
    document: page(title, content),
    ...(title && { title }),
    ...(book.Props?.Author && { author: book.Props.Author }),
    metadata: {
      sheets: book.SheetNames,
      ...(shown.some(({ rows }) => rows.length > MAX_ROWS) && { truncated: true }),
    },
    data: shown.map(({ name, rows: [header = [], ...rows] }) => ({
      sheet: name,
      rows: toRecords(header, rows),
    })),
    ocrUsed: false,
  }
}

/** Without the empty columns and rows that spreadsheets keep around their content. */
function trimmed(rows: string[][]): string[][] {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  const columns = filled.reduce(
    (most, row) => Math.max(most, row.findLastIndex((cell) => cell.trim() !== '') + 1),
    0,
  )
  return filled.map((row) => Array.from({ length: columns }, (_, index) => (row[index] ?? '').trim()))
}
