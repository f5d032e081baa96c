import {
  type ClientOptions,
  type Fields,
  Gleaner,
  GleanerError,
  type Schemas,
  ScrapeError,
  type WaitOptions,
} from '@gleaner/sdk'
import { known, type PageFailure, pageOf, type ScrapedPage, type TextFormat } from './page.ts'

type FieldsOf<Operation extends 'postScrape' | 'createBatch' | 'createCrawl' | 'createMap' | 'createSearch'> =
  Omit<Fields<Operation>, 'url' | 'urls' | 'query' | 'formats'>

/** Where pages come from. `fields` are those of the API's request. */
export type PageSource =
  /** One page, or a list of them. */
  | { mode?: 'scrape'; url: string | readonly string[]; fields?: FieldsOf<'createBatch'> }
  /** A site: its start page, and what is found from there. */
  | { mode: 'crawl'; url: string; fields?: FieldsOf<'createCrawl'> }
  /** The addresses of a site, with what is known of each; no page is scraped. */
  | { mode: 'map'; url: string; fields?: FieldsOf<'createMap'> }
  /** What a search finds. Results are scraped, unless `fields.scrape_results` is false: then their texts are snippets. */
  | { mode: 'search'; query: string; fields?: FieldsOf<'createSearch'> }

export interface ReadOptions extends WaitOptions {
  /** What the text of a document is. Default: `markdown`. */
  format?: TextFormat
  /** Is told of each page of many that could not be had. Default: a warning on the console. */
  onFailure?: (failure: PageFailure) => void
}

/** A client, or what one is made with: `apiKey`, `baseUrl`; by default `GLEANER_API_KEY` and `GLEANER_URL` of the environment. */
export function clientOf(options: ClientOptions & { client?: Gleaner } = {}): Gleaner {
  return options.client ?? new Gleaner(options)
}

/** Gives the pages of a source one by one. A page of many that fails is told to `onFailure`; when all fail, that is an error. */
export async function* readPages(
  client: Gleaner,
  source: PageSource,
  options: ReadOptions = {},
): AsyncGenerator<ScrapedPage, void, undefined> {
  const { format = 'markdown', onFailure = warn, ...waiting } = options
  const failures: PageFailure[] = []
  let delivered = 0
  for await (const entry of entriesOf(client, source, format, waiting)) {
    if ('text' in entry) {
      delivered++
      yield entry
    } else {
      failures.push(entry)
      onFailure(entry)
    }
  }
  if (delivered === 0 && failures[0] !== undefined) throw allFailed(failures)
}

/** `Array.fromAsync`, which Node 20 does not have. */
export async function collect<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const entry of entries) collected.push(entry)
  return collected
}

function entriesOf(
  client: Gleaner,
  source: PageSource,
  format: TextFormat,
  options: WaitOptions,
): AsyncIterable<ScrapedPage | PageFailure> {
  switch (source.mode) {
    case 'crawl':
      return crawl(client, source, format, options)
    case 'map':
      return map(client, source, options)
    case 'search':
      return search(client, source, format, options)
    case undefined:
    case 'scrape':
      return scrape(client, source, format, options)
    default:
      throw new GleanerError(
        `mode has to be scrape, crawl, map or search; it is ${JSON.stringify(mode(source))}.`,
      )
  }
}

const mode = (source: unknown) => (source as { mode?: unknown }).mode

async function* scrape(
  client: Gleaner,
  { url, fields = {} }: Extract<PageSource, { url: string | readonly string[] }>,
  format: TextFormat,
  options: WaitOptions,
) {
  if (typeof url === 'string') {
    const request = { ...fields, formats: [format] } as Parameters<Gleaner['scrape']>[1]
    yield pageOf(await client.scrape(url, request, options), format)
    return
  }
  for await (const job of client.batch([...url], { ...fields, formats: [format] }, options))
    yield job.result ? pageOf(job.result, format) : failureOf(job.url, job.status, { ...job, job_id: job.id })
}

async function* crawl(
  client: Gleaner,
  { url, fields = {} }: Extract<PageSource, { mode: 'crawl' }>,
  format: TextFormat,
  options: WaitOptions,
) {
  for await (const page of client.crawl(url, { ...fields, formats: [format] }, options))
    yield page.result
      ? pageOf(page.result, format, { depth: page.depth })
      : failureOf(page.url, page.status, page)
}

async function* map(
  client: Gleaner,
  { url, fields = {} }: Extract<PageSource, { mode: 'map' }>,
  options: WaitOptions,
) {
  const { onProgress: _, ...call } = options
  const { urls, map_id } = await client.map(url, fields, call)
  for (const { url: address, source: found_by, title, description, ...rest } of urls)
    yield {
      text: [title, description].filter(Boolean).join('\n') || address,
      metadata: known({ ...rest, source: address, title, description, found_by, map_id }),
    }
}

async function* search(
  client: Gleaner,
  { query, fields = {} }: Extract<PageSource, { mode: 'search' }>,
  format: TextFormat,
  options: WaitOptions,
) {
  const { scrape_results = true, ...rest } = fields
  const scraping = scrape_results ? { scrape_results, formats: [format] } : {}
  const found = await client.search(query, { ...rest, ...scraping }, options)
  for (const result of found.results) yield* resultOf(client, result, format, found.search_id)
}

/** Results that are too large for the reply of a search are read on their own. */
async function* resultOf(
  client: Gleaner,
  {
    url,
    title,
    snippet,
    position,
    scrape,
    content,
    filtered_content,
    date_published,
  }: Schemas['SearchResult'],
  format: TextFormat,
  search_id: string,
) {
  const about = { position, search_id, ...(date_published && { published_at: date_published }) }
  if (!scrape) {
    yield { text: snippet, metadata: known({ source: url, title, ...about }) }
  } else if (scrape.status !== 'succeeded') {
    yield failureOf(url, scrape.status, scrape)
  } else if (content) {
    const { status_code, credits, job_id } = scrape
    const text = content[format]
    const metadata = { source: url, title, status_code, credits, job_id, data: filtered_content, ...about }
    yield { text: typeof text === 'string' ? text : '', metadata: known(metadata) }
  } else {
    const { result } = await client.jobs.get(scrape.job_id!)
    yield result ? pageOf(result, format, about) : failureOf(url, 'expired', scrape)
  }
}

function failureOf(
  url: string,
  status: string,
  { error, error_code, job_id }: { error?: string; error_code?: string; job_id?: string },
): PageFailure {
  return {
    url,
    message: error ?? `The page is ${status}.`,
    ...(error_code && { code: error_code }),
    ...(job_id && { jobId: job_id }),
  }
}

function allFailed(failures: readonly PageFailure[]): ScrapeError {
  const [{ message, code, jobId }] = failures as [PageFailure]
  const others = failures.length === 1 ? '' : ` So, or otherwise, did all ${failures.length} pages fail.`
  return new ScrapeError(message + others, { code, jobId, details: { failures } })
}

function warn({ url, message }: PageFailure): void {
  console.warn(`Gleaner has left out ${url}: ${message}`)
}
