import type { ChangeTracking, QualityWarning } from '@gleaner/contracts'
import { givesBytes } from '@gleaner/contracts/gives-bytes'
import { readDocument } from '@gleaner/documents'
import { declaredForDocument } from '@gleaner/documents/document-type'
import { htmlType } from '@gleaner/markup/html-type'
import { makeFindings } from './crawl/make-findings.ts'
import { openDocumentPage } from './document-page.ts'
import { fillFields } from './fill-fields.ts'
import { createFitter } from './fit-content.ts'
import { flatFields } from './flat-fields.ts'
import { openHtmlPage } from './html-page.ts'
import { makeFormats } from './make-formats.ts'
import { modelText } from './model-text.ts'
import type { Page } from './page.ts'
import { assessQuality, FALLBACK_DOUBT, foundNothing } from './quality.ts'
import { rawEncoding, refuseRaw } from './raw-format.ts'
import { sayEvidence } from './say-evidence.ts'
import { trackPage } from './track-page.ts'
import type { ExtractedContent, ExtractOutcome, ExtractRequest, FallbackCause } from './types.ts'

type Refusal = Extract<ExtractOutcome, { ok: false }>

export interface ExtractOptions {
  /** Ends the reading of a document (OCR takes seconds a page) with an error. */
  signal?: AbortSignal | undefined
  /** Read by the fall-back reader instead, for this cause. */
  fallback?: FallbackCause | undefined
}

/**
 * Makes the page part of a scrape result of a fetched body: reads it once, then makes every requested format of what
 * was read. Takes time in proportion to the page; deadlines and memory limits are the pool's.
 */
export async function extract(
  request: ExtractRequest,
  { signal, fallback }: ExtractOptions = {},
): Promise<ExtractOutcome> {
  const page = fallback ? await openFallback(request, fallback) : await openPage(request, signal)
  if ('code' in page) return page
  const warning = assessQuality(page)
  // A few words do not make up for a page that our own reading failed at.
  if (fallback && warning?.code !== FALLBACK_DOUBT) return NO_ARTICLE
  const { fetchWarning } = request
  const ownWarning = fetchWarning ? assessQuality(page, fetchWarning) : warning
  const unable = refuseRaw(page, request)
  if (unable) return unable
  const compared = request.tracking && (await trackPage(page, request.url, request.tracking, fallback))
  const content = await makeContent(page, request, ownWarning, compared?.shown ?? null)
  return {
    ok: true,
    content,
    ...(request.crawl && {
      findings: JSON.stringify(makeFindings(wholePage(page, request), request.url, request.crawl)),
    }),
    ...(compared && { tracked: compared.tracked }),
    kind: page.kind,
    ocrUsed: page.ocrUsed,
    foundNothing: page.kind === 'html' && !fallback && foundNothing(page, warning),
    ...(request.forModel && { modelText: modelText(page) }),
    warnings: [...page.warnings],
  }
}

/** What a crawl follows is on the page, whatever of it its caller wants to read. */
function wholePage(page: Page, request: ExtractRequest): Page {
  const type = request.parts && htmlType(request.body, request.contentType)
  return type ? openHtmlPage({ ...request, parts: undefined }, type) : page
}

async function openPage(request: ExtractRequest, signal: AbortSignal | undefined): Promise<Page | Refusal> {
  const { body, contentType, url } = request
  // Of a body without bytes (204, an empty 404) the declared type says nothing: it is a page without text.
  const type = body.length === 0 ? 'text/html' : htmlType(body, contentType)
  if (type) return openHtmlPage(request, type)
  const document = await readDocument(body, declaredForDocument(contentType), {
    url,
    ocr: request.ocr || request.mode === 'ocr',
    ocrLanguages: request.ocrLanguages,
    takesUnread: givesBytes(request.formats),
    signal,
  })
  if (!document.ok) return document
  const page = openDocumentPage(document, url)
  return request.parts ? { ...page, warnings: [...page.warnings, NO_PARTS] } : page
}

const NO_PARTS =
  'advanced.include_selectors and exclude_selectors had no effect: the address is no web page, and selectors find nothing in other files.'

const NO_ARTICLE: Refusal = {
  ok: false,
  code: 'EXTRACTION_FAILED',
  message: 'The fall-back reader finds no content.',
}

/** Loaded when it is needed: jsdom takes half a second and 80 MB. */
async function openFallback(request: ExtractRequest, cause: FallbackCause): Promise<Page | Refusal> {
  const { openFallbackPage } = await import('./fallback/open-fallback-page.ts')
  const type = htmlType(request.body, request.contentType)
  const page = type && (await openFallbackPage(request, type, cause))
  return page ?? NO_ARTICLE
}

async function makeContent(
  page: Page,
  request: ExtractRequest,
  warning: QualityWarning | undefined,
  tracking: ChangeTracking | null,
): Promise<ExtractedContent> {
  const { formats } = request
  const fit = createFitter(request.flatReply ? request.maxContentBytes / 2 : request.maxContentBytes)
  const { title, ...facts } = page.metadata()
  const { author, published_at } = facts
  const filtered = fillFields(page, request)
  // Small fields come first, so that long content never takes their bytes.
  const about = fit.fields({
    ...(title && { title }),
    ...(author && { author }),
    ...(published_at && { published_at }),
    ...rawEncoding(page, request),
    extraction_method: filtered ? ('schema_filter' as const) : page.method(),
    ...(warning && { quality_warning: warning }),
  })
  const metadata = fit.fields({
    ...facts,
    ...(request.evidence && { evidence: page.data().evidence }),
    ...(request.evidence && filtered?.found && { field_evidence: sayEvidence(filtered, page.data()) }),
    ...(filtered && { ...filtered.metadata, missing_fields: filtered.missing }),
  })
  const content = formats
    ? fit.fields(await makeFormats(page, formats, request, tracking))
    : fit.text(page.markdown().markdown)
  const more = fit.fields({
    ...(!formats && { structured_content: [page.data().main].flat() }),
    ...(filtered && { filtered_content: filtered.filtered }),
    ...(request.includeRawHtml && page.source() !== undefined && { raw_html: page.source() }),
  })
  const made: ExtractedContent = {
    content,
    ...more,
    ...about,
    metadata,
    extraction_method: filtered ? 'schema_filter' : page.method(),
    ...(fit.truncation && { content_truncated: fit.truncation }),
  }
  return request.flatReply ? { ...made, ...flatFields(made) } : made
}
