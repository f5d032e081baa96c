import { endpointsIn } from '../endpoint.ts'
import { JobAccepted } from '../schemas/jobs.ts'
import { DemoRequest } from '../schemas/scrape/demo.ts'
import { Estimate } from '../schemas/scrape/estimate.ts'
import { ScrapeRequest } from '../schemas/scrape/request.ts'
import { ScrapeResult } from '../schemas/scrape/result.ts'
import { SCRAPE_REFUSALS } from '../scrape-refusals.ts'

const endpoint = endpointsIn('Scrape', 'Fetch a page and get it in the formats that you ask for.')

export const postScrape = endpoint({
  method: 'POST',
  path: '/scrape',
  summary: 'Fetch one page and return it in the asked formats.',
  description:
    'The cheapest tier is tried first. A tier that is blocked, runs out of time or gets a page that is empty without JavaScript hands over to the next one. Only the attempt that delivered is charged; `billing` lists all of them. With `sync: false`, or when the wait is over before the page is there, the answer is 202 with a `job_id`.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  body: ScrapeRequest,
  polled: ['/jobs/{job_id}'],
  responses: { 200: ScrapeResult, 202: JobAccepted },
  errors: [
    ...SCRAPE_REFUSALS,
    'INSUFFICIENT_BALANCE',
    'UNSUPPORTED_CONTENT_TYPE',
    'ALL_TIERS_FAILED',
    'EXTRACTION_FAILED',
    'OUTCOME_UNKNOWN',
    'RESOURCE_LIMIT_EXCEEDED',
    'CANCELLED',
    'QUEUE_UNAVAILABLE',
  ],
})

export const postDemo = endpoint({
  method: 'POST',
  path: '/scrape/demo',
  summary: 'Fetch one page as Markdown and JSON without a key.',
  description: 'Tiers 1 and 2 only, free of charge. Operators may switch it off: then it answers 404.',
  auth: 'none',
  limitPerIp: { requests: 10, seconds: 3600 },
  body: DemoRequest,
  responses: { 200: ScrapeResult },
  errors: [
    'URL_NOT_ALLOWED',
    'NOT_FOUND',
    'UNSUPPORTED_CONTENT_TYPE',
    'ALL_TIERS_FAILED',
    'EXTRACTION_FAILED',
    'RESOURCE_LIMIT_EXCEEDED',
    'QUEUE_UNAVAILABLE',
  ],
})

export const postEstimate = endpoint({
  method: 'POST',
  path: '/scrape/estimate',
  summary: 'Estimate the price of a scrape without fetching or charging anything.',
  description: 'Takes the request as it would be sent to POST /scrape.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  scope: 'read',
  body: ScrapeRequest,
  responses: { 200: Estimate },
  errors: ['URL_NOT_ALLOWED', 'BUDGET_EXCEEDED'],
})
