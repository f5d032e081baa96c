/** A table as RFC 4180 has it. What a spreadsheet would take for a formula begins with an apostrophe, but for numbers. */
export function csvOf<Name extends string>(
  names: readonly Name[],
  rows: readonly Readonly<Record<Name, unknown>>[],
): string {
  const lines = rows.map((row) => names.map((name) => cellOf(row[name])).join(','))
  return `${[names.join(','), ...lines].join('\r\n')}\r\n`
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = String(value).replace(/^(?=[=+\-@\t\r])/, "'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
