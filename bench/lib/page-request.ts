import type { ExtractRequest } from '@gleaner/extract'

/** What a scrape without options asks of a page, but for what a bench asks besides. */
export function pageRequest(
  asked: Pick<ExtractRequest, 'url' | 'body' | 'formats'> & Partial<ExtractRequest>,
): ExtractRequest {
  return {
    contentType: 'text/html; charset=utf-8',
    mode: 'auto',
    includeRawHtml: false,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: false,
    ocr: false,
    maxContentBytes: 50_000_000,
    ...asked,
  }
}
