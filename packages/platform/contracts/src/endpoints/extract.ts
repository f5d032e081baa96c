import { z } from 'zod'
import { endpointsIn } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { LIMITS } from '../limits.ts'
import { ExtractRequest } from '../schemas/extract.ts'
import { ExtractAccepted, ExtractHistory, ExtractResult } from '../schemas/extract-replies.ts'
import { postScrape } from './scrape.ts'

const endpoint = endpointsIn(
  'Extract',
  'Fields of a page that you have already, or that is fetched; with a model of yours or without one.',
)

export const postExtract = endpoint({
  method: 'POST',
  path: '/extract',
  summary: 'Extract fields from a page that you send, or that is fetched.',
  description:
    'With `extraction_schema`, `extraction_profile` or neither, no model is asked. `extraction_prompt` is answered by a model of yours, through a key of `/llm-keys`. For a `url` the price of the scrape is added; nothing is charged for what fails. When no model answers, the extraction fails with `EXTRACTION_FAILED`. One that takes longer than its wait is answered 202 and goes on as a job. What is sent is sealed while it is at work, and deleted when it has ended.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  body: ExtractRequest,
  largeField: { name: 'content', bytes: LIMITS.extractContent },
  polled: ['/jobs/{job_id}', '/batch/{batch_id}', '/extract/{extract_id}'],
  responses: {
    200: z.union([ExtractResult, ExtractHistory]),
    202: z.union([ExtractAccepted, ExtractHistory]),
  },
  errors: [...postScrape.errors, 'NOT_FOUND'],
})

export const getExtract = endpoint({
  method: 'GET',
  path: '/extract/{extract_id}',
  summary: 'Read an extraction again, or what the versions of a monitored page say so far.',
  description:
    'Of one page: what `POST /extract` answers when it is over, errors too, and 202 until then. By the id of a job of an extraction, as long as its result is kept.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params: inPath('extract_id'),
  polled: ['/jobs/{job_id}', '/extract/{extract_id}'],
  responses: postExtract.responses,
  errors: [...postExtract.errors, 'JOB_EXPIRED'],
})
