/** What a spreadsheet would take for a formula, when a page has written it. */
const FORMULA = /^[=+\-@\t\r\n]/

type Cell = string | number | null | undefined

/** Rows as CSV (RFC 4180). A text that a spreadsheet would run has an apostrophe before it, unless `isNumber` says what it is. */
export function csvOf<C extends Cell>(
  rows: readonly (readonly C[])[],
  isNumber: (text: string) => boolean = () => false,
): string {
  const written = (cell: C) => {
    const text = String(cell ?? '')
    const isRun = typeof cell === 'string' && FORMULA.test(text) && !isNumber(text)
    return quoted(isRun ? `'${text}` : text)
  }
  return rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')
}

/** The same of records, the names of their fields first. */
export function csvOfRecords<Name extends string>(
  names: readonly Name[],
  records: readonly Readonly<Partial<Record<Name, Cell>>>[],
): string {
  return csvOf<Cell>([names, ...records.map((record) => names.map((name) => record[name]))])
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
