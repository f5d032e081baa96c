import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account()
})
afterAll(() => fixture.close())

const post = async (path: string, id: string, body: object) =>
  await fixture.request(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json', 'X-Request-Id': id },
    body: JSON.stringify(body),
  })
const keptIn = async (table: 'job' | 'batch', id: string) =>
  (await fixture.pool.query(`SELECT id FROM ${table} WHERE request_id = $1`, [id])).rows.map((row) => row.id)

test('whatever door work comes by, its row keeps the id of the request', async () => {
  const url = `${fixture.site.url}/article`
  const scrape = await post('/scrape', 'scrape-request-1', { url })
  expect(await keptIn('job', 'scrape-request-1')).toEqual([scrape.body.job_id])
  await post('/scrape', 'cached-request-1', { url, cache: true })
  const cached = await post('/scrape', 'cached-request-2', { url, cache: true })
  expect(cached.body.cached).toBe(true)
  expect(await keptIn('job', 'cached-request-2')).toEqual([cached.body.job_id])
  await post('/scrape', 'async-request-1', { url, sync: false })
  expect(await keptIn('job', 'async-request-1')).toHaveLength(1)
  await post('/extract', 'extract-request-1', { content: '<p>A page</p>', content_type: 'html' })
  expect(await keptIn('job', 'extract-request-1')).toHaveLength(1)
  await post('/batch', 'batch-request-1', { urls: [url] })
  expect(await keptIn('batch', 'batch-request-1')).toHaveLength(1)
  await post('/crawl', 'crawl-request-1', { url })
  expect(await keptIn('batch', 'crawl-request-1')).toHaveLength(1)
})

test('jobs of the door for other clients keep the id of the request to that door', async () => {
  const { headers } = await fixture.request('/v2/scrape', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${account.key}`,
      'Content-Type': 'application/json',
      'X-Request-Id': 'other-door-1',
    },
    body: JSON.stringify({ url: `${fixture.site.url}/article` }),
  })
  expect(headers.get('x-request-id')).toBe('other-door-1')
  expect(await keptIn('job', 'other-door-1')).toHaveLength(1)
})

test('a request leaves one line: who asked, what and how it went, and no secret', async () => {
  await post('/scrape', 'logged-request-1', { url: `${fixture.site.url}/article` })
  const lines = fixture.logs.filter(({ requestId, route }) => requestId === 'logged-request-1' && route)
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'info',
      route: '/scrape',
      method: 'POST',
      status: 200,
      ms: expect.any(Number),
    }),
  ])
  expect(lines[0]).toMatchObject({ accountId: account.id, keyId: expect.any(String) })
  expect(JSON.stringify(fixture.logs)).not.toContain(account.key)
})
