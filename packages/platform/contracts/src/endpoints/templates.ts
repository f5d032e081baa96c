import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { LIMITS } from '../limits.ts'
import { TemplateTest } from '../schemas/extract.ts'
import { ExtractAccepted } from '../schemas/extract-replies.ts'
import { PageQuery } from '../schemas/page.ts'
import {
  Template,
  TemplateCreate,
  Templates,
  TemplateTestResult,
  TemplateUpdate,
} from '../schemas/templates.ts'
import { postScrape } from './scrape.ts'

const endpoint = endpointsIn('Templates', 'Selectors of your own, by which pages are read.')

const params = inPath('template_id')

export const listTemplates = endpoint({
  method: 'GET',
  path: '/templates',
  summary: "List the account's templates.",
  auth: 'apiKeyOrBearer',
  consent: 'stored',
  query: PageQuery,
  responses: { 200: Templates },
  errors: [],
})

export const createTemplate = endpoint({
  method: 'POST',
  path: '/templates',
  summary: 'Store selectors under a name, to be used as template in scrapes and batches.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  body: TemplateCreate,
  responses: { 201: Template },
  errors: ['CONFLICT'],
})

export const getTemplate = endpoint({
  method: 'GET',
  path: '/templates/{template_id}',
  summary: 'Read one of your templates.',
  auth: 'apiKeyOrBearer',
  consent: 'stored',
  params,
  responses: { 200: Template },
  errors: ['NOT_FOUND'],
})

export const updateTemplate = endpoint({
  method: 'PATCH',
  path: '/templates/{template_id}',
  summary: 'Change the named fields of a template. Jobs that were accepted before keep what it was.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  body: TemplateUpdate,
  responses: { 200: Template },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/templates/{template_id}',
  summary: 'Delete a template. Jobs that were accepted before keep it.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})

export const testTemplate = endpoint({
  method: 'POST',
  path: '/templates/{template_id}/test',
  summary: 'Try a template on a page that you send, or that is fetched: what each of its selectors finds.',
  description:
    'Charged as POST /extract without a prompt; nothing for what fails. Nothing is taken from the cache.',
  auth: 'apiKeyOrBearer',
  params,
  body: TemplateTest,
  largeField: { name: 'content', bytes: LIMITS.extractContent },
  polled: ['/jobs/{job_id}', '/batch/{batch_id}', '/extract/{extract_id}'],
  responses: { 200: TemplateTestResult, 202: ExtractAccepted },
  errors: [...postScrape.errors, 'NOT_FOUND'],
})
