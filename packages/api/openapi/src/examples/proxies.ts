import type { AreaExamples } from './endpoint-example.ts'

const id = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e'
const params = { proxy_id: id }

const proxy = {
  id,
  name: 'office',
  scheme: 'http',
  host: 'proxy.example.com',
  port: 8080,
  has_credentials: true,
  country: 'DE',
  created_at: '2026-11-22T08:00:00.000Z',
  updated_at: '2026-11-22T08:00:00.000Z',
}

export const proxies: AreaExamples = {
  listProxies: { query: { limit: 20, offset: 0 }, replies: { 200: { proxies: [proxy], total: 1 } } },
  createProxy: {
    body: { name: 'office', url: 'http://user:password@proxy.example.com:8080', country: 'DE' },
    replies: { 201: proxy },
  },
  getProxy: { params, replies: { 200: proxy } },
  updateProxy: { params, body: { name: 'office' }, replies: { 200: proxy } },
  deleteProxy: { params },
  testProxy: { params, replies: { 200: { ok: true, status_code: 200, latency_ms: 184 } } },
}
