import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { ExtractAccepted, ExtractRequest, ExtractResult } from '../schemas/extract.ts'
import { postScrape } from './scrape.ts'

export const postExtract = endpoint({
  method: 'POST',
  path: '/extract',
  summary: 'Extract fields from a page that you send, or that is fetched.',
  description:
    'By `extraction_schema`, `extraction_profile` or neither no model is asked; `extraction_prompt` is answered by a model of yours, through a key of `/llm-keys`. 12.5 credits, with a prompt 17.5; for a `url` the price of the scrape comes on top. Nothing is charged for what fails.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  body: ExtractRequest,
  largeField: { name: 'content', bytes: LIMITS.extractContent },
  responses: { 200: ExtractResult, 202: ExtractAccepted },
  errors: [...postScrape.errors, 'NOT_FOUND'],
})
