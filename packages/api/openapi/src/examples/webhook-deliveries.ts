import type { AreaExamples } from './endpoint-example.ts'

const id = 'msg_019a9f40-11d2-7c3f-8a66-4b1c7d2e3f50'
const replayId = 'msg_019a9f55-6e0b-7d11-9c02-7f3a5b8c1d24'
const webhookId = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e'
const address = 'https://api.example.com/api/v1/webhooks/deliveries'
const signature = 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='

const delivery = {
  id,
  event_id: id,
  replay_of: null,
  webhook_id: webhookId,
  url: 'https://hooks.example.com/gleaner',
  event: 'job.failed',
  job_id: '019a9f3f-9e2b-7a4c-8d11-5c2d8e3f4a61',
  batch_id: null,
  status: 'failed' as const,
  attempts: 1,
  status_code: 410,
  error: 'The receiver answered 410: it wants no more webhooks at this address.',
  duration_ms: 84,
  created_at: '2026-11-22T08:05:00.000Z',
  ended_at: '2026-11-22T08:05:00.120Z',
  next_attempt_at: null,
}

const detail = {
  ...delivery,
  body: '{"event":"job.failed","batch_id":null,"job_id":"019a9f3f-9e2b-7a4c-8d11-5c2d8e3f4a61"}',
  body_url: `${address}/${id}/body`,
  body_bytes: 89,
  tries: [
    {
      attempt: 1,
      status_code: delivery.status_code,
      error: delivery.error,
      duration_ms: 84,
      created_at: '2026-11-22T08:05:00.036Z',
      headers: {
        'X-Service-Signature': 'sha256=2b5f0e6c1d7a9c3e4f8b0a6d5c2e1f9078a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0',
        'webhook-id': id,
        'webhook-timestamp': '1795334700',
        'webhook-signature': signature,
      },
      header_names: ['Authorization'],
      signature,
      answer: 'gone',
    },
  ],
}

const replay = {
  ...delivery,
  id: replayId,
  replay_of: id,
  status: 'pending' as const,
  attempts: 0,
  status_code: null,
  error: null,
  duration_ms: null,
  created_at: '2026-11-22T09:00:00.000Z',
  ended_at: null,
  next_attempt_at: '2026-11-22T09:00:00.000Z',
}

const params = { delivery_id: id }

export const webhookDeliveries: AreaExamples = {
  listWebhookDeliveries: {
    query: { webhook_id: webhookId, status: 'failed', limit: 20 },
    replies: { 200: { deliveries: [delivery], next_cursor: null } },
  },
  getWebhookDelivery: { params, replies: { 200: detail } },
  getWebhookDeliveryBody: { params, replies: {} },
  replayWebhookDelivery: {
    params,
    replies: { 202: { ...replay, delivery_id: replayId, poll_url: `${address}/${replayId}` } },
  },
  replayWebhookDeliveries: {
    body: {
      from: '2026-11-22T08:00:00Z',
      to: '2026-11-22T09:00:00Z',
      status: 'failed',
      webhook_id: webhookId,
    },
    replies: { 200: { replayed: 41, skipped: 2 } },
  },
}
