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

const call = (
  method: string,
  path = '',
  body?: unknown,
  key = account.key,
  headers: Record<string, string> = {},
) =>
  fixture.request(`/api/v1/webhooks${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

let hooks = 0
const hook = () => `https://hooks.example.com/${hooks++}`
const create = async (webhook: object = {}, key?: string) =>
  (await call('POST', '', { url: hook(), ...webhook }, key)).body

const deliveriesTo = async (url: string) =>
  (
    await fixture.pool.query(
      'SELECT event, job_id, state, endpoint_id FROM webhook_delivery WHERE url = $1',
      [url],
    )
  ).rows

async function keyWith(scopes: string[], owner = account): Promise<string> {
  const { body } = await fixture.asUser(owner, 'POST', '/api-keys', { name: scopes.join(), scopes })
  return body.key
}

describe('/webhooks', () => {
  test('headers of its own are told by their names alone, and refused with what to do', async () => {
    const { key } = await fixture.account()
    const headers = { Authorization: 'Bearer hunter2' }
    const made = await call('POST', '', { url: hook(), headers }, key)
    expect(made).toMatchObject({ status: 201, body: { header_names: ['Authorization'] } })
    const read = await call('GET', `/${made.body.id}`, undefined, key)
    const changed = await call('PATCH', `/${made.body.id}`, { headers: { 'X-Team': 'hunter2' } }, key)
    expect(changed.body).toMatchObject({ header_names: ['X-Team'] })
    const refused = await call('POST', '', { url: hook(), headers: { 'Webhook-Id': 'hunter2' } }, key)
    expect(refused).toMatchObject({ status: 400, body: { error: 'INVALID_REQUEST' } })
    expect(JSON.stringify(refused.body)).toContain('choose another name')
    const moved = await call('PATCH', `/${made.body.id}`, { url: 'https://elsewhere.example.com/' }, key)
    expect(moved.status).toBe(400)
    for (const { body } of [made, read, changed, refused, moved])
      expect(JSON.stringify(body)).not.toContain('hunter2')
  })

  test('201 with the secret, and what is read, changed, listed and deleted afterwards', async () => {
    const { key } = await fixture.account()
    const url = hook()
    const created = await call('POST', '', { url, name: 'shop', events: ['job.failed', 'job.failed'] }, key)
    expect(created.status).toBe(201)
    const { secret, ...webhook } = created.body
    expect(webhook).toMatchObject({ url, name: 'shop', events: ['job.failed'], is_active: true })
    expect((await call('GET', '/secret', undefined, key)).body.secret).toBe(secret)
    const listed = await call('GET', '', undefined, key)
    expect(listed.body).toEqual({ webhooks: [webhook], total: 1, limit: 20, offset: 0 })
    const read = await call('GET', `/${webhook.id}`, undefined, key)
    expect(read.body).toMatchObject({ ...webhook, webhook, recent_deliveries: [], stats: { deliveries: 0 } })
    const changed = await call('PATCH', `/${webhook.id}`, { name: null, is_active: false }, key)
    expect(changed.body).toMatchObject({ url, name: null, is_active: false })
    expect((await call('DELETE', `/${webhook.id}`, undefined, key)).status).toBe(204)
    for (const method of ['GET', 'DELETE'])
      expect((await call(method, `/${webhook.id}`, undefined, key)).status).toBe(404)
  })

  test('409 for an address that has one, however it is written', async () => {
    const { url } = await create()
    const again = await call('POST', '', { url: ` ${url.replace('https://hooks', 'HTTPS://HOOKS')} ` })
    expect(again).toMatchObject({ status: 409, body: { error: 'CONFLICT' } })
  })

  test.each<[string, unknown, string]>([
    ['http', { url: 'http://hooks.example.com/' }, 'INVALID_REQUEST'],
    ['another scheme', { url: 'ftp://hooks.example.com/' }, 'INVALID_REQUEST'],
    ['a login', { url: 'https://user:pass@hooks.example.com/' }, 'INVALID_REQUEST'],
    ['a private address', { url: 'https://10.0.0.1/' }, 'URL_NOT_ALLOWED'],
    ['the metadata service', { url: 'https://169.254.169.254/latest' }, 'URL_NOT_ALLOWED'],
    ['a name of the local network', { url: 'https://redis:6379/' }, 'URL_NOT_ALLOWED'],
    ['a long address', { url: `https://hooks.example.com/${'x'.repeat(2_048)}` }, 'INVALID_REQUEST'],
    ['a control character', { url: 'https://hooks.example.com/\u0000' }, 'INVALID_REQUEST'],
    ['no address', { name: 'x' }, 'INVALID_REQUEST'],
    ['no text as an address', { url: ['https://hooks.example.com/'] }, 'INVALID_REQUEST'],
    ['no events', { url: 'https://hooks.example.com/', events: [] }, 'INVALID_REQUEST'],
    ['a field that is none', { url: 'https://hooks.example.com/', secret: 'mine' }, 'INVALID_REQUEST'],
  ])('400 for %s', async (_, body, error) => {
    expect(await call('POST', '', body)).toMatchObject({ status: 400, body: { error } })
  })

  test('400 for an event that is none names the nearest one', async () => {
    const { id } = await create()
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', `/${id}`],
    ] as const) {
      const { status, body } = await call(method, path, {
        url: hook(),
        events: ['job.completed', 'jobs.faild'],
      })
      expect(status).toBe(400)
      expect(body.details.issues).toEqual([
        { path: 'events.1', message: expect.stringContaining('did you mean "job.failed"?') },
      ])
    }
    const { body } = await call('POST', '', { url: hook(), events: ['x'.repeat(60_000), 7, null] })
    expect(body.details.issues.map(({ message }: { message: string }) => message.slice(0, 11))).toEqual(
      Array(3).fill('must be one'),
    )
  })

  test('two requests with one Idempotency-Key make one, and both show the secret', async () => {
    const body = { url: hook() }
    const headers = { 'Idempotency-Key': 'hook' }
    const first = await call('POST', '', body, account.key, headers)
    const again = await call('POST', '', body, account.key, headers)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
  })
})

