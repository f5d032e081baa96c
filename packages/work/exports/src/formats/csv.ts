import { EXPORT_FIELDS } from '@gleaner/contracts/schemas/exports/runs'
import { stringify } from 'csv-stringify/sync'
import { textOf } from './cells.ts'
import type { ExportFormatRow } from './encoder.ts'
import { createTextEncoder } from './text-encoder.ts'

/** A row a page, below a row of names (RFC 4180, with line feeds). */
export const csv: ExportFormatRow = {
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8; header=present',
  open({ request: { fields = EXPORT_FIELDS, escape_formulas }, compression, cuts }) {
    const lineOf = (cells: readonly (string | undefined)[]) => stringify([[...cells]], { escape_formulas })
    return createTextEncoder({
      isCompressed: compression === 'gzip',
      head: cuts === 0 ? lineOf(fields) : '',
      lineOf: ({ row }) => lineOf(fields.map((field) => textOf(row[field]))),
    })
  },
}
