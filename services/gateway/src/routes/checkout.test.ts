import { randomUUID } from 'node:crypto'
import {
  type PaymentProvider,
  type ProviderEvent,
  startPaymentProvider,
} from '@gleaner/testkit/payment-provider'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let provider: PaymentProvider
let api: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  provider = await startPaymentProvider()
  api = await createGatewayFixture({
    STRIPE_SECRET_KEY: provider.secretKey,
    STRIPE_WEBHOOK_SECRET: `whsec_of_before,${provider.webhookSecret}`,
    STRIPE_API_URL: provider.url,
    TRUST_PROXY: '1',
    OPERATOR_NAME: 'Example & Sons',
    OPERATOR_ADDRESS: '1 Main Street; <b>Springfield</b>; VAT 123',
  })
})
beforeEach(async () => {
  account = await api.account(0)
  provider.requests.length = 0
})
// Each test's caller is another one to the limit of five a minute.
let callers = 0
afterEach(() => {
  callers++
})
afterAll(async () => {
  await api.close()
  await provider.close()
})

const buy = (body: unknown = { amount_cents: 2_000 }, headers: Record<string, string> = {}) =>
  api.request('/api/v1/billing/checkout', {
    method: 'POST',
    headers: {
      'X-API-Key': account.key,
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.0.0.${callers}`,
      ...headers,
    },
    body: JSON.stringify(body),
  })
const checkout = async () => (await buy()).body.checkout_id as string
const deliver = (
  events: ProviderEvent | ProviderEvent[],
  options?: Parameters<PaymentProvider['deliver']>[2],
) => provider.deliver(`${api.url}/api/v1/billing/webhooks/stripe`, events, options)
const paid = async () => {
  const id = await checkout()
  expect(await deliver(provider.pay(id))).toEqual([200])
  return id
}
const available = async () => (await api.balance(account))[0]
const owed = async () => {
  const { rows } = await api.pool.query('SELECT owed_micros FROM balance WHERE account_id = $1', [account.id])
  return Number(rows[0].owed_micros)
}
const statusOf = async (id: string) => (await api.get(account, `/billing/checkout/${id}`)).body.status
const receiptOf = async (id: string) => {
  const { receipts } = (await api.get(account, '/billing/receipts')).body
  return receipts.find((receipt: { id: string }) => receipt.id === id)
}
const about = (id: string, object: Record<string, unknown>) => ({
  payment_intent: provider.paymentOf(id),
  currency: 'usd',
  ...object,
})

describe('a checkout', () => {
  test("is a session of the provider's, which says whose it is and what it costs", async () => {
    const reply = await buy()
    expect(reply.status).toBe(201)
    expect(reply.body.checkout_url).toMatch(`${provider.url}/pay/cs_`)
    const [asked] = provider.requests
    expect(asked).toMatchObject({
      idempotencyKey: `checkout-${reply.body.checkout_id}`,
      fields: {
        'metadata[checkout_id]': reply.body.checkout_id,
        'metadata[account_id]': account.id,
        'payment_intent_data[metadata][checkout_id]': reply.body.checkout_id,
        'line_items[0][price_data][unit_amount]': '2000',
        success_url: `${api.url}/api/v1/billing/payment/success`,
      },
    })
    expect(await statusOf(reply.body.checkout_id)).toBe('open')
  })

  test('is made once for an Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await buy(undefined, key)
    const second = await buy(undefined, key)
    expect(second.body).toEqual(first.body)
    expect((await buy({ amount_cents: 500 }, key)).body.error).toBe('IDEMPOTENCY_CONFLICT')
    expect(provider.requests).toHaveLength(1)
  })

  test('survives a provider that breaks off, and tells of one that does not work, without its words', async () => {
    provider.failNext('reset')
    expect((await buy()).status).toBe(201)
    const key = { 'Idempotency-Key': randomUUID() }
    provider.failNext({ status: 401 })
    const refused = await buy(undefined, key)
    expect([refused.status, refused.body.error]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(JSON.stringify(refused.body)).not.toMatch(/stripe|sk_test|as the test/i)
    expect(JSON.stringify(api.logs)).not.toContain(provider.secretKey)
    expect((await buy(undefined, key)).status).toBe(201)
  })

  test.each([499, 200_001, 1_000.5, '2000', null, -5, 1e300, Number.NaN])(
    'refuses %j cents',
    async (cents) => {
      const reply = await buy({ amount_cents: cents })
      expect([reply.body.error, reply.body.details.issues[0].path]).toEqual([
        'INVALID_REQUEST',
        'amount_cents',
      ])
    },
  )

  test('is not for test keys, nor without a key, and another account does not see it', async () => {
    expect((await buy(undefined, { 'X-API-Key': account.testKey })).status).toBe(403)
    expect((await buy(undefined, { 'X-API-Key': '' })).status).toBe(401)
    const id = await paid()
    const other = await api.account(0)
    expect((await api.get(other, `/billing/checkout/${id}`)).status).toBe(404)
    expect((await api.get(other, `/billing/receipts/${id}`)).status).toBe(404)
    expect((await api.get(other, '/billing/receipts')).body).toEqual({ receipts: [], total: 0 })
    for (const path of ['/billing/checkout/x', '/billing/receipts/x%00'])
      expect((await api.get(other, path)).status).toBeLessThan(500)
  })
})

describe('a payment', () => {
  test('is credited once, also when a hundred deliveries tell it at the same time', async () => {
    const event = provider.pay(await checkout())
    expect(new Set(await deliver(event, { copies: 100, parallel: true }))).toEqual(new Set([200]))
    expect(await available()).toBe(20_000_000)
  })

  test('is credited once when several events tell it', async () => {
    const id = await checkout()
    const events = [
      provider.pay(id),
      provider.pay(id),
      { ...provider.pay(id), type: 'checkout.session.async_payment_succeeded' },
    ]
    await deliver(events, { parallel: true })
    expect(await available()).toBe(20_000_000)
    expect(await statusOf(id)).toBe('paid')
  })

  test('that is told before the caller has the checkout is credited', async () => {
    provider.failNext({ delayMs: 150 })
    const reply = buy()
    const { rows } = await eventuallyRow()
    const session = { metadata: { checkout_id: rows[0].id }, amount_total: 2_000, currency: 'usd' }
    const paid = { ...session, payment_status: 'paid', payment_intent: 'pi_early' }
    expect(await deliver(provider.event('checkout.session.completed', paid))).toEqual([200])
    expect((await reply).status).toBe(201)
    expect(await available()).toBe(20_000_000)
  })

  async function eventuallyRow() {
    for (;;) {
      const found = await api.pool.query('SELECT id FROM checkout WHERE account_id = $1', [account.id])
      if (found.rowCount) return found
    }
  }

  test('is delivered again after the process died between its two writes, and credited once', async () => {
    const event = provider.pay(await checkout())
    // As a kill between the credit and the commit leaves it: the transaction is gone as a whole.
    await api.pool.query(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE TRIGGER die BEFORE INSERT ON payment_event FOR EACH ROW EXECUTE FUNCTION die()`)
    expect(await deliver(event)).toEqual([503])
    await api.pool.query('DROP TRIGGER die ON payment_event; DROP FUNCTION die()')
    expect(await available()).toBe(0)
    expect(await deliver(event)).toEqual([200])
    expect(await available()).toBe(20_000_000)
  })

  test.each([
    ['an amount that was not asked for', { amount_total: 1_999 }],
    ['another currency', { currency: 'jpy' }],
    ['no payment', { payment_intent: null }],
  ])('is not credited with %s, and an error in the log says so', async (_, changes) => {
    const event = provider.pay(await checkout(), changes)
    expect(await deliver(event)).toEqual([200])
    expect(await available()).toBe(0)
    const errors = api.logs.filter(({ event: id, outcome }) => id === event.id && outcome === 'mismatch')
    expect(errors).toMatchObject([{ level: expect.anything(), msg: 'a payment does not fit its checkout' }])
  })

  test('of one checkout does not pay another', async () => {
    const [first, second] = [await paid(), await checkout()]
    await deliver(provider.pay(second, { payment_intent: provider.paymentOf(first) }))
    expect(await available()).toBe(20_000_000)
    expect(await statusOf(second)).toBe('open')
  })

  test('by bank transfer is credited when it has come, also when it was given up before', async () => {
    const id = await checkout()
    await deliver(provider.pay(id, { payment_status: 'unpaid' }))
    expect([await statusOf(id), await available()]).toEqual(['pending', 0])
    await deliver({
      ...provider.pay(id, { payment_status: 'unpaid' }),
      type: 'checkout.session.async_payment_failed',
    })
    expect(await statusOf(id)).toBe('failed')
    await deliver({ ...provider.pay(id), type: 'checkout.session.async_payment_succeeded' })
    await deliver({ ...provider.pay(id), type: 'checkout.session.expired' })
    expect([await statusOf(id), await available()]).toEqual(['paid', 20_000_000])
  })
})