describe('the secret', () => {
  test('is made once, and shown to nobody whose key only reads or scrapes for the organization', async () => {
    const owner = await fixture.account()
    const [first, second] = await Promise.all([1, 2].map(() => call('GET', '/secret', undefined, owner.key)))
    expect(first!.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(second!.body).toEqual(first!.body)
    const reader = await keyWith(['read'], owner)
    expect(await call('GET', '/secret', undefined, reader)).toMatchObject({ status: 403 })
    expect(await call('POST', '/secret/rotate', undefined, reader)).toMatchObject({ status: 403 })
    expect((await call('GET', '', undefined, reader)).status).toBe(200)
    const writer = await keyWith(['write'], owner)
    expect((await call('GET', '/secret', undefined, writer)).body).toEqual(first!.body)
  })

  test('is rotated once by requests with one Idempotency-Key, and is in no log', async () => {
    const { key } = await fixture.account()
    const before = (await call('GET', '/secret', undefined, key)).body
    const headers = { 'Idempotency-Key': 'rotate' }
    const first = await call('POST', '/secret/rotate', undefined, key, headers)
    expect(first.status).toBe(200)
    expect(first.body.secret).not.toBe(before.secret)
    expect(Date.parse(first.body.previous_expires_at) - Date.parse(first.body.created_at)).toBe(24 * 3600_000)
    expect((await call('POST', '/secret/rotate', undefined, key, headers)).body).toEqual(first.body)
    expect((await call('GET', '/secret', undefined, key)).body).toEqual(first.body)
    const logged = JSON.stringify(fixture.logs)
    for (const { secret } of [before, first.body]) expect(logged).not.toContain(secret)
  })
})

describe('a test of a webhook', () => {
  /** Notes an attempt, as the dispatcher does. */
  async function deliver(url: string, statusCode: number): Promise<void> {
    const id = await eventually(async () => {
      const { rows } = await fixture.pool.query(
        "SELECT id FROM webhook_delivery WHERE url = $1 AND state = 'pending'",
        [url],
      )
      expect(rows).toHaveLength(1)
      return rows[0].id
    })
    await fixture.pool.query(
      'INSERT INTO webhook_attempt (delivery_id, attempt, status_code, duration_ms) VALUES ($1, 1, $2, 12)',
      [id, statusCode],
    )
    await fixture.pool.query(
      "UPDATE webhook_delivery SET attempts = 1, state = 'delivered', next_attempt_at = NULL, ended_at = now() WHERE id = $1",
      [id],
    )
  }

  test('tells how it went, and stands among the deliveries of the webhook', async () => {
    const { id, url } = await create({ is_active: false })
    const [reply] = await Promise.all([call('POST', `/${id}/test`), deliver(url, 202)])
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      event: 'webhook.test',
      success: true,
      status_code: 202,
      duration_ms: 12,
    })
    const { body } = await call('GET', `/${id}`)
    expect(body.recent_deliveries).toMatchObject([
      { id: reply.body.delivery_id, event: 'webhook.test', status: 'delivered', status_code: 202 },
    ])
  })
})

