// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions, Schemas, StreamEvent } from '../../types.ts'

export class CrawlsApi extends Group {
  /** Scrape a site: its start page, and the pages that are found from there. `POST /crawl` */
  create(fields: Fields<'createCrawl'>, options?: RequestOptions): Promise<Reply<'createCrawl'>> {
    return this.callOperation('createCrawl', [], fields, options)
  }

  /** List your crawls of the last 31 days, the newest first. `GET /crawls` */
  list(fields: Fields<'listCrawls'> = {}, options?: RequestOptions): Promise<Reply<'listCrawls'>> {
    return this.callOperation('listCrawls', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listCrawls'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listCrawls', 'crawls'>, void, undefined> {
    return this.turnPages('listCrawls', [], fields, options, { by: 'offset', entries: 'crawls' })
  }

  /** Read how far a crawl is, and its pages. `GET /crawl/{crawl_id}` */
  get(
    crawl_id: string,
    fields: Fields<'getCrawl'> & { format: 'jsonl' },
    options?: RequestOptions,
  ): Promise<Response>
  get(crawl_id: string, fields?: Fields<'getCrawl'>, options?: RequestOptions): Promise<Reply<'getCrawl'>>
  get(
    crawl_id: string,
    fields: Fields<'getCrawl'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'getCrawl'> | Response> {
    return this.callOperation('getCrawl', [crawl_id], fields, options)
  }

  /** Cancel the pages of a crawl that no worker has begun with. `DELETE /crawl/{crawl_id}` */
  cancel(crawl_id: string, options?: RequestOptions): Promise<Reply<'cancelCrawl'>> {
    return this.callOperation('cancelCrawl', [crawl_id], {}, options)
  }

  /** Pause a crawl: no page is begun until it is resumed. `POST /crawl/{crawl_id}/pause` */
  pause(crawl_id: string, options?: RequestOptions): Promise<Reply<'pauseCrawl'>> {
    return this.callOperation('pauseCrawl', [crawl_id], {}, options)
  }

  /** Let a paused crawl go on. `POST /crawl/{crawl_id}/resume` */
  resume(crawl_id: string, options?: RequestOptions): Promise<Reply<'resumeCrawl'>> {
    return this.callOperation('resumeCrawl', [crawl_id], {}, options)
  }

  /** Follow a crawl by server-sent events. `GET /crawl/{crawl_id}/stream` */
  stream(
    crawl_id: string,
    fields: Fields<'streamCrawl'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<
    StreamEvent<{ progress: Schemas['BatchProgressEvent']; complete: Schemas['CrawlCompleteEvent'] }>,
    void,
    undefined
  > {
    return this.followEvents('streamCrawl', [crawl_id], fields, options)
  }

  /** What a crawl would probably scrape and cost, without scraping anything. `POST /crawl/estimate` */
  estimate(
    fields: Fields<'postCrawlEstimate'>,
    options?: RequestOptions,
  ): Promise<Reply<'postCrawlEstimate'>> {
    return this.callOperation('postCrawlEstimate', [], fields, options)
  }
}
