import type { AreaExamples } from './endpoint-example.ts'

const id = '019a9f3e-90aa-7d1b-8c44-1f2e3d4c5b6a'
const params = { key_id: id }

const apiKey = {
  id,
  name: 'crawler',
  key_prefix: 'sk_live_a1B2c3',
  key: null,
  scopes: ['scrape'],
  test: false,
  created_at: '2026-11-22T08:00:00.000Z',
  expires_at: null,
  last_used_at: '2026-11-22T09:12:40.000Z',
  last_used_ip: '203.0.113.7',
  allowed_ips: ['203.0.113.0/24', '2001:db8::/32'],
  previous_key_expires_at: null,
  requests: 1_204,
  limits: null,
}

export const apiKeys: AreaExamples = {
  listApiKeys: {
    query: { limit: 100, offset: 0 },
    replies: { 200: { items: [apiKey], total: 1, limit: 100, offset: 0 } },
  },
  createApiKey: {
    body: { name: 'crawler', scopes: ['scrape'], expires_at: null, allowed_ips: apiKey.allowed_ips },
    replies: {
      201: {
        ...apiKey,
        key: 'sk_live_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6',
        last_used_at: null,
        last_used_ip: null,
        requests: 0,
      },
    },
  },
  getApiKey: { params, replies: { 200: apiKey } },
  updateApiKey: { params, body: { name: 'crawler' }, replies: { 200: apiKey } },
  rotateApiKey: {
    params,
    body: { overlap_seconds: 86_400, end_previous: false },
    replies: {
      201: {
        ...apiKey,
        key: 'sk_live_Q7vB4nK9sT1wY6zR3cF8hL5pD0gAx2mJ4k',
        key_prefix: 'sk_live_Q7vB4n',
        previous_key_expires_at: '2026-11-23T08:00:00.000Z',
      },
    },
  },
  endApiKeyOverlap: { params },
  deleteApiKey: { params },
}
