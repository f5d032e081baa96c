import type { Job, ScrapeResult } from '@gleaner/contracts'
import type { Dialect } from '../dialect.ts'
import { type Marker, markerOf } from './marker.ts'
import { metadataOf } from './metadata-of.ts'

/** A page as these clients read it. */
export type FirecrawlDocument = Record<string, unknown>

type Content = Record<string, unknown>

/** Which part of a result each field of a document is; undefined: there is none. */
const PARTS: Readonly<Record<string, (result: ScrapeResult, content: Content, marker: Marker) => unknown>> = {
  markdown: (_, { markdown }) => markdown ?? '',
  html: (_, { html }) => html,
  content: (_, { text }) => text,
  rawHtml: ({ raw_html }) => raw_html,
  links: (_, { links }) => addresses(links),
  images: (_, { images }) => addresses(images),
  summary: (_, { summary }) => summary,
  json: ({ extraction_result, filtered_content }) => extraction_result ?? filtered_content,
  extract: ({ extraction_result, filtered_content }) => extraction_result ?? filtered_content,
  answer: ({ extraction_result }) => words(extraction_result),
  highlights: ({ extraction_result }) => words(extraction_result),
  screenshot: ({ screenshot_url }) => screenshot_url,
  changeTracking: (_, { change_tracking }) => tracking(change_tracking),
  attributes: ({ filtered_content }, _, { attributes = [] }) =>
    attributes.map((wanted, at) => ({
      ...wanted,
      values: [(filtered_content as Content | undefined)?.[`a${at}`] ?? []].flat().map(String),
    })),
}

/** The document that a result is; `dialect` where the job does not say how it was asked for. */
export function documentOf(
  result: ScrapeResult,
  dialect: Dialect = 'v2',
  warnings: readonly string[] = [],
): FirecrawlDocument {
  const content: Content =
    typeof result.content === 'string' ? { markdown: result.content } : (result.content as Content)
  const marker = markerOf(result.request_metadata) ?? everything(result, content, dialect)
  const document: FirecrawlDocument = {}
  for (const name of marker.show) {
    const value = PARTS[name]?.(result, content, marker)
    if (value !== undefined && value !== null) document[name] = value
  }
  if (result.action_results || (marker.show.length > 0 && result.pdf_url))
    document.actions = actionsOf(result)
  const notes = [
    ...warnings,
    ...(result.warnings ?? []),
    ...(result.quality_warning ? [result.quality_warning.reason] : []),
  ]
  if (notes.length > 0) document.warning = notes.join(' ')
  document.metadata = metadataOf(result)
  return document
}

/** The document of a job that is completed; undefined for others, and those whose result is gone. */
export function documentOfJob(job: Pick<Job, 'result'>, dialect: Dialect): FirecrawlDocument | undefined {
  return job.result && documentOf(job.result, dialect)
}

/** A job that came by another door shows all that it has. */
function everything(result: ScrapeResult, content: Content, dialect: Dialect): Marker {
  const names = Object.keys(PARTS).filter((name) => !ASKED_ONLY.has(name))
  const bare: Marker = { dialect, show: [] }
  return { dialect, show: names.filter((name) => PARTS[name]!(result, content, bare) !== undefined) }
}

/** What a result alone does not tell from another part. */
const ASKED_ONLY: ReadonlySet<string> = new Set(['extract', 'answer', 'highlights', 'attributes'])

function addresses(list: unknown): string[] | undefined {
  if (!Array.isArray(list)) return undefined
  return list.map((one) => (typeof one === 'string' ? one : String(Object(one).url)))
}

function words(answer: unknown): string | undefined {
  if (answer === undefined || answer === null) return undefined
  if (typeof answer === 'string') return answer
  const values = Array.isArray(answer) ? answer : Object.values(Object(answer))
  return values.length > 0 && values.every((one) => typeof one === 'string')
    ? values.join('\n')
    : JSON.stringify(answer)
}

function tracking(change: unknown): unknown {
  if (!change) return undefined
  const { previous_scrape_at, change_status, visibility, diff } = change as Record<string, unknown>
  return {
    previousScrapeAt: previous_scrape_at,
    changeStatus: change_status,
    visibility,
    ...(diff !== undefined && { diff }),
  }
}

/** What the steps on the page have given, by kind. */
function actionsOf({ action_results = [], pdf_url }: ScrapeResult): Record<string, unknown[]> {
  const done = action_results.filter(({ success }) => success)
  const values = done.filter(({ type }) => type === 'execute_js').map(({ value }) => value)
  return {
    screenshots: done.flatMap(({ screenshot_url, type, result }) =>
      type === 'screenshot' ? (screenshot_url ?? result ?? []) : [],
    ),
    scrapes: values.filter(isScrape),
    javascriptReturns: values
      .filter((value) => !isScrape(value))
      .map((value) => ({ type: typeName(value), value })),
    pdfs: pdf_url ? [pdf_url] : [],
  }
}

function isScrape(value: unknown): boolean {
  const { url, html } = Object(value) as Record<string, unknown>
  return typeof url === 'string' && typeof html === 'string'
}

function typeName(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}
