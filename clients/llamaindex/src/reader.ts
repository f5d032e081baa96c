import {
  clientOf,
  collect,
  type PageMetadata,
  type PageSource,
  type ReadOptions,
  readPages,
} from '@gleaner/page-documents'
import type { ClientOptions, Gleaner } from '@gleaner/sdk'
import { type BaseReader, Document } from '@llamaindex/core/schema'

/** A client, or what one is made with. */
export type GleanerReaderOptions = ClientOptions & { client?: Gleaner }

/**
 * Reads pages, sites, maps of sites or results of searches.
 *
 * ```ts
 * const documents = await new GleanerReader().loadData({ mode: 'crawl', url: 'https://example.com', fields: { max_pages: 50 } })
 * ```
 */
export class GleanerReader implements BaseReader<Document<PageMetadata>> {
  readonly #client: Gleaner

  constructor(options: GleanerReaderOptions = {}) {
    this.#client = clientOf(options)
  }

  async loadData(source: PageSource, options?: ReadOptions): Promise<Document<PageMetadata>[]> {
    return collect(this.lazyLoadData(source, options))
  }

  /** Gives the documents one by one, so that a large crawl need not fit into memory. */
  async *lazyLoadData(
    source: PageSource,
    options?: ReadOptions,
  ): AsyncGenerator<Document<PageMetadata>, void, undefined> {
    // Its id is the address: a page that is read again replaces itself.
    for await (const { text, metadata } of readPages(this.#client, source, options))
      yield new Document({ text, metadata, id_: metadata.source })
  }
}
