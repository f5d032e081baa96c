import type { DoorHandler } from './call.ts'
import type { Dialect } from './dialect.ts'
import { BATCH_FIELDS } from './fields/batch-fields.ts'
import { CRAWL_FIELDS } from './fields/crawl-fields.ts'
import { EXTRACT_FIELDS } from './fields/extract-fields.ts'
import type { Field } from './fields/field.ts'
import { MAP_FIELDS } from './fields/map-fields.ts'
import { PARSE_FIELDS } from './fields/parse-fields.ts'
import { SCRAPE_FIELDS } from './fields/scrape-fields.ts'
import { SEARCH_FIELDS } from './fields/search-fields.ts'
import { deleteBatch, getBatch, getBatchErrors, postBatch } from './routes/batch.ts'
import { deleteCrawl, getActiveCrawls, getCrawl, getCrawlErrors, postCrawl } from './routes/crawl.ts'
import { getExtract, postExtract } from './routes/extract.ts'
import { postMap } from './routes/map.ts'
import { postParamsPreview } from './routes/params-preview.ts'
import { postParse } from './routes/parse.ts'
import { getScrape, postScrape } from './routes/scrape.ts'
import { postSearch } from './routes/search.ts'
import {
  getActivity,
  getConcurrency,
  getCreditHistory,
  getCreditUsage,
  getQueueStatus,
  getTokenHistory,
  getTokenUsage,
} from './routes/team.ts'

/** A route of this door: either what answers it, or what to use instead. */
export interface DoorEndpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** In the router's notation; ids are `:jobId`. */
  path: string
  in?: readonly Dialect[]
  /** Fields of its body. */
  fields?: readonly Field[]
  handle?: DoorHandler
  /** The endpoints of ours that it calls, for the reference. */
  calls?: string
  /** It is known and not served: 501 with this. */
  instead?: string
}

const V2 = ['v2'] as const
const V1 = ['v1'] as const

const STEPS = 'Name the steps in `actions` of POST /v2/scrape.'
const AGENT = 'Search with POST /v2/search, and read fields with the format json of POST /v2/scrape.'
const SESSIONS = 'Scrape with `actions`, or store a login with POST /api/v1/sessions.'

