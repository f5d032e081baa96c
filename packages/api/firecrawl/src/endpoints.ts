import type { DoorHandler } from './call.ts'
import type { Dialect } from './dialect.ts'
import { BATCH_FIELDS } from './fields/batch-fields.ts'
import { CRAWL_FIELDS } from './fields/crawl-fields.ts'
import { EXTRACT_FIELDS } from './fields/extract-fields.ts'
import type { Field } from './fields/field.ts'
import { MAP_FIELDS } from './fields/map-fields.ts'
import { MONITOR_FIELDS } from './fields/monitor-fields.ts'
import { PARSE_FIELDS } from './fields/parse-fields.ts'
import { SCRAPE_FIELDS } from './fields/scrape-fields.ts'
import { SEARCH_FIELDS } from './fields/search-fields.ts'
import { deleteBatch, getBatch, getBatchErrors, postBatch } from './routes/batch.ts'
import { deleteCrawl, getActiveCrawls, getCrawl, getCrawlErrors, postCrawl } from './routes/crawl.ts'
import { getExtract, postExtract } from './routes/extract.ts'
import { postMap } from './routes/map.ts'
import { deleteMonitor, getMonitor, listMonitors, patchMonitor, postMonitor } from './routes/monitor.ts'
import { getCheck, listChecks, runMonitor } from './routes/monitor-checks.ts'
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
import { getCrawlV0, postCrawlV0, postScrapeV0 } from './routes/v0.ts'

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
const V0 = ['v0'] as const

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
  {
    method: 'POST',
    path: '/monitor',
    in: V2,
    fields: MONITOR_FIELDS,
    handle: postMonitor,
    calls: 'POST /monitors',
  },
  { method: 'GET', path: '/monitor', in: V2, handle: listMonitors, calls: 'GET /monitors' },
  {
    method: 'GET',
    path: '/monitor/:monitorId',
    in: V2,
    handle: getMonitor,
    calls: 'GET /monitors/{monitor_id}',
  },
  {
    method: 'PATCH',
    path: '/monitor/:monitorId',
    in: V2,
    handle: patchMonitor,
    calls: 'PATCH /monitors/{monitor_id}',
  },
  {
    method: 'DELETE',
    path: '/monitor/:monitorId',
    in: V2,
    handle: deleteMonitor,
    calls: 'DELETE /monitors/{monitor_id}',
  },
  {
    method: 'POST',
    path: '/monitor/:monitorId/run',
    in: V2,
    handle: runMonitor,
    calls: 'POST /monitors/{monitor_id}/check',
  },
  {
    method: 'GET',
    path: '/monitor/:monitorId/checks',
    in: V2,
    handle: listChecks,
    calls: 'GET /monitors/{monitor_id}/checks',
  },
  {
    method: 'GET',
    path: '/monitor/:monitorId/checks/:checkId',
    in: V2,
    handle: getCheck,
    calls: 'GET /monitors/{monitor_id}/changes',
  },
  {
    method: 'POST',
    path: '/scrape',
    in: V0,
    handle: postScrapeV0,
    calls: 'POST /scrape, with the fields of v1',
  },
  {
    method: 'POST',
    path: '/crawl',
    in: V0,
    handle: postCrawlV0,
    calls: 'POST /crawl, with the fields of v1',
  },
  { method: 'GET', path: '/crawl/:jobId', in: V0, handle: getCrawlV0, calls: 'GET /crawl/{crawl_id}' },
  { method: 'DELETE', path: '/crawl/:jobId', in: V0, handle: deleteCrawl, calls: 'DELETE /crawl/{crawl_id}' },
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
  ...notServedAt('/support/*rest', ['POST'], V2, 'Write to the operator of this server.'),
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