describe('a webhook', () => {
  const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60
  test.each<[string, Parameters<PaymentProvider['deliver']>[2]]>([
    ['signed with another secret', { secret: 'whsec_guessed' }],
    ['signed ten minutes ago', { timestamp: minutesAgo(10) }],
    ['signed for in ten minutes', { timestamp: minutesAgo(-10) }],
    ['signed for next year', { timestamp: minutesAgo(-525_600) }],
    ['signed at two times', { tamperHeader: (header) => `t=${minutesAgo(1)},${header}` }],
    ['signed at the same time twice', { tamperHeader: (header) => `${header},${header.split(',')[0]}` }],
    ['changed after it was signed', { tamper: (body) => body.replace('2000', '9000') }],
    ['cut', { tamper: (body) => body.slice(0, 100) }],
    ['empty', { tamper: () => '' }],
  ])('%s is refused', async (_, options) => {
    expect(await deliver(provider.pay(await checkout()), options)).toEqual([400])
    expect(await available()).toBe(0)
  })

  test('without a signature, or beyond a megabyte, is refused', async () => {
    const post = (body: string) => api.request('/api/v1/billing/webhooks/stripe', { method: 'POST', body })
    expect((await post('{}')).status).toBe(400)
    expect((await post('x'.repeat(1_100_000))).status).toBe(413)
  })

  test('about what is not ours, or of no concern, is received and does nothing', async () => {
    const foreign = {
      id: 're_1',
      payment_intent: 'pi_foreign',
      amount: 5,
      currency: 'usd',
      status: 'succeeded',
    }
    const session = {
      metadata: {},
      payment_status: 'paid',
      payment_intent: 'pi_x',
      amount_total: 5,
      currency: 'usd',
    }
    const events = [
      provider.event('customer.created', { id: 'cus_1' }),
      provider.event('__proto__', {}),
      provider.event('checkout.session.completed', session),
      provider.event('checkout.session.completed', { ...session, metadata: { checkout_id: randomUUID() } }),
      provider.event('checkout.session.completed', { ...session, metadata: { checkout_id: 'no uuid' } }),
      provider.event('charge.dispute.created', { ...foreign, payment_intent: null }),
    ]
    expect(new Set(await deliver(events))).toEqual(new Set([200]))
  })
})

