import { endpoint } from '../endpoint.ts'
import { JobAccepted } from '../schemas/jobs.ts'
import { DemoRequest } from '../schemas/scrape/demo.ts'
import { Estimate } from '../schemas/scrape/estimate.ts'
import { ScrapeRequest } from '../schemas/scrape/request.ts'
import { ScrapeResult } from '../schemas/scrape/result.ts'
import { SCRAPE_REFUSALS } from '../scrape-refusals.ts'

export const postScrape = endpoint({
  method: 'POST',
  path: '/scrape',
  summary: 'Fetch one page and return it in the asked formats.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  body: ScrapeRequest,
  responses: { 200: ScrapeResult, 202: JobAccepted },
  errors: [
    ...SCRAPE_REFUSALS,
    'INSUFFICIENT_BALANCE',
    'UNSUPPORTED_CONTENT_TYPE',
    'ALL_TIERS_FAILED',
    'EXTRACTION_FAILED',
    'OUTCOME_UNKNOWN',
    'RESOURCE_LIMIT_EXCEEDED',
    'QUEUE_UNAVAILABLE',
  ],
})

export const postDemo = endpoint({
  method: 'POST',
  path: '/scrape/demo',
  summary: 'Try the service without a key: one page as Markdown and JSON.',
  description: 'Tiers 1 and 2 only, free of charge. Operators may switch it off; then it answers 404.',
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
