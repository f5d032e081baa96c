import { z } from 'zod'
import { endpointsIn, FILE } from '../endpoint.ts'
import { JobAccepted } from '../schemas/jobs.ts'
import { ScrapeQuery } from '../schemas/scrape/query.ts'
import { postScrape } from './scrape.ts'

const endpoint = endpointsIn('Scrape')

/** As POST /scrape: it starts work, and is paid for. */
const { consent, errors } = postScrape
const AS_SCRAPE = {
  consent,
  scope: 'write',
  tokens: 2,
  takesSlot: true,
  idempotent: true,
  errorFormat: 'text',
  errors,
} as const
const CONTENT_TYPES = [
  'text/markdown',
  'text/plain',
  'text/html',
  'application/json',
  'application/octet-stream',
  '*/*',
]

export const getPage = endpoint({
  method: 'GET',
  path: '/scrape',
  summary: 'Fetch one page and answer with the page itself.',
  description:
    'The body is the page in one format, and headers say what it cost. Every option of `POST /scrape` is a parameter: its name alone (`render_js=true`, `max_tier=3`), lists with commas, objects as JSON. Errors are text that begins with their code, or JSON for who accepts that. Where the page is not there in time, 202 names the job to collect it from.',
  auth: 'apiKeyOrQueryKey',
  query: ScrapeQuery,
  polled: ['/jobs/{job_id}'],
  responses: { 200: FILE, 202: JobAccepted },
  contentTypes: CONTENT_TYPES,
  ...AS_SCRAPE,
})

export const readAddress = endpoint({
  method: 'GET',
  path: '/r/{+url}',
  summary: 'The same with the address as the rest of the path.',
  description:
    'As it is, query and all: `/r/https://example.com/a?b=c`. Options stand in the header `X-Service-Options`, written as a query (`format=text&max_tier=3`), or in the headers of Reader clients that have the same meaning here (`X-Return-Format`, `X-Target-Selector`, `X-Wait-For-Selector`, `X-Timeout`, `X-Engine`, `X-No-Cache`, `X-Locale`, `X-Set-Cookie`); others of theirs are told in `X-Service-Warnings`, or refused.',
  auth: 'apiKeyOrBearer',
  params: z.object({
    url: z.array(z.string().describe('The page: its whole address, query and all, slashes as they are.')),
  }),
  polled: ['/jobs/{job_id}'],
  responses: { 200: FILE, 202: JobAccepted },
  contentTypes: CONTENT_TYPES,
  ...AS_SCRAPE,
})

export const getProxyCertificate = endpoint({
  method: 'GET',
  path: '/proxy/ca.pem',
  summary: 'Download the certificate that clients of the proxy port trust.',
  description:
    'Any HTTP client scrapes through the proxy port (`http://KEY:max_tier=3&render_js=true@host:8900`): the key is the user name, options of `GET /scrape` are the password. Each request is a scrape, charged and limited like any other, and its reply is the page as it came (`format` gives another form) with the headers of `GET /scrape`. For https the client trusts this certificate. 404 where the operator has no proxy port.',
  auth: 'none',
  responses: { 200: FILE },
  contentTypes: ['application/x-pem-file'],
  errors: ['NOT_FOUND'],
})
