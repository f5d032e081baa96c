import type { AreaExamples } from './endpoint-example.ts'

const id = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2e60'
const params = { destination_id: id }

const destination = {
  id,
  name: 'warehouse',
  type: 's3',
  endpoint: 'https://s3.eu-central-1.amazonaws.com',
  bucket: 'acme-pages',
  region: 'eu-central-1',
  prefix: 'gleaner',
  addressing: 'virtual_host',
  access_key_suffix: 'MPLE',
  created_at: '2026-11-24T08:00:00.000Z',
  updated_at: '2026-11-24T08:00:00.000Z',
  last_used_at: null,
}

const batch_id = 'batch_019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d01'
const crawl_id = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d02'
const export_id = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2e61'

const begun = {
  export_id,
  destination_id: id,
  batch_id,
  status: 'pending',
  format: 'parquet',
  compression: 'snappy',
  rows: 0,
  total_rows: null,
  bytes: 0,
  objects: [],
  error: null,
  error_code: null,
  created_at: '2026-11-24T09:00:00.000Z',
  started_at: null,
  ended_at: null,
  deadline_at: '2026-11-24T15:00:00.000Z',
  status_url: `/api/v1/exports/runs/${export_id}`,
}

const done = {
  ...begun,
  status: 'completed',
  rows: 1000,
  total_rows: 1000,
  bytes: 8_214_562,
  objects: [{ name: `date=2026-11-24/${batch_id}.parquet`, rows: 1000, bytes: 8_214_562, is_complete: true }],
  started_at: '2026-11-24T09:00:01.000Z',
  ended_at: '2026-11-24T09:00:03.000Z',
}

const { batch_id: _, ...begunCrawl } = begun

export const exports: AreaExamples = {
  listExportDestinations: {
    query: { limit: 20, offset: 0 },
    replies: { 200: { destinations: [destination], total: 1 } },
  },
  createExportDestination: {
    bodies: {
      'A bucket': {
        name: 'warehouse',
        type: 's3',
        endpoint: 'https://s3.eu-central-1.amazonaws.com',
        bucket: 'acme-pages',
        region: 'eu-central-1',
        prefix: 'gleaner',
        addressing: 'virtual_host',
        access_key_id: 'AKIAIOSFODNN7EXAMPLE',
        secret_access_key: 'your-secret-access-key',
      },
      'A webhook': { name: 'loader', type: 'webhook', url: 'https://example.com/rows' },
    },
    replies: { 201: destination },
  },
  getExportDestination: { params, replies: { 200: destination } },
  updateExportDestination: {
    params,
    body: { name: 'data lake' },
    replies: { 200: { ...destination, name: 'data lake' } },
  },
  deleteExportDestination: { params },
  testExportDestination: { params, replies: { 200: { ok: true, latency_ms: 84 } } },
  exportBatch: {
    params: { batch_id },
    body: { destination_id: id, format: 'parquet', partition_by: 'date' },
    replies: { 202: begun },
  },
  exportCrawl: {
    params: { crawl_id },
    body: { destination_id: id, format: 'wacz' },
    replies: { 202: { ...begunCrawl, crawl_id, format: 'wacz', compression: 'gzip' } },
  },
  listExports: { query: { limit: 20, offset: 0 }, replies: { 200: { exports: [done], total: 1 } } },
  getExport: { params: { export_id }, replies: { 200: done } },
  cancelExport: { params: { export_id }, replies: { 200: { ...begun, status: 'cancelled' } } },
}
