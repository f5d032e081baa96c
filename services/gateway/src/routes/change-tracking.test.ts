import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { admitBulk } from '../testing/admit-bulk.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let admission: Awaited<ReturnType<typeof admitBulk>>
let server: Server
let site: string
/** What pages say, by their paths. */
const texts = new Map<string, string>()
let account: TestAccount
beforeAll(async () => {
  server = createServer((request, response) => {
    const text = texts.get(request.url!) ?? 'The lamp is in stock.'
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<title>Lamps</title><main><h1>Lamps</h1><p>${text}</p><p>Made in Kiel.</p></main>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  fixture = await createGatewayFixture({ EGRESS_ALLOW: new URL(site).host })
  admission = await admitBulk(fixture.env)
})
afterAll(async () => {
  await admission.stop()
  await fixture.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(async () => {
  texts.clear()
  account = await fixture.account()
})

const asked = (path: string, more: object = {}) => ({
  url: `${site}${path}`,
  formats: ['markdown', 'change_tracking'],
  ...more,
})
async function scrape(path: string, more: object = {}, by: TestAccount | string = account, headers = {}) {
  const { status, body } = await fixture.scrape(by, asked(path, more), headers)
  expect([status, body.warnings]).toEqual([200, undefined])
  return body
}
const statusOf = async (path: string, more: object = {}, by: TestAccount | string = account) =>
  (await scrape(path, more, by)).content.change_tracking.change_status

const revisions = async () =>
  (
    await fixture.pool.query<{ revision: number }>(
      'SELECT revision FROM tracked_page WHERE account_id = $1 ORDER BY revision',
      [account.id],
    )
  ).rows.map(({ revision }) => revision)

describe('POST /scrape with change_tracking', () => {
  test('tells what has changed since the scrape before, for the price of the page', async () => {
    expect(await statusOf('/a')).toBe('new')
    texts.set('/a', 'The lamp is sold out.')
    const { content, billing, job_id } = await scrape('/a')
    expect(content.change_tracking).toMatchObject({
      previous_scrape_at: expect.any(String),
      change_status: 'changed',
      visibility: 'visible',
      diff: { text: expect.stringContaining('**sold**'), json: [{ op: 'replace' }] },
    })
    expect(billing.total_credits).toBe(1)
    const job = await fixture.get(account, `/jobs/${job_id}`)
    expect(job.body.result.content).toEqual(content)
  })

  test('takes the name that other clients have for it', async () => {
    const { content } = await scrape('/a', { formats: ['changeTracking'] })
    expect(content).toMatchObject({ change_tracking: { change_status: 'new' } })
    expect(await statusOf('/a')).toBe('same')
  })

  test('refuses what cannot be compared, by the field', async () => {
    const refused = async (more: object) => {
      const { status, body } = await fixture.scrape(account, asked('/a', more))
      return [status, body.details?.issues?.[0].path]
    }
    expect(await refused({ method: 'POST', body: 'x' })).toEqual([400, 'formats'])
    expect(await refused({ advanced: { change_tracking: { tag: 'a'.repeat(129) } } })).toEqual([
      400,
      'advanced.change_tracking.tag',
    ])
    expect(await refused({ advanced: { change_tracking: { mode: 'git-diff' } } })).toEqual([
      400,
      'advanced.change_tracking.mode',
    ])
  })

  test('counts no answer from the cache and no repeated request as a scrape', async () => {
    const cached = { cache: true, cache_ttl: 3600 }
    const first = await scrape('/a', cached)
    texts.set('/a', 'The lamp is sold out.')
    const hit = await scrape('/a', cached)
    expect([hit.cached, hit.content]).toEqual([true, first.content])
    const key = { 'Idempotency-Key': 'once' }
    const once = await scrape('/a', {}, account, key)
    expect(once.content.change_tracking.change_status).toBe('changed')
    expect((await scrape('/a', {}, account, key)).content).toEqual(once.content)
    expect(await revisions()).toEqual([2])
    expect(await statusOf('/a')).toBe('same')
  })

  test('compares a page with those that the same account has scraped, whichever of its keys is used', async () => {
    const other = await fixture.account()
    await scrape('/a')
    texts.set('/a', 'The lamp is sold out.')
    const theirs = await scrape('/a', {}, other)
    expect(theirs.content.change_tracking).toEqual({
      previous_scrape_at: null,
      change_status: 'new',
      visibility: 'visible',
    })
    expect(JSON.stringify(theirs)).not.toContain('in stock')
    expect(await statusOf('/a')).toBe('changed')
    expect(await statusOf('/a', {}, other)).toBe('same')
  })

  test('compares sample pages with sample pages, for test keys', async () => {
    await scrape('/a')
    expect(await statusOf('/a', {}, account.testKey)).toBe('new')
    expect(await statusOf('/a', {}, account.testKey)).toBe('same')
    expect(await statusOf('/a')).toBe('same')
  })
})

test('a batch compares each of its pages', async () => {
  const batch = async () => {
    const { body } = await fixture.request('/api/v1/batch', {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        urls: ['/a', '/b', '/b'].map((path) => `${site}${path}`),
        formats: ['change_tracking'],
      }),
    })
    const ended = await eventually(async () => {
      const reply = await fixture.get(account, `/batch/${body.batch_id}?include_results=true`)
      expect(reply.body.status).toBe('completed')
      return reply.body
    })
    return ended.items.map(
      (item: { result: { content: { change_tracking: { change_status: string } } } }) =>
        item.result.content.change_tracking.change_status,
    )
  }
  const [a, ...b] = await batch()
  expect([a, b.toSorted()]).toEqual(['new', ['new', 'same']])
  texts.set('/a', 'The lamp is sold out.')
  expect(await batch()).toEqual(['changed', 'same', 'same'])
  expect(await revisions()).toEqual([1, 2])
})
