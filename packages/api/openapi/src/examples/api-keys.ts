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
  requests: 1_204,
  limits: null,
}

export const apiKeys: AreaExamples = {
  listApiKeys: {
    query: { limit: 100, offset: 0 },
    replies: { 200: { items: [apiKey], total: 1, limit: 100, offset: 0 } },
  },
  createApiKey: {
    body: { name: 'crawler', scopes: ['scrape'], expires_at: null },
    replies: {
      201: { ...apiKey, key: 'sk_live_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6', last_used_at: null, requests: 0 },
    },
  },
  getApiKey: { params, replies: { 200: apiKey } },
  updateApiKey: { params, body: { name: 'crawler' }, replies: { 200: apiKey } },
  deleteApiKey: { params },
}
