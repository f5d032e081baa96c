import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { JSDOM } from 'jsdom'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'development' })
  account = await fixture.account()
})
afterAll(() => fixture.close())

async function ask(method: string, path: string, body?: object, of = account) {
  await fixture.forgetLimits()
  return await fixture.request(`/api/v1${path}`, {
    method,
    headers: { 'X-API-Key': of.key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}
const page = (path = 'plain') => `${fixture.site.url}/${path}`
const made = async (body: object = {}) => {
  const reply = await ask('POST', '/monitors', { name: 'anvil', url: page(), ...body })
  expect([reply.status, reply.body.message]).toEqual([201, undefined])
  return reply.body
}

test('a monitor is made with what is usual, shown, listed, paused, resumed and deleted', async () => {
  const monitor = await made()
  expect(monitor).toMatchObject({
    name: 'anvil',
    status: 'active',
    target: 'url',
    url: page(),
    check_interval: '0 */6 * * *',
    cron: '0 */6 * * *',
    timezone: 'UTC',
    diff_mode: 'semantic',
    notify_on: ['change'],
    pages: { new: 0, same: 0, changed: 0, removed: 0, error: 0 },
  })
  expect((await ask('GET', `/monitors/${monitor.id}`)).body).toEqual(monitor)
  expect((await ask('GET', '/monitors')).body).toMatchObject({
    monitors: [monitor],
    total: 1,
    limit: 20,
    offset: 0,
  })
  const paused = await ask('POST', `/monitors/${monitor.id}/pause`)
  expect(paused.body).toMatchObject({ status: 'paused', paused_reason: 'caller', next_check_at: null })
  expect((await ask('GET', '/monitors?active_only=true')).body.total).toBe(0)
  const resumed = await ask('POST', `/monitors/${monitor.id}/resume`)
  expect(resumed.body).toMatchObject({ status: 'active', next_check_at: monitor.next_check_at })
  expect((await ask('DELETE', `/monitors/${monitor.id}`)).status).toBe(204)
  expect((await ask('GET', `/monitors/${monitor.id}`)).status).toBe(404)
})

test.each([
  [{ urls: ['https://93.184.216.34/a', 'https://93.184.216.34/b'] }, 'list'],
  [{ crawl: { url: 'https://93.184.216.34/', max_pages: 5 } }, 'crawl'],
  [{ map: { url: 'https://93.184.216.34/' } }, 'map'],
  [{ search: { query: 'anvils', num_results: 50, country: 'DE', time_range: 'week' } }, 'search'],
  [{ search: { query: 'anvils', scrape_results: true } }, 'search'],
])('%j is watched as a %s', async (work, target) => {
  const monitor = await made({ url: undefined, ...work })
  expect(monitor).toMatchObject({ target, ...work })
  expect((await ask('PATCH', `/monitors/${monitor.id}`, { name: 'other' })).body).toMatchObject({
    name: 'other',
    target,
    ...work,
  })
})

test('what is changed is checked as a whole, and begins anew where pages are compared otherwise', async () => {
  const { id } = await made({
    diff_mode: 'selector',
    monitor_selectors: ['h1'],
    check_interval: 'daily at 6am',
  })
  const at = `/monitors/${id}`
  expect((await ask('GET', at)).body).toMatchObject({ monitor_selectors: { h1: 'h1' }, cron: '0 6 * * *' })
  expect((await ask('PATCH', at, { diff_mode: 'fields' })).body.details.issues).toMatchObject([
    { path: 'monitor_fields', message: expect.stringContaining('required') },
  ])
  const { rows } = await fixture.pool.query(
    `INSERT INTO monitor_page (monitor_id, key, account_id, url, state, run_id) VALUES ($1, '\\x01', $2, 'x', 'same', gen_random_uuid()) RETURNING key`,
    [id, account.id],
  )
  expect(rows).toHaveLength(1)
  const monitor_fields = { price: { selector: '.price', type: 'currency', take: 'lowest' } }
  const changed = await ask('PATCH', at, { diff_mode: 'fields', monitor_fields, webhook_url: null })
  expect(changed.body).toMatchObject({
    diff_mode: 'fields',
    monitor_selectors: null,
    monitor_fields,
    cron: '0 6 * * *',
  })
  expect(changed.body.pages.same).toBe(0)
})

test.each([
  [{ search: { query: 'anvils' } }, { search: { query: 'hammers' } }, true],
  [
    { search: { query: 'anvils' } },
    { search: { query: 'anvils', num_results: 20, scrape_results: true } },
    false,
  ],
  [{ map: { url: 'https://93.184.216.34/' } }, { map: { url: 'https://93.184.216.35/' } }, true],
  [{ map: { url: 'https://93.184.216.34/' } }, { search: { query: 'anvils' } }, true],
  [{ urls: ['https://93.184.216.34/a'] }, { urls: ['https://93.184.216.34/b'] }, false],
])('of %j that becomes %j all is forgotten: %j', async (before, after, isForgotten) => {
  const { id } = await made({ url: undefined, ...before })
  await fixture.pool.query(
    `INSERT INTO monitor_page (monitor_id, key, account_id, url, state, run_id) VALUES ($1, '\\x01', $2, 'x', 'same', gen_random_uuid())`,
    [id, account.id],
  )
  expect((await ask('PATCH', `/monitors/${id}`, after)).body.pages.same).toBe(isForgotten ? 0 : 1)
})

describe('is refused, and the field is named:', () => {
  test.each<[string, object, string]>([
    ['nothing to watch', { url: undefined }, 'url'],
    ['two things to watch', { map: { url: 'https://93.184.216.34/' } }, 'map'],
    ['a page and a search', { search: { query: 'x' } }, 'search'],
    ['a search for nothing', { url: undefined, search: { num_results: 3 } }, 'search.query'],
    ['too many results', { url: undefined, search: { query: 'x', num_results: 51 } }, 'search.num_results'],
    ['formats of a search', { url: undefined, search: { query: 'x', formats: ['text'] } }, 'search.formats'],
    ['what only scrapes heed', { url: undefined, search: { query: 'x', timeout: 5 } }, 'search.timeout'],
    ['options of a search', { url: undefined, search: { query: 'x' }, options: { timeout: 5 } }, 'options'],
    ['a mode of a search alone', { url: undefined, search: { query: 'x' }, diff_mode: 'exact' }, 'diff_mode'],
    ['selectors without their mode', { monitor_selectors: ['h1'] }, 'monitor_selectors'],
    ['a mode without its selectors', { diff_mode: 'selector' }, 'monitor_selectors'],
    ['what is no selector', { diff_mode: 'selector', monitor_selectors: ['h1[['] }, 'selector of h1[['],
    ['what is no pattern', { filters: { ignore: [{ matches: '(' }] } }, 'filters.ignore.0.matches'],
    ['a cache', { options: { cache: true } }, 'options.cache'],
    ['formats', { options: { formats: ['text'] } }, 'options.formats'],
    ['an option that is none', { options: { colour: 1 } }, 'options.colour'],
    ['a time that is none', { check_interval: '0 0 30 2 *' }, 'check_interval'],
    ['two times', { check_interval: 'daily', cron: '0 1 * * *' }, 'cron'],
    ['a wish that is none', { notify_on: 'never' }, 'notify_on'],
  ])('%s', async (_, body, path) => {
    const reply = await ask('POST', '/monitors', { name: 'x', url: page(), ...body })
    expect([reply.status, reply.body.details?.issues?.[0]?.path]).toEqual([400, path])
  })

  test('an address that is not allowed', async () => {
    const reply = await ask('POST', '/monitors', { name: 'x', url: 'http://169.254.169.254/' })
    expect([reply.status, reply.body.error]).toEqual([400, 'URL_NOT_ALLOWED'])
  })
})

test('a check is made by hand, one at a time', async () => {
  const { id } = await made()
  const first = await ask('POST', `/monitors/${id}/check`)
  expect(first).toMatchObject({
    status: 202,
    body: {
      monitor_id: id,
      status: 'pending',
      pages: null,
      judged_at: null,
      poll_url: expect.stringContaining(`/monitors/${id}/checks`),
    },
  })
  const second = await ask('POST', `/monitors/${id}/check`)
  expect(second).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('/monitors/{monitor_id}/checks') },
  })
  const { poll_url: _, ...listed } = first.body
  expect((await ask('GET', `/monitors/${id}/checks`)).body).toMatchObject({
    checks: [listed],
    total: 1,
  })
})

