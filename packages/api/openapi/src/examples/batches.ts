import type { AreaExamples } from './endpoint-example.ts'
import { jobs } from './jobs.ts'

const batchId = 'batch_019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f01'
const jobIds = ['019a9f40-1d2c-7aa1-9c11-0d1e2f3a4b5c', '019a9f40-1d2c-7ab2-8d22-1e2f3a4b5c6d']
const webhookUrl = 'https://hooks.example.com/gleaner'

const accepted = {
  batch_id: batchId,
  status: 'pending',
  total_jobs: 2,
  total_urls: 2,
  job_ids: jobIds,
  estimated_credits: 21,
  webhook_url: webhookUrl,
  concurrency: 2,
}

const batch = {
  batch_id: batchId,
  status: 'processing',
  total: 2,
  completed: 1,
  failed: 0,
  cancelled: 0,
  pending: 1,
  total_urls: 2,
  concurrency: 2,
  estimated_credits: 21,
  credits_used: 1,
  created_at: '2026-11-22T08:00:00.000Z',
  completed_at: null,
  cancelled_at: null,
  webhook_url: webhookUrl,
  webhook_status: 'pending',
  webhook_attempts: 1,
  items: [
    { job_id: jobIds[0], url: 'https://example.com/', status: 'succeeded', status_code: 200, credits: 1 },
    { job_id: jobIds[1], url: 'https://example.com/app', status: 'running' },
  ],
}

const webhookLog = {
  batch_id: batchId,
  webhook_url: webhookUrl,
  webhook_status: 'retrying',
  attempts: [
    {
      attempt: 1,
      status_code: 503,
      error: 'The receiver answered 503.',
      timestamp: '2026-11-22T08:00:04.000Z',
      job_id: jobIds[0],
      event: 'job.completed',
    },
  ],
  next_retry_at: '2026-11-22T08:00:15.000Z',
}

export const batches: AreaExamples = {
  retryBatch: {
    params: { batch_id: batchId },
    body: { cost_controls: { max_tier: '5' } },
    replies: { 200: { ...accepted, retry_of: batchId } },
  },
  createBatch: {
    bodies: {
      'Addresses alone': { urls: ['https://example.com/', 'https://example.com/about'] },
      'Options for all, and for one': {
        urls: ['https://example.com/', { url: 'https://example.com/app', advanced: { render_js: true } }],
        formats: ['markdown'],
        cost_controls: { max_tier: '4' },
        webhook_url: webhookUrl,
      },
    },
    replies: { 200: accepted },
  },
  getWebhookLog: { params: { batch_id: batchId }, replies: { 200: webhookLog } },
  retryWebhook: {
    params: { batch_id: batchId },
    replies: { 200: { ...webhookLog, webhook_status: 'pending', attempts: [], next_retry_at: null } },
  },
  getBatch: { params: { batch_id: batchId }, replies: { 200: batch } },
  cancelBatch: {
    params: { batch_id: batchId },
    replies: {
      200: {
        ...batch,
        status: 'cancelled',
        cancelled_at: '2026-11-22T08:00:05.000Z',
        webhook_status: 'cancelled',
      },
    },
  },
  getBatchResults: {
    params: { batch_id: batchId },
    query: { limit: 20, offset: 0 },
    replies: {
      200: {
        batch_id: batchId,
        status: 'processing',
        total: 2,
        limit: 20,
        offset: 0,
        results: [{ ...(jobs.getJob!.replies![200] as object), batch_id: batchId }],
      },
    },
  },
  listBatches: {
    query: { limit: 20, offset: 0, status: 'completed' },
    replies: {
      200: {
        batches: [
          {
            batch_id: batchId,
            url_count: 2,
            status: 'completed',
            concurrency: null,
            total: 2,
            completed: 2,
            failed: 0,
            cancelled: 0,
            pending: 0,
            credits_used: 21,
            created_at: '2026-11-22T08:00:00.000Z',
            completed_at: '2026-11-22T08:00:09.000Z',
          },
        ],
        total: 1,
        limit: 20,
        offset: 0,
      },
    },
  },
  getBatchAnalytics: {
    query: { days: 1 },
    replies: {
      200: {
        summary: { total_batches: 1, total_urls: 2, success_rate: 100, total_credits: 21 },
        daily_stats: [{ date: '2026-11-22', batches: 1, urls: 2, succeeded: 2, failed: 0, credits: 21 }],
        domain_breakdown: [{ domain: 'example.com', url_count: 2, success_rate: 100, avg_credits: 10.5 }],
        tier_distribution: { tier_1: 1, tier_2: 0, tier_3: 0, tier_4: 1, tier_5: 0 },
      },
    },
  },
}
