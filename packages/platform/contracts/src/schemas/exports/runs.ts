import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode } from '../../error-codes.ts'
import { ownId } from '../../fields/ids.ts'
import { Total } from '../../fields/lists.ts'
import { CreatedAt, time } from '../../fields/times.ts'
import { LIMITS } from '../../limits.ts'
import { PollUrl } from '../poll-url.ts'
import { FORMATS } from '../scrape/formats.ts'

export const EXPORT_FORMATS = ['jsonl', 'csv', 'parquet', 'warc', 'wacz', 'files'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const EXPORT_COMPRESSIONS = ['none', 'gzip', 'snappy'] as const
export type ExportCompression = (typeof EXPORT_COMPRESSIONS)[number]

/** What rows have, in this order. The formats of a scrape are columns of their names. */
export const EXPORT_FIELDS = [
  'job_id',
  'url',
  'final_url',
  'status',
  'status_code',
  'title',
  'author',
  'published_at',
  'scraped_at',
  'tier',
  'credits',
  ...FORMATS,
  'data',
  'metadata',
  'headers',
  'screenshot_url',
  'pdf_url',
  'document_url',
  'document_file',
  'result_url',
  'error',
  'error_code',
] as const
export type ExportField = (typeof EXPORT_FIELDS)[number]

/** Formats that hold rows, and with what each may be compressed; the first one is its default. Archives are always compressed. */
export const COMPRESSIONS_OF: Record<ExportFormat, readonly ExportCompression[]> = {
  jsonl: ['none', 'gzip'],
  csv: ['none', 'gzip'],
  parquet: ['snappy', 'gzip', 'none'],
  warc: ['gzip'],
  wacz: ['gzip'],
  files: ['none'],
}
const HAS_FIELDS: readonly ExportFormat[] = ['jsonl', 'csv', 'parquet']

export const PAGE_FILES = ['md', 'html', 'json'] as const
export type PageFile = (typeof PAGE_FILES)[number]

export const ExportRequest = z
  .strictObject({
    destination_id: z.uuid().describe('One of `GET /exports`.'),
    format: z
      .enum(EXPORT_FORMATS)
      .describe('`files`: a file a page, or more. A webhook takes `jsonl` alone.'),
    compression: z
      .enum(EXPORT_COMPRESSIONS)
      .optional()
      .describe(
        'How objects are compressed; archives always are. Default: `snappy` for Parquet, else `none`.',
      ),
    fields: z
      .array(z.enum(EXPORT_FIELDS))
      .min(1)
      .max(EXPORT_FIELDS.length)
      .transform((fields) => [...new Set(fields)])
      .optional()
      .describe('Of `jsonl`, `csv` and `parquet`: the columns, in this order. Default: all.'),
    partition_by: z
      .literal('date')
      .optional()
      .describe('An object for each day (UTC) of the scrapes, below `date=2026-11-24/`.'),
    include_failed: z
      .boolean()
      .default(false)
      .describe('Of `jsonl`, `csv` and `parquet`: also pages that failed, with their errors.'),
    include_files: z
      .boolean()
      .default(false)
      .describe(
        'Also the screenshots and PDFs of the pages, and pages that are files themselves (PDF, office document, picture; column `document_file`), below `files/`; not to a webhook.',
      ),
    page_files: z
      .array(z.enum(PAGE_FILES))
      .min(1)
      .transform((kinds) => [...new Set(kinds)])
      .optional()
      .describe('Of `files`: which ones of each page. Default: `md`.'),
    escape_formulas: z
      .boolean()
      .default(true)
      .describe(
        'Of `csv`: whether cells that a spreadsheet would run as a formula (they begin with = + - @, a tab or a line end) get a leading apostrophe.',
      ),
  })
  .superRefine((request, context) => {
    const { format, compression, fields, page_files, include_failed } = request
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const possible = COMPRESSIONS_OF[format]
    if (compression !== undefined && !possible.includes(compression))
      issue('compression', `must be ${possible.join(' or ')} with format "${format}"`)
    const wantsRows = `has no effect with format "${format}"; use ${HAS_FIELDS.join(', ')} or leave it out`
    if (fields && !HAS_FIELDS.includes(format)) issue('fields', wantsRows)
    if (include_failed && !HAS_FIELDS.includes(format)) issue('include_failed', wantsRows)
    if (page_files && format !== 'files')
      issue('page_files', `has no effect with format "${format}"; use files or leave it out`)
  })
export type ExportRequest = z.infer<typeof ExportRequest>

export const EXPORT_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const
export type ExportStatus = (typeof EXPORT_STATUSES)[number]

const Time = z.iso.datetime()
const CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]

export const ExportObject = z
  .object({
    name: z.string().describe('Below the prefix of its destination; of `files` their folder.'),
    rows: z.number().int().describe('How many rows or pages it holds.'),
    bytes: z.number().int().describe('How many bytes it has.'),
    is_complete: z.boolean().describe('Whether it is written to its end.'),
  })
  .describe('An object that was written, or is.')

export const ExportRun = z
  .object({
    export_id: ownId('export_id'),
    destination_id: z.uuid().nullable().describe('Null once the destination is deleted.'),
    batch_id: z.string().optional().describe('Of an export of a batch: the batch.'),
    crawl_id: z.uuid().optional().describe('Of an export of a crawl: the crawl.'),
    status: z
      .enum(EXPORT_STATUSES)
      .describe('How far it is; one that fails is tried again until `deadline_at`.'),
    format: z.enum(EXPORT_FORMATS).describe('What the objects are, as it was asked for.'),
    compression: z.enum(EXPORT_COMPRESSIONS).describe('How the objects are compressed.'),
    rows: z.number().int().describe('Pages that the destination has taken.'),
    total_rows: z.number().int().nullable().describe('Pages that it is to write; null before it has begun.'),
    bytes: z.number().int().describe('Bytes that the destination has taken.'),
    objects: z
      .array(ExportObject)
      .describe(
        `The first ${LIMITS.exportObjects}. Each export of the same in the same form has the same names.`,
      ),
    error: z
      .string()
      .nullable()
      .describe('Why it failed; while it runs, why its last try did; null where nothing did.'),
    error_code: z.enum(CODES).nullable().describe('The code of that error; null where there is none.'),
    created_at: CreatedAt,
    started_at: time('When it began; null before.').nullable(),
    ended_at: time('When it ended, or was cancelled; null before.').nullable(),
    deadline_at: Time.describe('What is not written by then fails.'),
    status_url: z.string().describe('Path at which it is read.'),
    poll_url: PollUrl.optional().describe('Of a 202.'),
  })
  .describe('An export of a batch or a crawl.')
export type ExportRun = z.infer<typeof ExportRun>

export const ExportRunList = z.object({
  exports: z.array(ExportRun).describe('The newest first.'),
  total: Total,
})