/** What goes before others stands before them: `/crawl/active` is no id. */
export const DOOR_ENDPOINTS: readonly DoorEndpoint[] = [
  { method: 'POST', path: '/scrape', fields: SCRAPE_FIELDS, handle: postScrape, calls: 'POST /scrape' },
  { method: 'GET', path: '/scrape/:jobId', handle: getScrape, calls: 'GET /jobs/{job_id}' },
  { method: 'POST', path: '/batch/scrape', fields: BATCH_FIELDS, handle: postBatch, calls: 'POST /batch' },
  {
    method: 'GET',
    path: '/batch/scrape/:jobId',
    handle: getBatch,
    calls: 'GET /batch/{batch_id}, GET /batch/{batch_id}/results',
  },
  { method: 'GET', path: '/batch/scrape/:jobId/errors', handle: getBatchErrors, calls: 'GET /jobs' },
  // One published client asks so.
  {
    method: 'DELETE',
    path: '/batch/scrape/:jobId/errors',
    in: V1,
    handle: getBatchErrors,
    calls: 'GET /jobs',
  },
  { method: 'DELETE', path: '/batch/scrape/:jobId', handle: deleteBatch, calls: 'DELETE /batch/{batch_id}' },
  { method: 'POST', path: '/crawl', fields: CRAWL_FIELDS, handle: postCrawl, calls: 'POST /crawl' },
  { method: 'POST', path: '/crawl/params-preview', in: V2, handle: postParamsPreview, calls: 'POST /map' },
  { method: 'GET', path: '/crawl/active', handle: getActiveCrawls, calls: 'GET /crawls' },
  { method: 'GET', path: '/crawl/ongoing', handle: getActiveCrawls, calls: 'GET /crawls' },
  { method: 'GET', path: '/crawl/:jobId', handle: getCrawl, calls: 'GET /crawl/{crawl_id}' },
  { method: 'GET', path: '/crawl/:jobId/errors', handle: getCrawlErrors, calls: 'GET /jobs' },
  { method: 'DELETE', path: '/crawl/:jobId', handle: deleteCrawl, calls: 'DELETE /crawl/{crawl_id}' },
  { method: 'POST', path: '/map', fields: MAP_FIELDS, handle: postMap, calls: 'POST /map' },
  {
    method: 'POST',
    path: '/search',
    fields: SEARCH_FIELDS,
    handle: postSearch,
    calls: 'POST /search, POST /batch',
  },
  { method: 'POST', path: '/parse', in: V2, fields: PARSE_FIELDS, handle: postParse, calls: 'POST /parse' },
  { method: 'POST', path: '/extract', fields: EXTRACT_FIELDS, handle: postExtract, calls: 'POST /batch' },
  { method: 'GET', path: '/extract/:jobId', handle: getExtract, calls: 'GET /batch/{batch_id}/results' },
  { method: 'GET', path: '/team/credit-usage', handle: getCreditUsage, calls: 'GET /usage' },
  {
    method: 'GET',
    path: '/team/credit-usage/historical',
    handle: getCreditHistory,
    calls: 'GET /usage/report',
  },
  { method: 'GET', path: '/team/token-usage', handle: getTokenUsage, calls: 'GET /usage' },
  {
    method: 'GET',
    path: '/team/token-usage/historical',
    handle: getTokenHistory,
    calls: 'GET /usage/report',
  },
  { method: 'GET', path: '/team/queue-status', handle: getQueueStatus, calls: 'GET /jobs' },
  { method: 'GET', path: '/team/activity', handle: getActivity, calls: 'GET /jobs' },
  { method: 'GET', path: '/concurrency-check', handle: getConcurrency, calls: 'GET /usage' },
  ...notServedAt('/scrape/:jobId/interact', ['POST', 'DELETE'], V2, STEPS),
  ...notServedAt('/agent', ['POST', 'GET'], V2, AGENT),
  ...notServedAt('/agent/*rest', ['GET', 'POST', 'DELETE'], V2, AGENT),
  ...notServedAt('/browser', ['POST', 'GET'], V2, SESSIONS),
  ...notServedAt('/browser/*rest', ['GET', 'POST', 'DELETE'], V2, SESSIONS),
  ...notServedAt('/interact', ['POST', 'GET'], V2, STEPS),
  ...notServedAt('/interact/*rest', ['GET', 'POST', 'DELETE'], V2, STEPS),
  ...notServedAt('/search/research', ['GET', 'POST'], V2, 'Search with the category research.'),
  ...notServedAt('/search/research/*rest', ['GET', 'POST'], V2, 'Search with the category research.'),
  ...notServedAt('/search/developer', ['GET', 'POST'], V2, 'Search with the category github.'),
  ...notServedAt('/search/:jobId/feedback', ['POST'], V2, 'Write to the operator of this server.'),
  ...notServedAt('/feedback', ['POST'], V2, 'Write to the operator of this server.'),
  ...notServedAt('/tools/*rest', ['GET', 'POST'], V2, 'There is no catalog of tools.'),
  ...notServedAt('/parse/*rest', ['GET', 'POST'], V2, 'Send the file to POST /v2/parse.'),
  ...notServedAt('/deep-research', ['POST'], V1, AGENT),
  ...notServedAt('/deep-research/:jobId', ['GET'], V1, AGENT),
  ...notServedAt('/llmstxt', ['POST'], V1, 'Crawl the site with POST /v1/crawl; its pages are Markdown.'),
  ...notServedAt(
    '/llmstxt/:jobId',
    ['GET'],
    V1,
    'Crawl the site with POST /v1/crawl; its pages are Markdown.',
  ),
]

function notServedAt(
  path: string,
  methods: readonly DoorEndpoint['method'][],
  dialects: readonly Dialect[],
  instead: string,
): DoorEndpoint[] {
  return methods.map((method) => ({ method, path, in: dialects, instead }))
}
