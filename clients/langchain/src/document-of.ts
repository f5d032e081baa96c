import type { PageMetadata, ScrapedPage } from '@gleaner/page-documents'
import { Document } from '@langchain/core/documents'

/** Its id is the address: a page that is loaded again replaces itself. */
export function documentOf({ text, metadata }: ScrapedPage): Document<PageMetadata> {
  return new Document({ pageContent: text, metadata, id: metadata.source })
}
