import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let development: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  development = await createGatewayFixture({ NODE_ENV: 'development' })
  account = await development.account(0)
})
afterAll(() => development.close())

const buy = (api: GatewayFixture, key: string) =>
  api.request('/api/v1/billing/checkout', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: '{"amount_cents": 500}',
  })
const open = (url: string, init?: RequestInit) =>
  development.request(url.slice(development.url.length), { redirect: 'manual', ...init })

test('in development a page credits at once, and once, and leads to the receipt', async () => {
  const { checkout_url: url, checkout_id: id } = (await buy(development, account.key)).body
  const page = await open(url)
  expect(page.body).toContain('Add credits (development)')
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
  expect(await development.balance(account)).toEqual([0, 0])

  const clicks = await Promise.all(Array.from({ length: 10 }, () => open(url, { method: 'POST' })))
  expect(clicks.map(({ status }) => status)).toEqual(Array(10).fill(303))
  expect(await development.balance(account)).toEqual([5_000_000, 0])

  const receipt = await open(clicks[0]!.headers.get('location')!)
  expect(receipt.body).toContain('Development page, no money was charged')
  expect((await open(url)).headers.get('location')).toContain(`/billing/receipts/${id}/page?`)
})

test('no other link credits: another signature, another checkout, one that has expired', async () => {
  const [first, second] = [await buy(development, account.key), await buy(development, account.key)]
  const { checkout_url: url, checkout_id: id } = first.body
  const before = await development.balance(account)
  const wrong = [
    url.replace(/signature=.*/, ''),
    url.replace(/signature=(.)/, (_: string, first: string) => `signature=${first === 'A' ? 'B' : 'A'}`),
    url.replace(/expires=\d+/, 'expires=99999999999'),
    url.replace(id, second.body.checkout_id),
  ]
  for (const link of wrong) expect((await open(link, { method: 'POST' })).status).toBe(404)
  await development.pool.query("UPDATE checkout SET expires_at = now() - interval '1 s' WHERE id = $1", [id])
  expect((await open(url)).body).toContain('This link no longer works')
  expect(await development.balance(account)).toEqual(before)
  expect((await open(`${development.url}/api/v1/billing/webhooks/stripe`, { method: 'POST' })).status).toBe(
    404,
  )
})

test('in production nothing is credited without a provider, and the error says what to set', async () => {
  const production = await createGatewayFixture()
  try {
    const { key } = await production.account(0)
    const reply = await buy(production, key)
    expect(reply.status).toBe(503)
    expect(reply.body.message).toMatch(/STRIPE_SECRET_KEY.*STRIPE_WEBHOOK_SECRET/)
  } finally {
    await production.close()
  }
})
