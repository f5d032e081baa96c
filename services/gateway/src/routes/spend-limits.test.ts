import { uuidv7 } from '@gleaner/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture()
})
afterAll(() => fixture.close())

const TIER_1 = { cost_controls: { force_tier: '1' } }

/** How often each status was answered to a hundred requests at once. */
async function statusesOf(account: TestAccount): Promise<Record<number, number>> {
  const request = { url: `${fixture.site.url}/plain`, ...TIER_1 }
  const replies = await Promise.all(Array.from({ length: 100 }, () => fixture.scrape(account, request)))
  const statuses = Map.groupBy(replies, ({ status }) => status)
  return Object.fromEntries([...statuses].map(([status, { length }]) => [status, length]))
}

async function keyIdOf(account: TestAccount): Promise<string> {
  const { body } = await fixture.asUser(account, 'GET', '/api-keys')
  return body.items.find(({ name }: { name: string }) => name === 'live').id
}

describe('a hundred requests at once', () => {
  test('spend a balance to its last micro, and not more', async () => {
    const account = await fixture.account(1_190)
    expect(await statusesOf(account)).toEqual({ 200: 5, 402: 95 })
    expect(await fixture.balance(account)).toEqual([190, 0])
  })

  test("spend what a key's limit allows, and not more", async () => {
    const account = await fixture.account()
    const limits = `/api-keys/${await keyIdOf(account)}/limits`
    await fixture.asUser(account, 'PUT', limits, { budget_limit_credits: 5.9, reset_period: 'daily' })
    expect(await statusesOf(account)).toEqual({ 200: 5, 429: 95 })
    const { body } = await fixture.asUser(account, 'GET', limits)
    expect(body.limits.usage).toMatchObject({ used_credits: 5, held_credits: 0, requests: 5 })
  })
})

describe('/account/limits', () => {
  test('is set, read with what is used, and removed', async () => {
    const account = await fixture.account()
    const none = { account_id: account.id, has_limits: false, limits: null }
    expect((await fixture.get(account, '/account/limits')).body).toMatchObject(none)
    await fixture.scrape(account, { url: `${fixture.site.url}/plain` })
    const put = await fixture.asUser(account, 'PUT', '/account/limits', {
      budget_limit_microcents: 1_000_000,
    })
    expect(put).toMatchObject({
      status: 200,
      body: {
        has_limits: true,
        limits: {
          budget_limit_credits: 5_000,
          budget_limit_microcents: 1_000_000,
          request_limit: null,
          reset_period: 'monthly',
          enabled: true,
          usage: { used_credits: 1, held_credits: 0, requests: 1 },
        },
      },
    })
    expect((await fixture.get(account, '/account/limits')).body).toEqual(put.body)
    expect((await fixture.asUser(account, 'DELETE', '/account/limits')).status).toBe(204)
    expect((await fixture.asUser(account, 'DELETE', '/account/limits')).status).toBe(204)
    expect((await fixture.get(account, '/account/limits')).body).toMatchObject(none)
  })

  test('refuses a request above it, saying which limit it is and when it ends', async () => {
    const account = await fixture.account()
    await fixture.asUser(account, 'PUT', '/account/limits', { request_limit: 0, reset_period: 'weekly' })
    const { status, headers, body } = await fixture.scrape(account, { url: `${fixture.site.url}/plain` })
    expect([status, body.error]).toEqual([429, 'SPEND_LIMIT_EXCEEDED'])
    expect(body.message).toContain('The weekly limit of 0 requests of this account')
    const { resets_at: resetsAt, ...details } = body.details
    expect(details).toMatchObject({ scope: 'account', limit: 'requests', reset_period: 'weekly' })
    const monday = new Date(resetsAt)
    expect([monday.getUTCDay(), monday.getTime() % (24 * 3600_000)]).toEqual([1, 0])
    const seconds = (monday.getTime() - Date.now()) / 1000
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(Math.floor(seconds))
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(Math.ceil(seconds) + 60)
  })

  test('is not for keys to change', async () => {
    const account = await fixture.account()
    for (const method of ['PUT', 'DELETE']) {
      const reply = await fixture.request('/api/v1/account/limits', {
        method,
        headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ request_limit: 1_000 }),
      })
      expect(reply.status).toBe(401)
    }
  })

  test.each([
    [{}, 'name a limit'],
    [{ budget_limit_credits: null, enabled: false }, 'name a limit'],
    [{ budget_limit_credits: 1, budget_limit_microcents: 200 }, 'give the budget once'],
    [{ budget_limit_credits: -1 }, '0'],
    [{ budget_limit_credits: 1e300 }, '50,000,000,000'],
    [{ request_limit: 1.5 }, 'whole number'],
    [{ request_limit: '5' }, 'number'],
    [{ request_limit: 5, reset_period: 'hourly' }, 'monthly'],
    [{ request_limit: 5, limit: 5 }, 'limit'],
  ])('400 for %j', async (body, said) => {
    const account = await fixture.account(0)
    const reply = await fixture.asUser(account, 'PUT', '/account/limits', body)
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.body.details)).toContain(said)
  })
})

describe('/api-keys/{key_id}/limits', () => {
  test('is shown with the key, and noted in the audit log', async () => {
    const account = await fixture.account()
    const id = await keyIdOf(account)
    const { body } = await fixture.asUser(account, 'PUT', `/api-keys/${id}/limits`, { request_limit: 9 })
    expect(body).toMatchObject({ api_key_id: id, has_limits: true, limits: { request_limit: 9 } })
    expect((await fixture.asUser(account, 'GET', `/api-keys/${id}`)).body.limits).toEqual(body.limits)
    const { rows } = await fixture.pool.query(
      'SELECT action, target FROM audit_entry WHERE account_id = $1',
      [account.id],
    )
    expect(rows).toContainEqual({ action: 'spend_limit.set', target: `api_key:${id}` })
  })

  test("404 for keys that are not the account's", async () => {
    const [account, other] = [await fixture.account(0), await fixture.account(0)]
    for (const id of [await keyIdOf(other), uuidv7(), 'x', account.id])
      for (const [method, body] of [['GET'], ['PUT', { request_limit: 1 }], ['DELETE']] as const)
        expect((await fixture.asUser(account, method, `/api-keys/${id}/limits`, body)).status).toBe(404)
  })
})