test('monitors are no schedules, and schedules no monitors', async () => {
  const { id } = await made()
  const schedule = await ask('POST', '/schedules', { name: 'x', urls: [page()], schedule: 'daily' })
  expect((await ask('GET', '/schedules')).body.schedules.map((one: { id: string }) => one.id)).toEqual([
    schedule.body.id,
  ])
  const asked: [string, string][] = [
    ['GET', ''],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['DELETE', ''],
  ]
  for (const [method, path] of asked) {
    expect([path, (await ask(method, `/schedules/${id}${path}`)).status]).toEqual([path, 404])
    expect([path, (await ask(method, `/monitors/${schedule.body.id}${path}`)).status]).toEqual([path, 404])
  }
})

test('the feed is Atom, whatever pages say, and is read with the key in its address', async () => {
  const monitor = await made({ name: '<b>"anvil" & co</b>' })
  await fixture.pool.query(
    `INSERT INTO monitor_change (id, monitor_id, account_id, run_id, key, url, kind, changes, total, text)
     VALUES (gen_random_uuid(), $1, $2, gen_random_uuid(), '\\x01', 'https://example.com/?a=1&b=2', 'changed', '[]', 1, $3)`,
    [monitor.id, account.id, ']]><script>alert(1)</script> \u0001 ~~1~~**2**'],
  )
  const reply = await fetch(`${fixture.url}/api/v1/monitors/${monitor.id}/feed.atom?api_key=${account.key}`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
  ])
  const text = await reply.text()
  expect(text).not.toContain(account.key)
  const { document } = new JSDOM(text, { contentType: 'application/xml' }).window
  const textOf = (selector: string) => document.querySelector(selector)?.textContent
  expect(document.documentElement.namespaceURI).toBe('http://www.w3.org/2005/Atom')
  expect([textOf('feed > title'), textOf('entry > title')]).toEqual([
    monitor.name,
    'Changed: https://example.com/?a=1&b=2',
  ])
  expect(textOf('entry > content')).toBe(']]><script>alert(1)</script>  ~~1~~**2**')
  expect((await ask('GET', `/monitors/${monitor.id}/changes`)).body).toMatchObject({ total: 1 })
})
