import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { inWords, RETENTION } from '../limits.ts'
import {
  ExportDestination,
  ExportDestinationCreate,
  ExportDestinationList,
  ExportDestinationUpdate,
  ExportTestResult,
} from '../schemas/exports/destinations.ts'
import { ExportRequest, ExportRun, ExportRunList } from '../schemas/exports/runs.ts'
import { PageQuery } from '../schemas/page.ts'

const endpoint = endpointsIn(
  'Exports',
  'Pages of batches and crawls, written to a bucket, a folder or a webhook of yours.',
)

const params = inPath('destination_id')

export const listExportDestinations = endpoint({
  method: 'GET',
  path: '/exports',
  summary: 'List the places that exports of the account can be written to.',
  auth: 'apiKeyOrBearer',
  query: PageQuery,
  responses: { 200: ExportDestinationList },
  errors: [],
})

export const createExportDestination = endpoint({
  method: 'POST',
  path: '/exports',
  summary: 'Register a bucket, a folder or a webhook that exports can be written to.',
  description:
    'Credentials are stored sealed. A bucket needs the rights to put objects, to read their heads, and to list and abort uploads. Folders are those of the operator.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  body: ExportDestinationCreate,
  responses: { 201: ExportDestination },
  errors: ['URL_NOT_ALLOWED', 'CONFLICT'],
})

export const getExportDestination = endpoint({
  method: 'GET',
  path: '/exports/{destination_id}',
  summary: 'Read an export destination; its secret is not shown.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: ExportDestination },
  errors: ['NOT_FOUND'],
})

export const updateExportDestination = endpoint({
  method: 'PATCH',
  path: '/exports/{destination_id}',
  summary: 'Change the named fields of an export destination.',
  description: 'Where it is can be changed only while no export is being written to it.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  body: ExportDestinationUpdate,
  responses: { 200: ExportDestination },
  errors: ['URL_NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT'],
})

export const deleteExportDestination = endpoint({
  method: 'DELETE',
  path: '/exports/{destination_id}',
  summary: 'Delete an export destination that no export is being written to. What was written stays.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const testExportDestination = endpoint({
  method: 'POST',
  path: '/exports/{destination_id}/test',
  summary: 'Write a small object, delete it again, and tell how that went.',
  description: 'A webhook is sent a signed `export.test`. With a test key nothing is written.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  takesSlot: true,
  limitPerAccount: { requests: 20, seconds: 60 },
  params,
  responses: { 200: ExportTestResult },
  errors: ['NOT_FOUND'],
})

const EXPORT_ERRORS = ['NOT_FOUND', 'CONFLICT', 'JOB_EXPIRED'] as const
const DESCRIPTION = `What has ended can be exported for as long as its results are kept (${inWords(RETENTION.resultMs)}), which costs nothing. \`GET /exports/runs/{export_id}\` shows how far it is. Interrupted work goes on where it stopped; an object appears once it is whole, holds each page once, and takes the place of an earlier export of the same in the same form.`

export const exportBatch = endpoint({
  method: 'POST',
  path: '/batch/{batch_id}/export',
  summary: 'Write the pages of a batch to one of your export destinations.',
  description: DESCRIPTION,
  auth: 'apiKeyOrBearer',
  params: inPath('batch_id'),
  body: ExportRequest,
  polled: ['/exports/runs/{export_id}'],
  responses: { 202: ExportRun },
  errors: EXPORT_ERRORS,
})

export const exportCrawl = endpoint({
  method: 'POST',
  path: '/crawl/{crawl_id}/export',
  summary: 'Write the pages of a crawl to one of your export destinations.',
  description: `${DESCRIPTION} A \`wacz\` opens in ReplayWeb.page; scrape with the format \`raw\` or \`html\` for it.`,
  auth: 'apiKeyOrBearer',
  params: inPath('crawl_id'),
  body: ExportRequest,
  polled: ['/exports/runs/{export_id}'],
  responses: { 202: ExportRun },
  errors: EXPORT_ERRORS,
})

export const listExports = endpoint({
  method: 'GET',
  path: '/exports/runs',
  summary: 'List your exports of the last 31 days, the newest first.',
  auth: 'apiKeyOrBearer',
  query: PageQuery,
  responses: { 200: ExportRunList },
  errors: [],
})

const runParams = inPath('export_id')

export const getExport = endpoint({
  method: 'GET',
  path: '/exports/runs/{export_id}',
  summary: 'Read how far an export is.',
  auth: 'apiKeyOrBearer',
  params: runParams,
  responses: { 200: ExportRun },
  errors: ['NOT_FOUND'],
})

export const cancelExport = endpoint({
  method: 'DELETE',
  path: '/exports/runs/{export_id}',
  summary: 'Cancel an export. Objects that are whole stay; what is begun is removed.',
  description: 'One that has ended stays as it is.',
  auth: 'apiKeyOrBearer',
  params: runParams,
  responses: { 200: ExportRun },
  errors: ['NOT_FOUND'],
})
