import type { ExportFormat } from '@gleaner/contracts/schemas/exports/runs'
import { wacz } from './archive/wacz.ts'
import { warc } from './archive/warc.ts'
import { csv } from './csv.ts'
import type { ExportFormatRow } from './encoder.ts'
import { jsonl } from './jsonl.ts'
import { parquet } from './parquet.ts'

/** Formats that are one object. `files` are many: `page-files.ts`. */
export const ENCODERS: Record<Exclude<ExportFormat, 'files'>, ExportFormatRow> = {
  jsonl,
  csv,
  parquet,
  warc,
  wacz,
}