describe('a refund', () => {
  const refund = (id: string, object: Record<string, unknown>, type = 'refund.created') =>
    provider.event(type, about(id, { status: 'succeeded', ...object }))

  test('takes its part of the credits back, each of several, once', async () => {
    const id = await paid()
    const [first, second] = [refund(id, { id: 're_a', amount: 500 }), refund(id, { id: 're_b', amount: 700 })]
    await deliver([first, first, second, refund(id, { id: 're_a', amount: 500 }, 'refund.updated')])
    expect(await available()).toBe(8_000_000)
    expect(await receiptOf(id)).toMatchObject({ status: 'partially_refunded', refunded_cents: 1_200 })
    await deliver(refund(id, { id: 're_c', amount: 800 }), { copies: 20, parallel: true })
    expect([await available(), await owed()]).toEqual([0, 0])
    expect((await receiptOf(id)).status).toBe('refunded')
  })

  test('of credits that were spent is owed, and taken from the next payment', async () => {
    const id = await paid()
    const { body } = await api.scrape(account, { url: `${api.site.url}/article` })
    const spent = body.billing.total_credits * 200
    expect(spent).toBeGreaterThan(0)
    await deliver(refund(id, { id: 're_spent', amount: 2_000 }))
    expect([await available(), await owed()]).toEqual([0, spent])
    expect((await api.scrape(account, { url: `${api.site.url}/article` })).status).toBe(402)
    await paid()
    expect([await available(), await owed()]).toEqual([20_000_000 - spent, 0])
  })

  test('that fails gives the credits again, in whatever order it is told', async () => {
    const [early, late] = [await paid(), await paid()]
    const failed = (id: string, re: string) =>
      refund(id, { id: re, amount: 2_000, status: 'failed' }, 'refund.failed')
    await deliver([refund(early, { id: 're_d', amount: 2_000 }), failed(early, 're_d')])
    await deliver([failed(late, 're_e'), refund(late, { id: 're_e', amount: 2_000, status: 'pending' })])
    expect([await available(), await owed()]).toEqual([40_000_000, 0])
    expect((await receiptOf(late)).status).toBe('paid')
  })

  test('that is told before its payment waits for it', async () => {
    const id = await checkout()
    const event = refund(id, { id: 're_f', amount: 500 })
    expect(await deliver(event)).toEqual([200])
    expect(await owed()).toBe(0)
    await deliver(provider.pay(id))
    expect([await available(), await owed()]).toEqual([15_000_000, 0])
  })

  test('whose payment cannot be looked up is delivered again', async () => {
    const id = await checkout()
    provider.failNext({ status: 400 })
    const event = refund(id, { id: 're_g', amount: 500 })
    expect(await deliver([event, event])).toEqual([503, 200])
  })

  test('in another currency is for a person to look at', async () => {
    const id = await paid()
    await deliver(refund(id, { id: 're_h', amount: 500, currency: 'eur' }))
    expect(await available()).toBe(20_000_000)
  })
})

