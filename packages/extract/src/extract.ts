import { readDocument } from '@gleaner/documents'
import { declaredForDocument } from '@gleaner/documents/document-type'
import { htmlType } from '@gleaner/markup/html-type'
import { openDocumentPage } from './document-page.ts'
import { applySchema } from './filter/apply-schema.ts'
import { createFitter } from './fit-content.ts'
import { openHtmlPage } from './html-page.ts'
import { makeFormats } from './make-formats.ts'
import type { Page } from './page.ts'
import { assessQuality } from './quality.ts'
import type { ExtractedContent, ExtractOutcome, ExtractRequest } from './types.ts'

type Refusal = Extract<ExtractOutcome, { ok: false }>

/**
 * Makes the page part of a scrape result of a fetched body: reads it once, then makes every asked format of what was
 * read. Runs for as long as the page is big; deadlines and memory limits are the pool's. `signal` ends the reading of a
 * document (OCR takes seconds a page) with an error.
 */
export async function extract(request: ExtractRequest, signal?: AbortSignal): Promise<ExtractOutcome> {
  const page = await openPage(request, signal)
  if ('code' in page) return page
  const content = await makeContent(page, request)
  return { ok: true, content, kind: page.kind, ocrUsed: page.ocrUsed }
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
    signal,
  })
  return document.ok ? openDocumentPage(document, url) : document
}

async function makeContent(page: Page, request: ExtractRequest): Promise<ExtractedContent> {
  const { formats } = request
  const fit = createFitter(request.maxContentBytes)
  const data = page.data()
  const { title, ...facts } = page.metadata()
  const { author, published_at } = facts
  const filtered =
    request.extractionSchema && applySchema(request.extractionSchema, [data.main, page.metadata()])
  const warning = assessQuality(page)
  // What is small comes first, so that a long content never leaves it out.
  const about = fit.fields({
    ...(title && { title }),
    ...(author && { author }),
    ...(published_at && { published_at }),
    extraction_method: filtered ? ('schema_filter' as const) : data.method,
    ...(warning && { quality_warning: warning }),
  })
  const metadata = fit.fields({
    ...facts,
    ...(request.evidence && { evidence: data.evidence }),
    ...(filtered && { missing_fields: filtered.missing }),
  })
  const content = formats
    ? fit.fields(await makeFormats(page, formats, request))
    : fit.text(page.markdown().markdown)
  const more = fit.fields({
    ...(!formats && { structured_content: Array.isArray(data.main) ? data.main : [data.main] }),
    ...(filtered && { filtered_content: filtered.filtered }),
    ...(request.includeRawHtml && page.source() !== undefined && { raw_html: page.source() }),
  })
  return {
    content,
    ...more,
    ...about,
    metadata,
    extraction_method: filtered ? 'schema_filter' : data.method,
    ...(fit.truncated && { content_truncated: true }),
  }
}
