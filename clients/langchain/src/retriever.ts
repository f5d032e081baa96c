import {
  clientOf,
  collect,
  type PageMetadata,
  type PageSource,
  type ReadOptions,
  readPages,
} from '@gleaner/page-documents'
import type { ClientOptions, Gleaner } from '@gleaner/sdk'
import type { CallbackManagerForRetrieverRun } from '@langchain/core/callbacks/manager'
import type { Document } from '@langchain/core/documents'
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers'
import { documentOf } from './document-of.ts'

type SearchFields = NonNullable<Extract<PageSource, { mode: 'search' }>['fields']>

export interface GleanerRetrieverOptions
  extends BaseRetrieverInput,
    Partial<Pick<ReadOptions, 'format' | 'onFailure'>> {
  /** As `POST /search` has them: `num_results`, `domain`, `scrape_results` … */
  fields?: SearchFields
  client?: Gleaner
  apiKey?: ClientOptions['apiKey']
  baseUrl?: ClientOptions['baseUrl']
}

/** Answers a question by a search: the pages that are found, or with `fields: { scrape_results: false }` snippets of them. */
export class GleanerRetriever extends BaseRetriever<PageMetadata> {
  lc_namespace = ['gleaner', 'retrievers']

  readonly #client: Gleaner
  readonly #options: GleanerRetrieverOptions

  static override lc_name(): string {
    return 'GleanerRetriever'
  }

  constructor(options: GleanerRetrieverOptions = {}) {
    super(options)
    const { client, apiKey, baseUrl } = options
    this.#client = clientOf({
      ...(client && { client }),
      ...(apiKey && { apiKey }),
      ...(baseUrl && { baseUrl }),
    })
    this.#options = options
  }

  override async _getRelevantDocuments(
    query: string,
    _runManager?: CallbackManagerForRetrieverRun,
  ): Promise<Document<PageMetadata>[]> {
    const { fields = {}, format, onFailure } = this.#options
    const options = { ...(format && { format }), ...(onFailure && { onFailure }) }
    const pages = await collect(readPages(this.#client, { mode: 'search', query, fields }, options))
    return pages.map(documentOf)
  }
}
