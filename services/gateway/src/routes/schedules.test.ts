import { LIMITS, uuidv7 } from '@gleaner/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'production' })
})
beforeEach(async () => {
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
  fixture.request(`/api/v1/schedules${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const GIVEN = {
  name: 'prices',
  urls: ['https://example.com/a'],
  schedule: 'every weekday at 9am',
  timezone: 'Europe/Berlin',
}
const create = async (more: object = {}) => (await call('POST', '', { ...GIVEN, ...more })).body

describe('/schedules', () => {
  test('201 with what was understood and the true next time; read, listed, changed and deleted afterwards', async () => {
    const created = await call('POST', '', { ...GIVEN, webhook_url: 'https://hooks.example.com/a' })
    expect(created.status).toBe(201)
    const schedule = created.body
    expect(schedule).toMatchObject({
      ...GIVEN,
      status: 'active',
      kind: 'batch',
      cron: '0 9 * * 1-5',
      every_seconds: null,
      webhook_url: 'https://hooks.example.com/a',
    })
    const nine = new Date(Date.parse(schedule.next_run_at) - schedule.spread_seconds * 1_000)
    expect(nine.toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' })).toBe('09:00:00')
    expect((await call('GET', `/${schedule.id}`)).body).toEqual(schedule)
    const other = await create({ name: 'other', schedule: { every: '30 minutes' } })
    expect(other).toMatchObject({ cron: null, every_seconds: 1_800, schedule: 'every 30 minutes' })
    expect((await call('GET', '')).body).toEqual({
      schedules: [schedule, other],
      total: 2,
      limit: 20,
      offset: 0,
    })
    expect((await call('GET', '?offset=5')).body).toMatchObject({ schedules: [], total: 2 })

    const renamed = await call('PATCH', `/${schedule.id}`, { name: 'new', webhook_url: null })
    expect(renamed.body).toMatchObject({ name: 'new', webhook_url: null, next_run_at: schedule.next_run_at })
    const moved = await call('PATCH', `/${schedule.id}`, { cron: '0 10 * * *', timezone: 'UTC' })
    expect(moved.body).toMatchObject({ cron: '0 10 * * *', timezone: 'UTC', urls: GIVEN.urls })
    expect(moved.body.next_run_at).not.toBe(schedule.next_run_at)
    expect((await call('DELETE', `/${schedule.id}`)).status).toBe(204)
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/${schedule.id}`)).status).toBe(404)
    expect((await call('GET', `/${schedule.id}/runs`)).status).toBe(404)
  })

  test('a search is scheduled as it would be sent, and is not exported', async () => {
    const search = { query: 'anvils', num_results: 20, scrape_results: true }
    const created = await create({ urls: undefined, search, formats: ['text'] })
    expect(created).toMatchObject({ kind: 'search', search, formats: ['text'] })
    const run = await call('POST', `/${created.id}/run`)
    expect(run).toMatchObject({ status: 202, body: { search_id: null, status: 'pending' } })
    const exported = {
      ...GIVEN,
      urls: undefined,
      search,
      export: { destination_id: uuidv7(), format: 'jsonl' },
    }
    expect((await call('POST', '', exported)).body.details.issues[0]).toMatchObject({
      path: 'export',
      message: expect.stringContaining('search'),
    })
  })

  test('a schedule is paused, resumed and left out of the active ones', async () => {
    const { id, next_run_at } = await create()
    const paused = await call('POST', `/${id}/pause`)
    expect(paused.body).toMatchObject({ status: 'paused', paused_reason: 'caller', next_run_at: null })
    expect((await call('POST', `/${id}/pause`)).body).toMatchObject({ status: 'paused' })
    expect((await call('GET', '?active_only=true')).body.total).toBe(0)
    expect((await call('PATCH', `/${id}`, { name: 'still' })).body).toMatchObject({
      status: 'paused',
      next_run_at: null,
    })
    expect((await call('POST', `/${id}/resume`)).body).toMatchObject({
      status: 'active',
      paused_reason: null,
      next_run_at,
    })
  })

  test('a run by hand waits for the scheduler; a second one is refused, a pause cancels it', async () => {
    const { id } = await create()
    const key = { 'Idempotency-Key': 'once' }
    const first = await call('POST', `/${id}/run`, undefined, account.key, key)
    expect(first.status).toBe(202)
    expect(first.body).toMatchObject({
      schedule_id: id,
      status: 'pending',
      trigger: 'manual',
      batch_id: null,
    })
    expect((await call('POST', `/${id}/run`, undefined, account.key, key)).body).toEqual(first.body)
    expect((await call('POST', `/${id}/run`)).status).toBe(409)
    await call('POST', `/${id}/pause`)
    expect((await call('GET', `/${id}/runs`)).body).toMatchObject({
      total: 1,
      runs: [{ id: first.body.id, status: 'cancelled' }],
    })
  })

  test('another kind of work replaces the one before, and its options', async () => {
    const { id } = await create({ options: { mode: 'html' }, formats: ['text'] })
    const changed = await call('PATCH', `/${id}`, { map: { url: 'https://example.com/' } })
    expect(changed.body).toMatchObject({ kind: 'map', map: { url: 'https://example.com/' } })
    for (const field of ['urls', 'options', 'formats', 'crawl'])
      expect(changed.body).not.toHaveProperty(field)
    const crawl = await call('PATCH', `/${id}`, { crawl: { url: 'https://example.com/' }, formats: ['text'] })
    expect(crawl.body).toMatchObject({ kind: 'crawl', formats: ['text'] })
  })

  test('secrets are masked in replies and kept through changes', async () => {
    const secret = 'hunter2'
    const created = await call('POST', '', {
      ...GIVEN,
      urls: [
        `https://user:${secret}@example.com/`,
        { url: 'https://example.com/b', advanced: { session_headers: { 'x-a': secret } } },
      ],
      options: { cookies: { sid: secret } },
    })
    expect(created.status).toBe(201)
    const { id } = created.body
    const changed = await call('PATCH', `/${id}`, { name: 'new' })
    for (const { body } of [created, changed, await call('GET', `/${id}`), await call('GET', '')])
      expect(JSON.stringify(body)).not.toContain(secret)
    const { rows } = await fixture.pool.query(
      'SELECT secrets, row_to_json(schedule)::text AS text FROM schedule WHERE id = $1',
      [id],
    )
    expect(rows[0].secrets.length).toBeGreaterThan(100)
    expect(rows[0].text).not.toContain(secret)
  })

  test('a test key makes schedules that only test keys change', async () => {
    const { body } = await call('POST', '', GIVEN, account.testKey)
    expect(body.test).toBe(true)
    expect((await call('PATCH', `/${body.id}`, { name: 'x' })).status).toBe(409)
    expect((await call('PATCH', `/${body.id}`, { name: 'x' }, account.testKey)).status).toBe(200)
  })

  test('who changes a schedule acts for it from then on', async () => {
    const { id } = await create()
    const authors = async () =>
      (await fixture.pool.query('SELECT api_key_id, user_id FROM schedule WHERE id = $1', [id])).rows[0]
    expect(await authors()).toMatchObject({ user_id: null, api_key_id: expect.any(String) })
    await fixture.asUser(account, 'PATCH', `/schedules/${id}`, { name: 'mine' })
    expect(await authors()).toEqual({ user_id: account.userId, api_key_id: null })
  })

  test('402 where the balance does not pay the first tier of each page', async () => {
    const poor = await fixture.account(200)
    const urls = ['https://example.com/a', 'https://example.com/b']
    const { status, body } = await call('POST', '', { ...GIVEN, urls }, poor.key)
    expect([status, body.error]).toEqual([402, 'INSUFFICIENT_BALANCE'])
    expect((await call('POST', '', GIVEN, poor.key)).status).toBe(201)
  })
})

