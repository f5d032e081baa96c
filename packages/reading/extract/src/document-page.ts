import type { ReadableDocument } from '@gleaner/documents'
import {
  collectImages,
  collectLinks,
  collectTables,
  readBlocks,
  renderHtml,
  renderMarkdown,
} from '@gleaner/formats'
import { visibleText } from '@gleaner/markup'
import { lazy } from './lazy.ts'
import type { Page } from './page.ts'

/** A document that is no web page, as a page: all of it is content. */
export function openDocumentPage(read: ReadableDocument, url: string): Page {
  const { document, title, author, publishedAt, unread } = read
  const blocks = lazy(() => readBlocks(document, url))
  const facts = {
    ...(title && { title }),
    ...(author && { author }),
    ...(publishedAt && { published_at: publishedAt }),
  }
  const method = read.data === undefined ? 'algorithmic' : 'structured_data'
  return {
    kind: read.kind,
    ocrUsed: read.ocrUsed,
    warnings:
      unread === undefined
        ? []
        : [`The target sent ${unread}, which nothing is read from: its bytes alone are given.`],
    source: () => read.source,
    metadata: () => ({ ...facts, ...read.metadata }),
    data: () => ({
      main: read.data ?? {
        '@type': 'DigitalDocument',
        url,
        ...(title && { name: title }),
        ...(author && { author }),
      },
      evidence: {},
      method,
    }),
    method: () => method,
    blocks,
    textBlocks: blocks,
    markdown: lazy(() => read.markdown ?? renderMarkdown(blocks())),
    html: lazy(() => renderHtml(document, url)),
    links: lazy(() => collectLinks(document, url)),
    images: lazy(() => collectImages(document, url)),
    tables: lazy(() => collectTables(document, { removeCookieBanners: false })),
    contentLinks: lazy(() => collectLinks(document, url)),
    contentImages: lazy(() => collectImages(document, url)),
    tree: () => ({ document, content: () => document, base: url }),
    doubt: () => undefined,
    visibleChars: () => visibleText(document).length,
  }
}
