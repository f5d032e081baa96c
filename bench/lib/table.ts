import { MEGABYTE } from '@gleaner/runtime/units'

/** A table in markdown with aligned columns; numbers to the right. */
export function table(header: string[], rows: (string | number)[][]): string {
  const cells = [header, ...rows.map((row) => row.map(String))]
  const widths = header.map((_, column) => Math.max(3, ...cells.map((row) => row[column]!.length)))
  const isNumeric = header.map((_, column) => rows.every((row) => /^[\d.,x%-]+$/.test(String(row[column]))))
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => (isNumeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${isNumeric[column] ? ':' : '-'}`).join('|')}|`
  return [line(cells[0]!), rule, ...cells.slice(1).map(line)].join('\n')
}

/** Three digits that matter: 0.123, 12.3, 1,230. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '-'
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(value), 1e-9))))
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.min(digits, 3) })
}

export const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(0)
