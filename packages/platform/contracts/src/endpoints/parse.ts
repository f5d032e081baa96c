import { endpointsIn } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { JobAccepted } from '../schemas/jobs.ts'
import { ParseRequest } from '../schemas/parse.ts'
import { ScrapeResult } from '../schemas/scrape/result.ts'

const endpoint = endpointsIn('Parse', 'Files and pages that you have already, read as fetched ones are.')

export const postParse = endpoint({
  method: 'POST',
  path: '/parse',
  summary: 'Read a file or page that you send: HTML, PDF, Office documents, images, data.',
  description:
    'Send JSON with `content`; or the file as `multipart/form-data`, in the part `file` beside a part `options` that holds the other fields as JSON; or the file itself with its `Content-Type`, and `formats` (names with commas between them), `source_url`, `filename` and `mode` in the query. A JSON file is sent in one of the first two ways. Nothing is fetched. The reply is that of a scrape, as are its job and its webhook. What is sent is sealed while it is at work, and deleted when it has ended.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  body: ParseRequest,
  largeField: { name: 'content', bytes: LIMITS.parseFile },
  takesFile: { bytes: LIMITS.parseFile },
  polled: ['/jobs/{job_id}'],
  responses: { 200: ScrapeResult, 202: JobAccepted },
  errors: [
    'URL_NOT_ALLOWED',
    'INSUFFICIENT_BALANCE',
    'UNSUPPORTED_CONTENT_TYPE',
    'ALL_TIERS_FAILED',
    'EXTRACTION_FAILED',
    'RESOURCE_LIMIT_EXCEEDED',
    'QUEUE_UNAVAILABLE',
  ],
})
