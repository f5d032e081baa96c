import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { PageArchive, PageArchiveInput } from '../schemas/page-archive.ts'

const endpoint = endpointsIn('Extract')

export const getArchive = endpoint({
  method: 'GET',
  path: '/archive',
  summary: 'Read whether delivered pages are kept, and how many are.',
  auth: 'apiKeyOrBearer',
  consent: 'stored',
  responses: { 200: PageArchive },
  errors: [],
})

export const setArchive = endpoint({
  method: 'PUT',
  path: '/archive',
  summary: 'Keep delivered pages as they were fetched, or keep no more.',
  description:
    'Kept pages outlive their jobs. `POST /extract` with `job_id`, `batch_id` or `crawl_id` reads them anew, with another schema, template or format, without asking the site. Pages of a login session that you may only use are never kept.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  body: PageArchiveInput,
  responses: { 200: PageArchive },
  errors: [],
})

export const emptyArchive = endpoint({
  method: 'DELETE',
  path: '/archive',
  summary: 'Delete all pages that are kept.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  responses: { 204: NO_BODY },
  errors: [],
})
