import { openSchedule } from '@gleaner/schedules'
import { createSecretBox } from '@gleaner/security/secret-box'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'development' })
})
beforeEach(async () => {
  account = await fixture.account()
})
afterAll(() => fixture.close())

async function ask(method: string, path: string, body?: object, key = account.key) {
  await fixture.forgetLimits()
  return await fixture.request(`/api/v1${path}`, {
    method,
    headers: { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}
const url = 'https://93.184.216.34/a'
const group = async (settings: object = {}) => {
  const reply = await ask('POST', '/monitor-groups', { name: 'shops', ...settings })
  expect([reply.status, reply.body.message]).toEqual([201, undefined])
  return reply.body
}
const monitor = async (groupId: string, more: object = {}) => {
  const reply = await ask('POST', '/monitors', { name: 'm', url, group_id: groupId, ...more })
  expect([reply.status, reply.body.message]).toEqual([201, undefined])
  return reply.body
}
const read = async (id: string) => (await ask('GET', `/monitors/${id}`)).body

const SETTINGS = {
  check_interval: 'daily at 6am',
  timezone: 'Europe/Berlin',
  diff_mode: 'selector',
  monitor_selectors: ['h1'],
  filters: { only: ['added'] },
  notify_on: ['change', 'error'],
  webhook_url: 'https://hooks.example.com/a',
  options: { timeout: 20 },
}

test('a group is made, shown, listed with its monitors, renamed, and deleted once it is empty', async () => {
  const made = await group(SETTINGS)
  expect(made).toMatchObject({ name: 'shops', test: false, monitors: 0, ...SETTINGS })
  const at = `/monitor-groups/${made.id}`
  expect((await ask('GET', at)).body).toEqual(made)
  const { id } = await monitor(made.id)
  await ask('POST', '/monitors', { name: 'other', url })
  expect((await ask('GET', `/monitors?group_id=${made.id}`)).body).toMatchObject({
    monitors: [{ id, group_id: made.id }],
    total: 1,
  })
  expect((await ask('GET', '/monitor-groups')).body).toMatchObject({
    groups: [{ id: made.id, monitors: 1 }],
    total: 1,
  })
  const before = await read(id)
  expect((await ask('PATCH', at, { name: 'all shops' })).body).toMatchObject({
    name: 'all shops',
    ...SETTINGS,
  })
  expect(await read(id)).toEqual(before)
  const refused = await ask('DELETE', at)
  expect(refused).toMatchObject({ status: 409, body: { details: { monitors: 1 } } })
  expect(refused.body.message).toContain(`GET /monitors?group_id=${made.id}`)
  await ask('PATCH', `/monitors/${id}`, { group_id: null })
  expect((await ask('DELETE', at)).status).toBe(204)
  for (const method of ['GET', 'DELETE']) expect((await ask(method, at)).status).toBe(404)
})

test('what a monitor sets itself counts, then its group, then what is usual', async () => {
  const { id: groupId } = await group(SETTINGS)
  const own = { check_interval: 'every hour', notify_on: ['always'] }
  const made = await monitor(groupId, own)
  const { monitor_selectors, ...plain } = SETTINGS
  expect(made).toMatchObject({ ...plain, monitor_selectors: { h1: 'h1' }, ...own, cron: '0 * * * *' })
  expect(made.own).toEqual(own)
  const at = `/monitors/${made.id}`
  const taken = await ask('PATCH', at, { check_interval: null, diff_mode: 'exact' })
  expect(taken.body).toMatchObject({
    check_interval: SETTINGS.check_interval,
    cron: '0 6 * * *',
    diff_mode: 'exact',
    monitor_selectors: null,
    own: { diff_mode: 'exact', notify_on: ['always'] },
  })
  expect(taken.body.own).not.toHaveProperty('check_interval')
  const left = await ask('PATCH', at, { group_id: null })
  expect(left.body).toMatchObject({
    group_id: null,
    check_interval: '0 */6 * * *',
    timezone: 'UTC',
    diff_mode: 'exact',
    filters: null,
    notify_on: ['always'],
    webhook_url: null,
    options: {},
  })
  const back = await ask('PATCH', at, { group_id: groupId, diff_mode: null })
  expect(back.body).toMatchObject({
    diff_mode: 'selector',
    monitor_selectors: { h1: 'h1' },
    options: { timeout: 20 },
  })
})

test.each([
  ['a map', { map: { url: 'https://93.184.216.34/' } }],
  ['a search', { search: { query: 'anvils' } }],
])('%s takes of its group what has an effect on it', async (_, target) => {
  const { id } = await group(SETTINGS)
  const made = await monitor(id, { url: undefined, ...target })
  expect(made).toMatchObject({
    ...target,
    check_interval: SETTINGS.check_interval,
    diff_mode: 'semantic',
    monitor_selectors: null,
    filters: null,
    webhook_url: SETTINGS.webhook_url,
  })
  expect(made.options).toBeUndefined()
})

describe('a change of a group', () => {
  test('is one of each monitor that takes the setting from it, planned anew; others stay as they are', async () => {
    const { id } = await group({ check_interval: 'every hour' })
    const [takes, sets] = [await monitor(id), await monitor(id, { check_interval: 'every 2 hours' })]
    await ask('POST', `/monitors/${takes.id}/pause`)
    const paused = await monitor(id)
    await ask('POST', `/monitors/${paused.id}/pause`)
    await ask('POST', `/monitors/${takes.id}/resume`)
    await ask('PATCH', `/monitor-groups/${id}`, { check_interval: '30 3 1 1 *' })
    const after = await read(takes.id)
    expect(after).toMatchObject({ check_interval: '30 3 1 1 *', cron: '30 3 1 1 *', own: {} })
    expect(after.next_check_at).toMatch(/-01-01T03:3/)
    expect(await read(sets.id)).toEqual(sets)
    expect(await read(paused.id)).toMatchObject({ status: 'paused', cron: '30 3 1 1 *', next_check_at: null })
    const none = await ask('PATCH', `/monitor-groups/${id}`, { check_interval: null })
    expect(none.body).not.toHaveProperty('check_interval')
    expect((await read(takes.id)).cron).toBe('0 */6 * * *')
  })

  test('begins anew where pages are compared otherwise, and nowhere else', async () => {
    const { id } = await group()
    const [takes, sets] = [await monitor(id), await monitor(id, { diff_mode: 'semantic' })]
    for (const monitor of [takes, sets])
      await fixture.pool.query(
        `INSERT INTO monitor_page (monitor_id, key, account_id, url, state, run_id) VALUES ($1, '\\x01', $2, 'x', 'same', gen_random_uuid())`,
        [monitor.id, account.id],
      )
    await ask('PATCH', `/monitor-groups/${id}`, { diff_mode: 'exact' })
    expect([(await read(takes.id)).pages.same, (await read(sets.id)).pages.same]).toEqual([0, 1])
  })

  test('that does not fit one of its monitors is refused whole, and the monitor is named', async () => {
    const { id } = await group()
    const fits = await monitor(id, { diff_mode: 'exact' })
    const other = await monitor(id, { name: 'the other' })
    const refused = await ask('PATCH', `/monitor-groups/${id}`, { diff_mode: 'fields', notify_on: 'always' })
    expect(refused).toMatchObject({
      status: 400,
      body: { details: { monitor_id: other.id, issues: [{ path: 'monitor_fields' }] } },
    })
    expect(refused.body.message).toContain('"the other"')
    expect([await read(fits.id), await read(other.id)]).toEqual([fits, other])
    expect((await ask('GET', `/monitor-groups/${id}`)).body).not.toHaveProperty('notify_on')
  })

  test('keeps secrets that a reply does not show', async () => {
    const options = { headers: { authorization: 'canary-secret' } }
    const made = await group({ options })
    expect(JSON.stringify(made)).not.toContain('canary')
    await ask('PATCH', `/monitor-groups/${made.id}`, { check_interval: 'every hour' })
    const { id } = await monitor(made.id)
    expect(JSON.stringify(await read(id))).not.toContain('canary')
    await ask('PATCH', `/monitor-groups/${made.id}`, { check_interval: 'every 2 hours' })
    const opened = await openSchedule(
      { secretBox: createSecretBox(fixture.env.ENCRYPTION_KEYS!) },
      fixture.pool,
      account.id,
      id,
    )
    expect(opened).toMatchObject({ timing: 'every 2 hours', work: { options } })
    const { rows } = await fixture.pool.query(
      'SELECT settings::text AS text FROM monitor_group WHERE id = $1',
      [made.id],
    )
    expect(rows[0].text).not.toContain('canary')
  })

  test('and monitors that come, leave and change at once: all have what the group has', async () => {
    const { id } = await group({ timezone: 'Europe/Berlin' })
    const first = await Promise.all(Array.from({ length: 4 }, () => monitor(id)))
    const zones = ['Asia/Tokyo', 'America/New_York', 'UTC', 'Africa/Cairo']
    const replies = await Promise.all([
      ...zones.map((timezone) => ask('PATCH', `/monitor-groups/${id}`, { timezone })),
      ...zones.map(() => ask('POST', '/monitors', { name: 'new', url, group_id: id })),
      ask('PATCH', `/monitors/${first[0].id}`, { group_id: null }),
      ask('PATCH', `/monitors/${first[1].id}`, { notify_on: 'always' }),
    ])
    for (const { status } of replies) expect([200, 201, 409]).toContain(status)
    const { timezone } = (await ask('GET', `/monitor-groups/${id}`)).body
    const { monitors, total } = (await ask('GET', `/monitors?group_id=${id}`)).body
    expect(total).toBeGreaterThanOrEqual(3)
    for (const monitor of monitors) expect(monitor.timezone).toBe(timezone)
  })
})

describe('is refused, and the field is named:', () => {
  test.each<[string, object, string]>([
    ['no name', { name: undefined }, 'name'],
    ['a time that is none', { check_interval: '0 0 30 2 *' }, 'schedule'],
    ['a zone that is none', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['what is no selector', { monitor_selectors: ['h1[['] }, 'selector of h1[['],
    ['what is no pattern', { filters: { ignore: [{ matches: '(' }] } }, 'filters.ignore.0.matches'],
    ['an option that is none', { options: { colour: 1 } }, 'options.colour'],
    ['what is of one monitor', { url }, 'url'],
  ])('%s', async (_, body, path) => {
    const reply = await ask('POST', '/monitor-groups', { name: 'x', ...body })
    expect([reply.status, reply.body.details?.issues?.[0]?.path]).toEqual([400, path])
  })

  test("a group that is nobody's, and one of another kind of key", async () => {
    const { id } = await group()
    const given = { name: 'x', url, group_id: id }
    expect((await ask('POST', '/monitors', { ...given, group_id: account.id })).status).toBe(404)
    const reply = await ask('POST', '/monitors', given, account.testKey)
    expect(reply).toMatchObject({ status: 400, body: { details: { issues: [{ path: 'group_id' }] } } })
    expect((await ask('PATCH', `/monitor-groups/${id}`, { name: 'y' }, account.testKey)).status).toBe(409)
  })
})
