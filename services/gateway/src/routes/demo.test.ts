import { DEMO_ACCOUNT_ID } from '@gleaner/accounts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture } from '../testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1' })
})
afterAll(() => fixture.close())

let addresses = 0
const demo = (body: unknown, address = `192.0.2.${++addresses}`, gateway = fixture) =>
  gateway.request('/api/v1/scrape/demo', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify(body),
  })
const page = (path = '/article') => `${fixture.site.url}${path}`

describe('POST /scrape/demo', () => {
  test('gives a page as Markdown and JSON without a key, and nobody pays', async () => {
    const { status, body, headers } = await demo({ url: page() })
    expect(status).toBe(200)
    expect(Object.keys(body.content).sort()).toEqual(['json', 'markdown'])
    expect(body.billing).toMatchObject({ total_credits: 0, total_cost: 0, savings: 0 })
    expect(headers.get('X-Service-Credits')).toBe('0')
    const { rows } = await fixture.pool.query('SELECT FROM ledger_entry WHERE account_id = $1', [
      DEMO_ACCOUNT_ID,
    ])
    expect(rows).toEqual([])
  })

  test('climbs no higher than tier 2', async () => {
    const { status, body } = await demo({ url: page('/status/403') })
    expect([status, body.error]).toEqual([422, 'ALL_TIERS_FAILED'])
    const tiers = body.billing.escalations.map(({ tier }: { tier: string }) => tier)
    expect(new Set(tiers)).toEqual(new Set(['1', '2']))
  })

  test('is not there for other accounts to read', async () => {
    const { body } = await demo({ url: page() })
    expect((await fixture.get(await fixture.account(), `/jobs/${body.job_id}`)).status).toBe(404)
  })

  test.each([
    [{ url: 'http://169.254.169.254/latest' }, 'URL_NOT_ALLOWED'],
    [{ url: 'http://[::1]:22/' }, 'URL_NOT_ALLOWED'],
    [{ url: 'https://example.com', advanced: { render_js: true } }, 'INVALID_REQUEST'],
    [{}, 'INVALID_REQUEST'],
  ])('refuses %j', async (body, error) => {
    expect(await demo(body)).toMatchObject({ status: 400, body: { error } })
  })

  test('lets an address try ten an hour, and others go on', async () => {
    const tries = await Promise.all(Array.from({ length: 12 }, () => demo({}, '198.51.100.1')))
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2)
    const refused = tries.find(({ status }) => status === 429)!
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(60)
    expect((await demo({ url: page() }, '198.51.100.2')).status).toBe(200)
  })

  test('runs four at once, whoever asks; the next one is told to come back', async () => {
    const slow = Array.from({ length: 6 }, () => demo({ url: page('/slow?ms=1500') }))
    const replies = await Promise.all(slow)
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429])
  })
})

test('is switched off by a setting', async () => {
  const without = await createGatewayFixture({ DEMO: 'false' })
  expect((await demo({ url: page() }, undefined, without)).status).toBe(404)
  await without.close()
})