/** Fails at once, for a test key. */
const BLOCKED = { url: 'https://example.com/blocked', cost_controls: { force_tier: '1' } }

describe('a scrape that names a webhook_url', () => {
  const scrape = (body: object, key = account.key) =>
    fixture.scrape(key, { url: `${fixture.site.url}/plain`, ...body })

  test.each([
    ['is waited for', true],
    ['is not', false],
  ])('tells it how the job has ended when it %s', async (_, sync) => {
    const url = hook()
    const { body } = await scrape({ webhook_url: url, sync })
    const deliveries = [{ event: 'job.completed', job_id: body.job_id, state: 'pending', endpoint_id: null }]
    await eventually(async () => expect(await deliveriesTo(url)).toEqual(deliveries))
    const { rows } = await fixture.pool.query('SELECT spec::text FROM job WHERE id = $1', [body.job_id])
    expect(rows[0].spec).not.toContain('webhook')
  })

  test('tells of failures, too', async () => {
    const url = hook()
    const { status } = await scrape({ ...BLOCKED, webhook_url: url }, account.testKey)
    expect(status).toBe(422)
    expect(await deliveriesTo(url)).toMatchObject([{ event: 'job.failed' }])
  })

  test('tells of answers from the cache, which it is no part of', async () => {
    const [first, second] = [hook(), hook()]
    const query = `${fixture.site.url}/plain?cached`
    await scrape({ url: query, cache: true, webhook_url: first })
    const { body } = await scrape({ url: query, cache: true, webhook_url: second })
    expect(body.cached).toBe(true)
    expect(await deliveriesTo(second)).toMatchObject([{ event: 'job.completed', job_id: body.job_id }])
    expect(await deliveriesTo(first)).toHaveLength(1)
  })

  test('is told once by requests with one Idempotency-Key', async () => {
    const url = hook()
    const body = { url: `${fixture.site.url}/plain`, webhook_url: url }
    for (let i = 0; i < 2; i++) await fixture.scrape(account, body, { 'Idempotency-Key': 'told-once' })
    expect(await deliveriesTo(url)).toHaveLength(1)
    const other = { ...body, webhook_url: hook() }
    const reply = await fixture.scrape(account, other, { 'Idempotency-Key': 'told-once' })
    expect(reply).toMatchObject({ status: 422, body: { error: 'IDEMPOTENCY_CONFLICT' } })
  })

  test.each<[string, unknown, string]>([
    ['http', 'http://hooks.example.com/', 'INVALID_REQUEST'],
    ['a private address', 'https://127.0.0.1/', 'URL_NOT_ALLOWED'],
    ['no text', 7, 'INVALID_REQUEST'],
  ])('400 for %s, and nothing is scraped', async (_, webhook_url, error) => {
    const before = fixture.site.requests.length
    const reply = await scrape({ webhook_url })
    expect(reply).toMatchObject({ status: 400, body: { error } })
    expect(reply.body.details.issues[0].path).toBe('webhook_url')
    expect(fixture.site.requests).toHaveLength(before)
  })

  test('400 in an entry of a batch, where it is of the whole batch', async () => {
    const reply = await fixture.request('/api/v1/batch', {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ urls: [{ url: fixture.site.url, webhook_url: hook() }] }),
    })
    expect(reply).toMatchObject({ status: 400 })
    expect(reply.body.details.issues).toEqual([
      { path: 'urls[0].webhook_url', message: 'is of the whole batch; name it beside urls' },
    ])
  })
})

test('endpoints of the account are told of its jobs, of live and of test keys, by the events they want', async () => {
  const owner = await fixture.account()
  const [all, failures, off] = [
    await create({}, owner.key),
    await create({ events: ['job.failed'] }, owner.key),
    await create({ is_active: false }, owner.key),
  ]
  const cached = { url: `${fixture.site.url}/plain`, cache: true }
  const bodies = [cached, cached, BLOCKED]
  const events: string[] = []
  for (const body of bodies) {
    const key = body === cached ? owner.key : owner.testKey
    const reply = await fixture.scrape(key, body)
    events.push(reply.status === 200 ? 'job.completed' : 'job.failed')
  }
  expect(events).toEqual(['job.completed', 'job.completed', 'job.failed'])
  const names = (await deliveriesTo(all.url)).map(({ event }) => event)
  expect(names.sort()).toEqual(events)
  expect(await deliveriesTo(failures.url)).toMatchObject([{ event: 'job.failed', endpoint_id: failures.id }])
  expect(await deliveriesTo(off.url)).toEqual([])
  expect(await deliveriesTo((await create()).url)).toEqual([])
})
