import { CrawlsApi } from '../generated/groups/crawls.ts'
import type { Fields, RequestOptions, Schemas } from '../types.ts'
import { type WaitOptions, waitUntilOver } from '../waiting/wait-until-over.ts'

export class Crawls extends CrawlsApi {
  /** Waits until all pages have ended; they are read by `pages`. */
  wait(crawl_id: string, options?: WaitOptions): Promise<Schemas['Crawl']> {
    const read = (call: RequestOptions) => this.get(crawl_id, { include_results: false }, call)
    return waitUntilOver(this.transport, { crawl_id }, read, options)
  }

  /** The pages of a crawl as they are now, with the results of those that have ended: one by one, in the order in which they were taken on. */
  read(
    crawl_id: string,
    fields: Omit<Fields<'getCrawl'>, 'format' | 'include_results'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Schemas['CrawlPage'], void, undefined> {
    return this.followLines<Schemas['CrawlPage']>(
      'getCrawl',
      [crawl_id],
      { include_results: true, ...fields },
      options,
    )
  }

  /** Waits for the crawl, then gives its pages with their results one by one, in the order in which they were taken on. */
  async *pages(
    crawl_id: string,
    fields: Omit<Fields<'getCrawl'>, 'format' | 'include_results'> = {},
    options?: WaitOptions,
  ): AsyncGenerator<Schemas['CrawlPage'], void, undefined> {
    await this.wait(crawl_id, options)
    yield* this.read(crawl_id, fields, options)
  }
}