describe('refused, by the field that is wrong', () => {
  const { urls: _, schedule: __, ...NOTHING } = GIVEN
  const crawl = { url: 'https://example.com/' }
  test.each<[string, object, string]>([
    ['no work', { ...NOTHING, schedule: 'daily' }, 'urls'],
    ['two kinds of work', { ...GIVEN, crawl }, 'crawl'],
    ['no time', { ...NOTHING, urls: GIVEN.urls }, 'schedule'],
    ['two times', { ...GIVEN, cron: '0 9 * * *' }, 'cron'],
    ['a text that is not understood', { ...GIVEN, schedule: 'sometimes' }, 'schedule'],
    ['a time that never comes', { ...NOTHING, urls: GIVEN.urls, cron: '0 0 30 2 *' }, 'cron'],
    ['too often', { ...GIVEN, schedule: { every: '4 minutes' } }, 'schedule'],
    ['no time zone', { ...GIVEN, timezone: 'Mars/Olympus' }, 'timezone'],
    ['a long name', { ...GIVEN, name: 'x'.repeat(LIMITS.scheduleNameChars + 1) }, 'name'],
    ['an unknown field', { ...GIVEN, overlap: 'allow' }, 'overlap'],
    ['an unknown option', { ...GIVEN, options: { colour: 'red' } }, 'options.colour'],
    [
      'an option in two places',
      { ...GIVEN, formats: ['text'], options: { formats: ['html'] } },
      'options.formats',
    ],
    ['urls among the options', { ...GIVEN, options: { urls: [] } }, 'options.urls'],
    ['a bad page', { ...GIVEN, urls: ['https://example.com/', { url: 'nothing' }] }, 'urls[1].url'],
    ['a private page', { ...GIVEN, urls: ['http://10.0.0.1/'] }, 'urls[0].url'],
    ['a bad crawl', { ...NOTHING, schedule: 'daily', crawl: { ...crawl, max_pages: 0 } }, 'crawl.max_pages'],
    [
      'a webhook inside a crawl',
      { ...NOTHING, schedule: 'daily', crawl: { ...crawl, webhook_url: 'https://a.example/' } },
      'crawl.webhook_url',
    ],
    ['a crawl that is none', { ...NOTHING, schedule: 'daily', crawl: 'example.com' }, 'crawl'],
    ['a bad map', { ...NOTHING, schedule: 'daily', map: { url: 'https://u:p@example.com/' } }, 'map.url'],
    [
      'options beside a map',
      { ...NOTHING, schedule: 'daily', map: crawl, options: { mode: 'html' } },
      'options',
    ],
    ['a webhook by http', { ...GIVEN, webhook_url: 'http://hooks.example.com/' }, 'webhook_url'],
  ])('%s', async (_, body, path) => {
    const reply = await call('POST', '', body)
    expect(reply.status).toBe(400)
    expect(reply.body.details.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })

  test('nothing to change', async () => {
    const { id } = await create()
    expect((await call('PATCH', `/${id}`, {})).status).toBe(400)
  })
})

describe('export', () => {
  async function destination(type = 'folder'): Promise<string> {
    const { rows } = await fixture.pool.query(
      `INSERT INTO export_destination (id, account_id, name, type, place) VALUES (gen_random_uuid(), $1, gen_random_uuid()::text, $2, '{}') RETURNING id`,
      [account.id, type],
    )
    return rows[0].id
  }

  test('is kept, replaced and taken away, and goes with what it exports', async () => {
    const first = { destination_id: await destination(), format: 'csv' }
    const created = await create({ export: first })
    expect(created.export).toMatchObject(first)
    const change = async (update: object) => (await call('PATCH', `/${created.id}`, update)).body.export
    expect(await change({ name: 'x' })).toMatchObject(first)
    expect(await change({ export: { ...first, format: 'jsonl' } })).toMatchObject({ format: 'jsonl' })
    expect(await change({ map: { url: 'https://example.com/' } })).toBeNull()
    const other = await create({ export: first })
    expect((await call('PATCH', `/${other.id}`, { export: null })).body.export).toBeNull()
  })

  test.each<[string, () => Promise<object>, number, string]>([
    [
      'of a map',
      async () => ({
        urls: undefined,
        map: { url: 'https://example.com/' },
        export: { destination_id: await destination(), format: 'csv' },
      }),
      400,
      'export',
    ],
    [
      'to what is none',
      async () => ({ export: { destination_id: uuidv7(), format: 'csv' } }),
      404,
      'export.destination_id',
    ],
    [
      'that a webhook does not take',
      async () => ({ export: { destination_id: await destination('webhook'), format: 'csv' } }),
      400,
      'export.format',
    ],
  ])('%s is refused', async (_, given, status, path) => {
    const reply = await call('POST', '', { ...GIVEN, ...(await given()) })
    expect([reply.status, reply.body.details.issues[0].path]).toEqual([status, path])
  })
})
