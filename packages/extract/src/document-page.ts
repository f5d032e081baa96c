import type { ReadableDocument } from './documents/document-result.ts'
import { renderHtml } from './formats/html.ts'
import { collectImages } from './formats/images.ts'
import { collectLinks } from './formats/links.ts'
import { renderMarkdown } from './formats/markdown/render-blocks.ts'
import { readBlocks } from './formats/read-blocks.ts'
import { lazy } from './lazy.ts'
import type { Page } from './page.ts'

/** A document that is no web page, as a page: all of it is content. */
export function openDocumentPage(read: ReadableDocument, url: string): Page {
  const { document, title, author, publishedAt } = read
  const blocks = lazy(() => readBlocks(document, url))
  const facts = {
    ...(title && { title }),
    ...(author && { author }),
    ...(publishedAt && { published_at: publishedAt }),
  }
  return {
    kind: read.kind,
    ocrUsed: read.ocrUsed,
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
      method: read.data === undefined ? 'algorithmic' : 'structured_data',
    }),
    blocks,
    textBlocks: blocks,
    markdown: lazy(() => read.markdown ?? renderMarkdown(blocks())),
    html: lazy(() => renderHtml(document, url)),
    links: lazy(() => collectLinks(document, url)),
    images: lazy(() => collectImages(document, url)),
    contentLinks: lazy(() => collectLinks(document, url)),
    contentImages: lazy(() => collectImages(document, url)),
    doubt: () => undefined,
  }
}
