import type { Schemas } from '@gleaner/sdk'

type Page = Schemas['CrawlPage']

const COLUMNS = [
  'url',
  'status',
  'status_code',
  'depth',
  'source',
  'title',
  'credits',
  'error_code',
  'error',
  'job_id',
] as const satisfies (keyof Page)[]

/** The pages of a crawl as CSV (RFC 4180), without their content. */
export function pagesAsCsv(pages: readonly Page[]): string {
  const rows = pages.map((page) => COLUMNS.map((name) => cellOf(page[name])))
  return [COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/** What a spreadsheet would run as a formula, as a page's title may want, begins with an apostrophe. */
function cellOf(value: string | number | undefined): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
