import type { AreaExamples } from './endpoint-example.ts'

const id = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e'
const deliveryId = 'msg_019a9f40-11d2-7c3f-8a66-4b1c7d2e3f50'
const params = { webhook_id: id }
const secret = 'whsec_3q2+7wAAESIzRFVmd4iZqrvM3e7/AAESIzRFVmd4iZo='

const webhook = {
  id,
  name: 'warehouse',
  url: 'https://hooks.example.com/gleaner',
  events: ['job.completed', 'job.failed'],
  header_names: ['Authorization'],
  is_active: true,
  failure_count: 0,
  failing_since: null,
  disabled_at: null,
  created_at: '2026-11-22T08:00:00.000Z',
  updated_at: '2026-11-22T08:00:00.000Z',
}

const delivery = {
  id: deliveryId,
  event_id: deliveryId,
  replay_of: null,
  webhook_id: id,
  url: webhook.url,
  event: 'job.completed',
  job_id: '019a9f3f-9e2b-7a4c-8d11-5c2d8e3f4a61',
  batch_id: null,
  status: 'delivered' as const,
  attempts: 1,
  status_code: 200,
  error: null,
  duration_ms: 84,
  created_at: '2026-11-22T08:05:00.000Z',
  ended_at: '2026-11-22T08:05:00.120Z',
  next_attempt_at: null,
}

const tested = {
  delivery_id: deliveryId,
  event: 'webhook.test' as const,
  success: true,
  status: 'delivered' as const,
  status_code: 200,
  error: null,
  duration_ms: 84,
}

const shownSecret = { secret, created_at: '2026-11-22T08:00:00.000Z', previous_expires_at: null }

export const webhooks: AreaExamples = {
  listWebhooks: {
    query: { limit: 20, offset: 0 },
    replies: { 200: { webhooks: [webhook], total: 1, limit: 20, offset: 0 } },
  },
  createWebhook: {
    body: {
      url: webhook.url,
      name: webhook.name,
      events: webhook.events,
      headers: { Authorization: 'Bearer warehouse-7Qm2' },
    },
    replies: { 201: { ...webhook, secret } },
  },
  getWebhook: {
    params,
    replies: {
      200: {
        ...webhook,
        webhook,
        recent_deliveries: [delivery],
        stats: { deliveries: 1, delivered: 1, failed: 0, pending: 0, success_rate: 100 },
      },
    },
  },
  updateWebhook: { params, body: { is_active: true }, replies: { 200: webhook } },
  deleteWebhook: { params },
  testWebhook: {
    params,
    replies: {
      200: tested,
      202: { ...tested, success: false, status: 'pending', status_code: null, duration_ms: null },
    },
  },
  getWebhookSecret: { replies: { 200: shownSecret } },
  rotateWebhookSecret: {
    body: { end_previous: false },
    replies: { 200: { ...shownSecret, previous_expires_at: '2026-11-23T08:00:00.000Z' } },
  },
}
