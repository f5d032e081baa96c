import { type Cell, csvText } from '@gleaner/exports/formats/csv-text'
import type { Request, Response } from 'express'

const CSV = 'text/csv'

/** Whether a request wants CSV, by its `format` or else by what it accepts. What accepts everything gets JSON. */
export function wantsCsv(request: Request, format: string | undefined): boolean {
  return format === undefined
    ? request.accepts(['application/json', 'application/x-ndjson', CSV]) === CSV
    : format === 'csv'
}

export function sendCsv(
  response: Response,
  names: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  response.setHeader('Content-Type', `${CSV}; charset=utf-8; header=present`)
  response.send(Buffer.from(csvText(names, rows)))
}
