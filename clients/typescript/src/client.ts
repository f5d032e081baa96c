import { ClientApi } from './generated/client-api.ts'
import { type ClientOptions, settingsOf } from './options.ts'
import type { AnySchema } from './schema/data-of.ts'
import { createTransport } from './transport/transport.ts'
import type { Fields, RequestOptions, Schemas, Upload } from './types.ts'
import { type Extracted, type ExtractFields, extract } from './verbs/extract.ts'
import { type FeedFields, type FeedMessage, followFeed } from './verbs/follow-feed.ts'
import { type Scraped, type ScrapeFields, scrape, whole } from './verbs/scrape.ts'
import type { WaitOptions } from './waiting/wait-until-over.ts'

/** Most addresses of one batch. */
const BATCH_SIZE = 1_000

/**
 * A client of Gleaner. A verb (`scrape`) waits for the whole result; the groups (`jobs`, `batches`) have each operation as the API has it.
 *
 * ```ts
 * const gleaner = new Gleaner({ apiKey: 'sk_live_…', baseUrl: 'https://scrape.example.com' })
 * const { content } = await gleaner.scrape('https://example.com', { formats: ['markdown'] })
 * ```
 */
export class Gleaner extends ClientApi {
  constructor(options?: ClientOptions) {
    super(createTransport(settingsOf(options)))
  }

  /** Scrapes a page. With a `schema` the result has `data`, typed, and checked where the schema can check. */
  scrape<const S extends AnySchema = never>(
    url: string,
    fields: ScrapeFields<S> = {},
    options?: WaitOptions,
  ): Promise<Scraped<S>> {
    return scrape(this.jobs, url, fields, options)
  }

  /** Extracts fields from a page: one that is fetched (`url`), is given (`content`), or is in the archive (`job_id`). */
  extract<const S extends AnySchema = never>(
    fields: ExtractFields<S>,
    options?: WaitOptions,
  ): Promise<Extracted<S>> {
    return extract(this.extracts, this.jobs, fields, options)
  }

  /** Reads a file or a text of yours as a page is read. */
  parse(
    file: Blob | Uint8Array | string,
    fields: Omit<Upload<'postParse'>, 'content' | 'encoding' | 'file'> = {},
    options: WaitOptions = {},
  ): Promise<Schemas['ScrapeResult']> {
    const source = typeof file === 'string' ? { content: file } : { file }
    return whole(options, 'Parsing', async (within) => {
      const reply = await this.parses.create({ ...fields, ...source }, within())
      return 'poll_url' in reply ? (await this.jobs.wait(reply.job_id, within())).result : reply
    })
  }

  /** Finds the addresses of a site. */
  map(url: string, fields: Omit<Fields<'createMap'>, 'url'> = {}, options?: RequestOptions) {
    return this.maps.create({ ...fields, url }, options)
  }

  /** Searches the web; with `scrape_results` it waits until the results are scraped. */
  search(
    query: string,
    fields: Omit<Fields<'createSearch'>, 'query'> = {},
    options: WaitOptions = {},
  ): Promise<Schemas['Search']> {
    return whole(options, 'The search', async (within) => {
      const reply = await this.searches.create({ ...fields, query }, within())
      return reply.status === 'completed' ? reply : this.searches.wait(reply.search_id, within())
    })
  }

  /** Scrapes many pages, in batches of 1,000, and gives their jobs with their results in the order of `urls`. */
  async *batch(
    urls: Fields<'createBatch'>['urls'],
    fields: Omit<Fields<'createBatch'>, 'urls'> = {},
    options?: WaitOptions,
  ): AsyncGenerator<Schemas['Job'], void, undefined> {
    for (let at = 0; at < urls.length; at += BATCH_SIZE) {
      const part = urls.slice(at, at + BATCH_SIZE)
      const { batch_id } = await this.batches.create({ ...fields, urls: part }, callOnly(options))
      yield* this.batches.results(batch_id, {}, options)
    }
  }

  /** Crawls a site and gives its pages with their results. */
  async *crawl(
    url: string,
    fields: Omit<Fields<'createCrawl'>, 'url'> = {},
    options?: WaitOptions,
  ): AsyncGenerator<Schemas['CrawlPage'], void, undefined> {
    const { crawl_id } = await this.crawls.create({ ...fields, url }, callOnly(options))
    yield* this.crawls.pages(crawl_id, {}, options)
  }

  /**
   * Tells of all jobs, batches and crawls of the account as they end, for as long as it is listened to. `cursor` of the last message is where
   * another call goes on.
   */
  events(fields: FeedFields = {}, options?: RequestOptions): AsyncGenerator<FeedMessage, void, undefined> {
    return followFeed(this.transport, this.feed, fields, options)
  }
}

/** The time of a wait is not that of the request before it. */
function callOnly({ timeout: _, ...options }: WaitOptions = {}): RequestOptions {
  return options
}
