import type { ExportFormatRow } from './encoder.ts'
import { createTextEncoder } from './text-encoder.ts'

/** A JSON object a line; fields that a page does not have are left out. */
export const jsonl: ExportFormatRow = {
  extension: 'jsonl',
  contentType: 'application/x-ndjson',
  open: ({ request: { fields }, compression }) =>
    createTextEncoder({
      isCompressed: compression === 'gzip',
      head: '',
      // A list as the second argument chooses members at every depth, so the row is chosen from here.
      lineOf: ({ row }) =>
        `${JSON.stringify(fields ? Object.fromEntries(fields.map((field) => [field, row[field]])) : row)}\n`,
    }),
}
