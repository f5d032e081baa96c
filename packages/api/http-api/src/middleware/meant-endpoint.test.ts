import { expect, test } from '@jest/globals'
import { meantEndpoint, similarEndpoint } from './meant-endpoint.ts'

const ID = '0192f0c4-7b1e-7c3a-9a55-0c1d2e3f4a5b'

test.each([
  ['POST', '/api/v1/scrap', '/api/v1/scrape'],
  ['POST', '/scrape', 'POST /api/v1/scrape'],
  ['POST', '/v2/scrape', 'POST /api/v1/scrape'],
  ['POST', '/api/v1/api/v1/scrape', 'POST /api/v1/scrape'],
  ['POST', '/api/v1/Scrape', 'POST /api/v1/scrape'],
  ['GET', `/api/v1/job/${ID}`, 'GET /api/v1/jobs/{job_id}'],
  ['GET', `/api/v1/batches/${ID}`, 'GET /api/v1/batch/{batch_id}'],
  ['POST', `/api/v1/jobs/${ID}/cancel`, 'DELETE /api/v1/jobs/{job_id}'],
  ['GET', `/api/v1/jobs/${ID}/result`, 'GET /api/v1/jobs/{job_id}'],
  ['POST', '/api/v1/screenshot', 'POST /api/v1/scrape with advanced.screenshot'],
  ['GET', '/api/v1/credits', 'GET /api/v1/billing/balance'],
  ['GET', '/api/v1/account', 'GET /api/v1/auth/me'],
  ['GET', '/api/v1/no-such-thing-at-all', undefined],
  ['GET', '/api/v1/health', 'GET /healthz'],
  ['GET', '/', undefined],
])('%s %s was meant for %s', (method, path, meant) => {
  expect(meantEndpoint(method, path)).toBe(meant)
})

test.each([
  ['POST', '/batches', 'POST /batch'],
  ['POST', '/crawls', 'POST /crawl'],
  ['GET', '/batch', 'GET /batches'],
  ['POST', '/crawl/start', 'POST /crawl'],
  ['POST', '/batch/scrape', 'POST /batch'],
  ['PUT', '/scrape', undefined],
  ['POST', '/jobs', undefined],
])('another method at a path: %s %s is %s', (method, path, similar) => {
  expect(similarEndpoint(method, path)).toBe(similar)
})