describe('a dispute', () => {
  const dispute = (id: string, what: string) =>
    provider.event(`charge.dispute.${what}`, about(id, { id: `dp_${id}`, amount: 2_000 }))

  test('takes the credits when the money leaves, and gives them when it comes back', async () => {
    const id = await paid()
    await deliver(dispute(id, 'created'))
    expect(await available()).toBe(20_000_000)
    await deliver(dispute(id, 'funds_withdrawn'), { copies: 3 })
    expect(await available()).toBe(0)
    expect(await receiptOf(id)).toMatchObject({ status: 'disputed', disputed_cents: 2_000 })
    await deliver(dispute(id, 'funds_reinstated'), { copies: 3 })
    expect(await available()).toBe(20_000_000)
    expect((await receiptOf(id)).status).toBe('paid')
  })

  test('ends the same when its events come the other way round, and all at once', async () => {
    const id = await paid()
    const events = ['funds_reinstated', 'funds_withdrawn', 'created'].map((what) => dispute(id, what))
    await deliver(events)
    await deliver(events, { parallel: true, copies: 5 })
    expect([await available(), await owed()]).toEqual([20_000_000, 0])
  })
})

describe('a receipt', () => {
  test('is a page that loads and runs nothing, and shows what people wrote as text', async () => {
    const id = await paid()
    await api.pool.query("UPDATE account SET name = '<script>alert(1)</script>' WHERE id = $1", [account.id])
    const { headers, body } = await api.get(account, `/billing/receipts/${id}`)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="receipt-R-\d{8}-\w{8}\.html"$/)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(body).toContain('Example &#38; Sons')
    expect(body).toContain('&#60;b&#62;Springfield')
    expect(body).not.toMatch(/<script|<b>|<link|src=|url\(/)
    for (const text of ['$20.00', '100,000 credits', account.id]) expect(body).toContain(text)
  })

  test('opens in a browser by the link of the list, and by no other', async () => {
    await paid()
    const [{ url }] = (await api.get(account, '/billing/receipts')).body.receipts
    const path = url.slice(api.url.length)
    expect((await api.request(path)).status).toBe(200)
    const other = `/api/v1/billing/receipts/${randomUUID()}/page?${path.split('?')[1]}`
    for (const wrong of [path.split('?')[0], `${path}x`, other])
      expect((await api.request(wrong)).status).toBe(404)
  })
})

test('payers return to a page that holds nothing of theirs', async () => {
  for (const outcome of ['success', 'cancelled'])
    expect((await api.request(`/api/v1/billing/payment/${outcome}`)).body).toContain(
      'You can close this page',
    )
})
