import { itemStatusOf } from '@gleaner/batches'
import { toCredits } from '@gleaner/billing'
import { API_ROOT } from '@gleaner/contracts/api-root'
import { MESSAGES } from '@gleaner/contracts/messages'
import type { ExportField } from '@gleaner/contracts/schemas/exports/runs'
import { FORMATS } from '@gleaner/contracts/schemas/scrape/formats'
import type { PageResult } from '@gleaner/contracts/schemas/scrape/result'
import { maskUrlCredentials } from '@gleaner/contracts/url-credentials'
import { JOB_FILE } from '@gleaner/storage/job-files'
import type { ItemRow } from './read-items.ts'

export type ExportRow = Partial<Record<ExportField, unknown>>

/** A page that is exported. */
export interface ExportItem {
  /** Of its job among those of its batch. */
  place: number
  jobId: string
  /** As callers are shown it. */
  url: string
  scrapedAt: Date
  /** What it gave; undefined for one that failed, that is past its retention, or that is too large to be exported. */
  page: PageResult | undefined
  row: ExportRow
  /** Keys of its screenshots and PDFs, and of itself where it is a file. */
  files: readonly string[]
  /** Itself, where it is a file and the format holds it. */
  document?: PageDocument | undefined
}

export interface PageDocument {
  contentType: string
  bytes: Uint8Array
}

/** Makes an item of what is stored. `publicUrl`: where callers reach the API. */
export function itemOf(stored: ItemRow, publicUrl: string): ExportItem {
  const { jobId, place, finishedAt, page: text, head } = stored
  const page: PageResult | undefined = text === null ? undefined : JSON.parse(text)
  const url = maskUrlCredentials(stored.url)
  return {
    place,
    jobId,
    url,
    scrapedAt: finishedAt,
    page,
    row: { ...ownFields(stored, url), ...(page && pageFields(page)), ...gapFields(stored, publicUrl) },
    files: filesIn(text ?? head ?? '', stored.pageId),
  }
}

function ownFields({ jobId, status, tier, costMicros, finishedAt, error }: ItemRow, url: string): ExportRow {
  return {
    job_id: jobId,
    url,
    status: itemStatusOf(status, error),
    scraped_at: finishedAt,
    ...(status === 'completed' && { tier, credits: toCredits(costMicros) }),
    ...(error && { error: error.message, error_code: error.code }),
  }
}

function pageFields(page: PageResult): ExportRow {
  const { content, filtered_content, structured_content, extraction_result } = page
  const formats: Record<string, unknown> =
    typeof content === 'string' ? { markdown: content, json: structured_content } : content
  return {
    final_url: page.final_url,
    status_code: page.status_code,
    title: page.title,
    author: page.author,
    published_at: page.published_at,
    ...Object.fromEntries(FORMATS.map((format) => [format, formats[format]])),
    raw: page.raw_html ?? formats.raw,
    data: extraction_result ?? filtered_content,
    metadata: page.metadata,
    headers: page.headers,
    screenshot_url: page.screenshot_url,
    pdf_url: page.pdf_url,
    document_url: page.document_url,
  }
}

/** What a completed job says in place of a page that is not there. */
function gapFields({ jobId, status, page, pageBytes }: ItemRow, publicUrl: string): ExportRow {
  if (status !== 'completed' || page !== null) return {}
  if (pageBytes === null) return { error: MESSAGES.resultGone, error_code: 'JOB_EXPIRED' }
  return { result_url: new URL(`${API_ROOT}/jobs/${jobId}`, publicUrl).href }
}

/** Whether a key is that of a page that is a file itself. */
export const isDocument = (key: string): boolean => key.includes('/document.')

/** Keys of the files that a page links, which begin with the id of the job that stored them. */
function filesIn(page: string, jobId: string): string[] {
  return [...new Set(page.match(new RegExp(`${jobId}/${JOB_FILE}`, 'g')))]
}
