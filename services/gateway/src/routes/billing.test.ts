import { deposit, transferOutside } from '@gleaner/billing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
/** Has paid in 2 dollars in two parts, was charged twice at tier 1, and got 1 dollar back. */
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account(1_000_000)
  const refund = { accountId: account.id, amountMicros: 1_000_000n, note: 'refund', reference: 'r1' }
  for (let i = 0; i < 2; i++) await fixture.scrape(account, { url: `${fixture.site.url}/plain` })
  await deposit(fixture.pool, account.id, 1_000_000n, 'second')
  await transferOutside(fixture.pool, 'refund', refund)
})
afterAll(() => fixture.close())

const list = (query = '', by = account) => fixture.get(by, `/billing/transactions${query}`)
const kindsOf = (body: { transactions: { kind: string }[] }) => body.transactions.map(({ kind }) => kind)

describe('GET /billing/transactions', () => {
  test('lists what came and went, newest first, with the balance after each', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 5, limit: 20, offset: 0, next_cursor: null })
    const { transactions } = body
    expect(kindsOf(body)).toEqual(['refund', 'deposit', 'charge', 'charge', 'deposit'])
    expect(transactions.map((entry: { amount_credits: number }) => entry.amount_credits)).toEqual([
      -5_000, 5_000, -1, -1, 5_000,
    ])
    expect(
      transactions.map((entry: { balance_after_credits: number }) => entry.balance_after_credits),
    ).toEqual([4_998, 9_998, 4_998, 4_999, 5_000])
    expect(transactions[0]).toMatchObject({ amount_cents: -100, note: 'refund', job_id: null })
    const { job_id: jobId } = transactions[2]
    expect((await fixture.get(account, `/jobs/${jobId}`)).status).toBe(200)
  })

  test('page after page by cursor or offset shows each once', async () => {
    const byOffset = await list('?limit=2&offset=2')
    const seen: unknown[] = []
    for (let cursor = ''; cursor !== 'null'; ) {
      const { body } = await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.transactions)
      cursor = `${body.next_cursor}`
    }
    expect(seen).toEqual((await list()).body.transactions)
    expect(seen.slice(2, 4)).toEqual(byOffset.body.transactions)
  })

  test.each([
    ['charge', 2],
    ['deposit', 2],
    ['refund', 1],
    ['dispute', 0],
  ])('of one kind: %s', async (kind, total) => {
    const { body } = await list(`?kind=${kind}`)
    expect([body.total, kindsOf(body)]).toEqual([total, Array(total).fill(kind)])
  })

  test.each([
    '?kind=hold',
    '?cursor=x',
    '?cursor=9999999999999999999',
    '?limit=0',
    '?limit=101',
    '?offset=10001',
    '?x=1',
  ])('400 for %s', async (query) => {
    expect((await list(query)).body).toMatchObject({ error: 'INVALID_REQUEST' })
  })

  test('shows nothing of another account, also to its cursor', async () => {
    const other = await fixture.account(0)
    const { body } = await list('?cursor=999999999999999999', other)
    expect(body).toMatchObject({ transactions: [], total: 0 })
  })
})

describe('what is told of the balance', () => {
  test('is the same everywhere', async () => {
    const { body } = await fixture.get(account, '/billing/balance')
    expect(body).toEqual({
      balance_microcents: 999_600,
      balance_display: '$0.99',
      total_deposited_cents: 100,
      total_spent_cents: 0.04,
      balance_credits: 4_998,
      available_credits: 4_998,
      held_credits: 0,
      owed_credits: 0,
    })
    const { balance } = (await fixture.get(account, '/usage')).body
    expect(balance).toEqual({ current_cents: 99.96, deposited_cents: 100, used_cents: 0.04 })
    expect((await fixture.asUser(account, 'GET', '/billing/balance')).body).toEqual(body)
  })

  test('is below zero while more went back than there was', async () => {
    const poor = await fixture.account(1_000)
    await fixture.scrape(poor, { url: `${fixture.site.url}/plain` })
    const back = { accountId: poor.id, amountMicros: 1_000n, note: 'chargeback', reference: 'd1' }
    await transferOutside(fixture.pool, 'dispute', back)
    const { body } = await fixture.get(poor, '/billing/balance')
    expect(body).toMatchObject({ balance_microcents: -200, balance_display: '-$0.01', owed_credits: 1 })
    expect((await list('', poor)).body.transactions[0]).toMatchObject({ balance_after_credits: -1 })
  })
})

test('GET /billing/usage sums up what was asked and where', async () => {
  const { body } = await fixture.asUser(account, 'GET', '/billing/usage')
  expect(body).toMatchObject({
    today_credits: 2,
    this_week_credits: 2,
    this_month_credits: 2,
    total_credits: 2,
    today_requests: 2,
    this_week_requests: 2,
    this_month_requests: 2,
    top_domains: [{ domain: new URL(fixture.site.url).hostname, credits_used: 2, requests: 2 }],
  })
  const since = Date.now() - Date.parse(body.usage_since)
  expect(since).toBeLessThan(30 * 60_000)
})
