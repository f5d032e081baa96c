import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'production' })
  account = await fixture.account()
})
afterAll(() => fixture.close())

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fixture.request(`/api/v1/alerts${path}`, {
    method,
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
let names = 0
const valid = () => ({
  name: `rule ${names++}`,
  type: 'domain_failure_rate',
  threshold: 20,
  domain: 'Shop.Example.com',
  channels: [{ type: 'email' }],
})
const create = (more: object = {}) => call('POST', '/rules', { ...valid(), ...more })
const rowsOf = async (sql: string, values: unknown[]) => (await fixture.pool.query(sql, values)).rows

describe('/alerts/rules', () => {
  test('201 with defaults, and what is read, changed, listed and deleted afterwards', async () => {
    const { status, body: rule } = await create()
    expect(status).toBe(201)
    expect(rule).toMatchObject({
      domain: 'shop.example.com',
      window_minutes: 60,
      min_jobs: 10,
      cooldown_minutes: 60,
      status: 'ok',
      value: null,
    })
    expect((await call('GET', `/rules/${rule.id}`)).body).toEqual({ ...rule, recent_alerts: [] })
    expect((await call('GET', '/rules?limit=100')).body.rules).toContainEqual(rule)
    const changed = await call('PATCH', `/rules/${rule.id}`, { domain: 'b.example', threshold: 30 })
    expect(changed.body).toMatchObject({ domain: 'b.example', threshold: 30, window_minutes: 60 })
    const scopes = async () =>
      (await rowsOf('SELECT scope FROM alert_scope WHERE account_id = $1 ORDER BY 1', [account.id])).map(
        ({ scope }) => scope,
      )
    expect(await scopes()).toEqual(['b.example'])
    expect((await call('DELETE', `/rules/${rule.id}`)).status).toBe(204)
    expect(await scopes()).toEqual([])
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/rules/${rule.id}`)).status).toBe(404)
    expect((await call('PATCH', `/rules/${rule.id}`, { threshold: 1 })).status).toBe(404)
  })

  test('addresses are shown without what is secret of them, and sealed', async () => {
    const { body: rule } = await create({
      channels: [
        { type: 'slack', url: 'https://hooks.slack.com/services/s3cret' },
        { type: 'ntfy', url: 'https://ntfy.example.com/s3cret', token: 's3cret' },
        { type: 'telegram', bot_token: '1:s3cret', chat_id: -5 },
        { type: 'webhook', url: 'https://own.example.com/s3cret' },
      ],
    })
    expect(rule.channels).toEqual([
      { type: 'slack', address: 'https://hooks.slack.com/***' },
      { type: 'ntfy', address: 'https://ntfy.example.com/***' },
      { type: 'telegram', address: 'https://api.telegram.org/***' },
      { type: 'webhook', address: 'https://own.example.com/***' },
    ])
    const stored = await rowsOf('SELECT t::text FROM alert_rule AS t WHERE id = $1', [rule.id])
    expect(JSON.stringify([stored, fixture.logs])).not.toContain('s3cret')
  })

  test('an Idempotency-Key makes one rule of two requests', async () => {
    const body = valid()
    const headers = { 'Idempotency-Key': 'alert-once' }
    const replies = [await call('POST', '/rules', body, headers), await call('POST', '/rules', body, headers)]
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(replies[1]!.body).toEqual(replies[0]!.body)
  })

  test('409 for a name that is taken, also by a change', async () => {
    const { body: first } = await create()
    const { body: second } = await create()
    expect((await create({ name: first.name })).status).toBe(409)
    expect((await call('PATCH', `/rules/${second.id}`, { name: first.name })).status).toBe(409)
  })

  test.each<[string, object, string]>([
    ['no type', { type: undefined }, 'type'],
    ['an unknown type', { type: 'weather' }, 'type'],
    ['no threshold', { threshold: undefined }, 'threshold'],
    ['a threshold above its range', { threshold: 101 }, 'threshold'],
    ['a part of a job', { type: 'job_consecutive_failures', threshold: 1.5 }, 'threshold'],
    ['no domain where one is needed', { domain: undefined }, 'domain'],
    ['a domain where none is meant', { type: 'credit_threshold' }, 'domain'],
    ['a domain with a path', { domain: 'example.com/a' }, 'domain'],
    ['a domain with a login', { domain: 'a@example.com' }, 'domain'],
    ['a unit that is not meant', { unit: 'days' }, 'unit'],
    ['a window that is not meant', { type: 'daily_failure_count', window_minutes: 60 }, 'window_minutes'],
    ['no channel', { channels: [] }, 'channels'],
    ['too many channels', { channels: Array.from({ length: 6 }, () => ({ type: 'email' })) }, 'channels'],
    ['a channel without a type', { channels: [{}] }, 'channels.0.type'],
    ['an address for a mail', { channels: [{ type: 'email', to: 'bob@example.com' }] }, 'channels.0'],
    ['plain http', { channels: [{ type: 'slack', url: 'http://hooks.slack.com/' }] }, 'channels.0.url'],
    ['a masked address', { channels: [{ type: 'slack', url: 'https://a.example/***' }] }, 'channels.0.url'],
    [
      'a server without a topic',
      { channels: [{ type: 'ntfy', url: 'https://a.example/' }] },
      'channels.0.url',
    ],
    [
      'a token that is none',
      { channels: [{ type: 'telegram', bot_token: 'x', chat_id: 1 }] },
      'channels.0.bot_token',
    ],
    [
      'a chat that is none',
      { channels: [{ type: 'telegram', bot_token: '1:x', chat_id: 'my chat' }] },
      'channels.0.chat_id',
    ],
    ['a cooldown of a minute', { cooldown_minutes: 1 }, 'cooldown_minutes'],
  ])('400 names the field that has %s', async (_, more, path) => {
    const { status, body } = await create(more)
    expect([status, body.error]).toEqual([400, 'INVALID_REQUEST'])
    expect(body.details.issues.map((issue: { path: string }) => issue.path).join(' ')).toContain(path)
  })

  test('400 for a change that does not go with the type', async () => {
    const { body: rule } = await create()
    const { status, body } = await call('PATCH', `/rules/${rule.id}`, { threshold: 500 })
    expect([status, body.details.issues[0].path]).toEqual([400, 'threshold'])
    expect((await call('PATCH', `/rules/${rule.id}`, { type: 'credit_threshold' })).status).toBe(400)
  })

  test('an address within is refused, by its channel', async () => {
    const channels = [{ type: 'email' }, { type: 'slack', url: 'https://127.0.0.1/a' }]
    const { status, body } = await create({ channels })
    expect([status, body.error]).toEqual([400, 'URL_NOT_ALLOWED'])
  })
})

test('a test writes to every channel, and reports how that went', async () => {
  const { body: rule } = await create({
    channels: [{ type: 'email' }, { type: 'slack', url: 'https://hooks.slack.com/services/x' }],
  })
  const testing = call('POST', `/rules/${rule.id}/test`)
  // As the dispatcher notes an attempt.
  await eventually(async () => {
    const { rowCount } = await fixture.pool.query(
      `UPDATE webhook_delivery SET state = 'delivered', attempts = 1, next_attempt_at = NULL, ended_at = now()
       WHERE account_id = $1 AND event = 'alert.test'`,
      [account.id],
    )
    expect(rowCount).toBe(1)
  })
  expect(await testing).toMatchObject({
    status: 200,
    body: {
      success: true,
      channels: [
        { type: 'email', success: true },
        { type: 'slack', success: true },
      ],
    },
  })
  expect(await rowsOf('SELECT FROM mail WHERE user_id = $1', [account.userId])).toHaveLength(1)
  expect((await call('POST', '/rules/019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d51/test')).status).toBe(404)
})

test('the history is the newest first, with what became of telling it', async () => {
  const other = await fixture.account()
  const { body: rule } = await create()
  const [{ id: delivery }] = await rowsOf(
    `INSERT INTO webhook_delivery (id, account_id, event, url, host, channel, state, ended_at)
     VALUES (gen_random_uuid(), $1, 'alert.fired', 'https://a.example/***', 'a.example', 'slack', 'failed', now()) RETURNING id`,
    [account.id],
  )
  for (const [at, status] of ['fired', 'resolved'].entries())
    await rowsOf(
      `INSERT INTO alert_event (id, account_id, rule_id, rule_name, type, status, threshold, message, mails, delivery_ids, created_at)
       VALUES (gen_random_uuid(), $1, $2, 'r', 'daily_failure_count', $3, 1, 'm', 1, $4, now() + $5 * interval '1 second')`,
      [account.id, rule.id, status, [delivery], at],
    )
  const { body } = await call('GET', '/history?limit=1')
  expect(body).toMatchObject({ total: 2, alerts: [{ status: 'resolved', rule_id: rule.id }] })
  expect(body.alerts[0].notifications).toEqual([
    { channel: 'email', host: null, status: 'mailed', attempts: 0 },
    { channel: 'slack', host: 'a.example', status: 'failed', attempts: 0 },
  ])
  expect((await call('GET', `/rules/${rule.id}`)).body.recent_alerts).toHaveLength(2)
  expect((await fixture.get(other, '/alerts/history')).body).toEqual({ alerts: [], total: 0 })
})
