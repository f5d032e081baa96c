import {
  clientOf,
  collect,
  type PageMetadata,
  type PageSource,
  type ReadOptions,
  readPages,
} from '@gleaner/page-documents'
import type { ClientOptions, Gleaner } from '@gleaner/sdk'
import { BaseDocumentLoader } from '@langchain/core/document_loaders/base'
import type { Document } from '@langchain/core/documents'
import { documentOf } from './document-of.ts'

/** What is loaded, as what, and by which client or key. */
export type GleanerLoaderOptions = PageSource &
  Omit<ReadOptions, keyof ClientOptions> &
  ClientOptions & { client?: Gleaner }

/**
 * Loads pages, sites, maps of sites or results of searches.
 *
 * ```ts
 * const loader = new GleanerLoader({ mode: 'crawl', url: 'https://example.com', fields: { max_pages: 50 } })
 * for await (const document of loader.lazyLoad()) await store.addDocuments([document])
 * ```
 */
export class GleanerLoader extends BaseDocumentLoader {
  readonly #client: Gleaner
  readonly #options: GleanerLoaderOptions

  constructor(options: GleanerLoaderOptions) {
    super()
    this.#client = clientOf(options)
    this.#options = options
  }

  async load(): Promise<Document<PageMetadata>[]> {
    return collect(this.lazyLoad())
  }

  /** Gives the documents one by one, so that a large crawl need not fit into memory. */
  async *lazyLoad(): AsyncGenerator<Document<PageMetadata>, void, undefined> {
    const { format, onFailure, onProgress, timeout } = this.#options
    const options = {
      ...(format && { format }),
      ...(onFailure && { onFailure }),
      ...(onProgress && { onProgress }),
      ...(timeout !== undefined && { timeout }),
    }
    for await (const page of readPages(this.#client, this.#options, options)) yield documentOf(page)
  }
}
