/** What a spreadsheet would take for a formula, when a page has written it. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?\d[\d.,]*$/

/** Rows as CSV (RFC 4180). A text that a spreadsheet would run has an apostrophe before it. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
