import { bodyType } from './body-type.ts'
import { applySchema } from './filter/apply-schema.ts'
import { fitFormats, fitText } from './fit-content.ts'
import { openHtmlPage } from './html-page.ts'
import { makeFormats, markdownOf } from './make-formats.ts'
import type { Page } from './page.ts'
import { assessQuality } from './quality.ts'
import type { ExtractedContent, ExtractOutcome, ExtractRequest } from './types.ts'

/**
 * Makes the page part of a scrape result of a fetched body: reads it once, then makes every asked format of what was
 * read. Runs for as long as the page is big; deadlines and memory limits are the pool's.
 */
export async function extract(request: ExtractRequest): Promise<ExtractOutcome> {
  const page = await openPage(request)
  if ('code' in page) return page
  const content = await makeContent(page, request)
  return { ok: true, content, kind: page.kind, ocrUsed: page.ocrUsed }
}

async function openPage(request: ExtractRequest): Promise<Page | Extract<ExtractOutcome, { ok: false }>> {
  const { kind, type } = bodyType(request.body, request.contentType)
  if (kind === 'html') return openHtmlPage(request, type)
  return unsupported(type)
}

function unsupported(type: string): Extract<ExtractOutcome, { ok: false }> {
  return { ok: false, code: 'UNSUPPORTED_CONTENT_TYPE', message: `Bodies of type ${type} are not read.` }
}

async function makeContent(page: Page, request: ExtractRequest): Promise<ExtractedContent> {
  const { formats, maxContentBytes } = request
  const structured = page.structured()
  const { title, author, published_at, ...metadata } = page.metadata()
  const fitted = formats
    ? fitFormats(await makeFormats(page, formats, request), maxContentBytes)
    : fitText(markdownOf(page), maxContentBytes)
  const source = request.includeRawHtml ? page.source() : undefined
  const rawHtml = source === undefined ? undefined : fitText(source, maxContentBytes)
  const filtered =
    request.extractionSchema && applySchema(request.extractionSchema, [structured.main, page.metadata()])
  const warning = assessQuality(page)

  return {
    content: fitted.content,
    ...(!formats && { structured_content: [structured.main] }),
    ...(filtered && { filtered_content: filtered.filtered }),
    ...(rawHtml && { raw_html: rawHtml.content }),
    ...(title && { title }),
    ...(author && { author }),
    ...(published_at && { published_at }),
    metadata: {
      ...metadata,
      ...(author && { author }),
      ...(published_at && { published_at }),
      ...(request.evidence && { evidence: structured.evidence }),
      ...(filtered && { missing_fields: filtered.missing }),
    },
    extraction_method: filtered ? 'schema_filter' : structured.method,
    ...((fitted.truncated || rawHtml?.truncated) && { content_truncated: true }),
    ...(warning && { quality_warning: warning }),
  }
}
