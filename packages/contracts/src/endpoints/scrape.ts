import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Estimate, EstimateRequest } from '../schemas/estimate.ts'
import { Job, JobAccepted } from '../schemas/job.ts'
import { ScrapeRequest } from '../schemas/scrape-request.ts'
import { ScrapeResult } from '../schemas/scrape-result.ts'
import { Usage, UsageQuery } from '../schemas/usage.ts'

export const postScrape = endpoint({
  method: 'POST',
  path: '/scrape',
  summary: 'Fetch one page and return it in the asked formats.',
  auth: 'apiKey',
  tokens: 2,
  body: ScrapeRequest,
  responses: { 200: ScrapeResult, 202: JobAccepted },
  errors: [
    'INVALID_REQUEST',
    'INVALID_JSON',
    'URL_NOT_ALLOWED',
    'SESSION_COOKIES_CONFLICT',
    'SESSION_NOT_FOUND',
    'INSUFFICIENT_BALANCE',
    'IDEMPOTENCY_IN_PROGRESS',
    'IDEMPOTENCY_CONFLICT',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_CONTENT_TYPE',
    'ALL_TIERS_FAILED',
    'BUDGET_EXCEEDED',
    'EXTRACTION_FAILED',
    'OUTCOME_UNKNOWN',
    'RESOURCE_LIMIT_EXCEEDED',
    'QUEUE_UNAVAILABLE',
  ],
})

export const postEstimate = endpoint({
  method: 'POST',
  path: '/scrape/estimate',
  summary: 'Estimate the price of a scrape without fetching or charging anything.',
  auth: 'apiKey',
  tokens: 2,
  body: EstimateRequest,
  responses: { 200: Estimate },
  errors: ['INVALID_REQUEST', 'URL_NOT_ALLOWED'],
})

export const getJob = endpoint({
  method: 'GET',
  path: '/jobs/{job_id}',
  summary: 'Read a job and, once it is completed, its result.',
  auth: 'apiKey',
  tokens: 1,
  params: z.object({ job_id: z.string() }),
  responses: { 200: Job },
  errors: ['JOB_NOT_FOUND', 'JOB_EXPIRED'],
})

export const getUsage = endpoint({
  method: 'GET',
  path: '/usage',
  summary: 'Balance, request counts and rate-limit state of the account.',
  auth: 'apiKey',
  tokens: 1,
  query: UsageQuery,
  responses: { 200: Usage },
  errors: ['INVALID_REQUEST'],
})
