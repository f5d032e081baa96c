import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { inWords, RETENTION } from '../limits.ts'
import { CrawlEstimate } from '../schemas/crawls/estimate.ts'
import { Crawl, CrawlAccepted, CrawlList, CrawlPage } from '../schemas/crawls/replies.ts'
import { CrawlEstimateRequest, CrawlListQuery, CrawlQuery, CrawlRequest } from '../schemas/crawls/request.ts'
import { SCRAPE_REFUSALS } from '../scrape-refusals.ts'

const endpoint = endpointsIn(
  'Crawls',
  'A whole site with one request: its pages are found by links and sitemaps, and scraped.',
)

const params = inPath('crawl_id')

export const createCrawl = endpoint({
  method: 'POST',
  path: '/crawl',
  summary: 'Scrape a site: its start page, and the pages that are found from there.',
  description: [
    'Pages are found by links, sitemaps and feeds. Each is scraped once, as a job of its own, with the fields of a scrape that stand here. `max_pages` is exact: pages that fail are not counted, and nothing is charged for them.',
    `Nothing is held for the whole crawl: each page takes its own hold when it is admitted. The balance must cover the first tier of the start page. When the balance or a spend limit ends in the middle, or too many of your webhooks wait, the crawl waits (\`paused_reason\`), and goes on by itself, for ${inWords(RETENTION.resultMs)}.`,
  ].join('\n\n'),
  auth: 'apiKeyOrBearer',
  consent: 'work',
  body: CrawlRequest,
  takesSlot: true,
  idempotent: true,
  polled: ['/crawl/{crawl_id}'],
  responses: { 202: CrawlAccepted },
  errors: [...SCRAPE_REFUSALS, 'INSUFFICIENT_BALANCE', 'CRAWL_LIMIT_REACHED'],
})

export const postCrawlEstimate = endpoint({
  method: 'POST',
  path: '/crawl/estimate',
  summary: 'What a crawl would probably scrape and cost, without scraping anything.',
  description:
    'Takes the body of `POST /crawl`. robots.txt, the sitemaps and the links of the start page are read; nothing is charged. What only further links lead to is not counted: `max_pages` of the reply allows for it.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  body: CrawlEstimateRequest,
  takesSlot: true,
  tokens: 5,
  responses: { 200: CrawlEstimate },
  errors: [...SCRAPE_REFUSALS, 'ALL_TIERS_FAILED', 'RESOURCE_LIMIT_EXCEEDED', 'QUEUE_UNAVAILABLE'],
})

export const getCrawl = endpoint({
  method: 'GET',
  path: '/crawl/{crawl_id}',
  summary: 'Read how far a crawl is, and its pages.',
  description: `Once the crawl has ended, or with \`include_results=true\`, the pages follow in the order in which they were taken on, \`limit\` of them from \`offset\` on, each with its result once it has one; with \`Accept: application/x-ndjson\` or \`format=jsonl\` each line is a page, and all of them come. Results are kept for ${inWords(RETENTION.resultMs)}, the rest for ${inWords(RETENTION.jobMs)}.`,
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  query: CrawlQuery,
  responses: { 200: Crawl, 304: NO_BODY },
  lines: CrawlPage,
  errors: ['NOT_FOUND'],
})

export const cancelCrawl = endpoint({
  method: 'DELETE',
  path: '/crawl/{crawl_id}',
  summary: 'Cancel the pages of a crawl that no worker has begun with.',
  description:
    'What was scraped is kept. Holds of cancelled pages are released; pages at work end as usual and are charged. Cancelling a crawl that has ended changes nothing.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  responses: { 200: Crawl },
  errors: ['NOT_FOUND'],
})

export const pauseCrawl = endpoint({
  method: 'POST',
  path: '/crawl/{crawl_id}/pause',
  summary: 'Pause a crawl: no page is begun until it is resumed.',
  description: `Pages at work end as usual. A paused crawl ends after ${inWords(RETENTION.resultMs)}, as any. Pausing a crawl that has ended changes nothing.`,
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  responses: { 200: Crawl },
  errors: ['NOT_FOUND'],
})

export const resumeCrawl = endpoint({
  method: 'POST',
  path: '/crawl/{crawl_id}/resume',
  summary: 'Let a paused crawl go on.',
  description: 'Resuming a crawl that is not paused changes nothing.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  responses: { 200: Crawl },
  errors: ['NOT_FOUND'],
})

export const listCrawls = endpoint({
  method: 'GET',
  path: '/crawls',
  summary: `List your crawls of the last ${inWords(RETENTION.jobMs)}, the newest first.`,
  auth: 'apiKeyOrBearer',
  consent: 'work',
  query: CrawlListQuery,
  responses: { 200: CrawlList },
  errors: [],
})
