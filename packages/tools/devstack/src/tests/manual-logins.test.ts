import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool, type Pool } from '@gleaner/db'
import { descendants, listProcesses } from '@gleaner/runtime/process-table'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Fleet, startFleet } from '../fleet.ts'
import { type Api, apiOf, expectStatus } from '../testing/fair/api.ts'
import { FLEET_UNDER_TEST } from '../testing/fleet-under-test.ts'
import { type LoginSite, SECRETS, startLoginSite } from '../testing/login-site.ts'
import { openLoginViewer } from '../testing/login-viewer.ts'
import { totpAt } from '../testing/totp-at.ts'
import { everythingWritten, listenToRedis, type Written } from './everything-written.ts'

let home: string
let site: LoginSite
let fleet: Fleet
let pool: Pool
let api: Api
let origin: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'gleaner-home-'))
  site = await startLoginSite()
  fleet = await startFleet({
    home,
    port: 0,
    env: { ...FLEET_UNDER_TEST, LOG_LEVEL: 'trace', EGRESS_ALLOW: `127.0.0.1:${site.port}` },
  })
  pool = createPool({ url: fleet.info.database_url, max: 2 })
  api = apiOf(fleet.info.base_url, fleet.info.api_key)
  origin = new URL(fleet.info.base_url).origin
})
afterAll(async () => {
  await pool?.end()
  await fleet?.stop()
  await site?.close()
  await rm(home, { recursive: true, force: true, maxRetries: 20 })
})

const money = async () => {
  const { rows } = await pool.query(
    'SELECT available_micros::int AS available, held_micros::int AS held, revenue_micros::int AS revenue FROM balance',
  )
  return rows[0]
}
const stateOf = async (id: string) => (await api('GET', `/manual-logins/${id}`)).body
const until = (id: string, status: string) =>
  eventually(async () => expect((await stateOf(id)).status).toBe(status))

async function begin(more: object = {}) {
  const begun = await api('POST', '/manual-logins', { url: `${site.url}/login`, ...more })
  expectStatus(begun, 201)
  return begun.body
}

const found = (written: Written[]) =>
  written.filter(({ bytes }) =>
    [SECRETS.password, SECRETS.cookie, SECRETS.token].some((secret) => bytes.includes(secret)),
  )

describe('a login by hand', () => {
  test('is kept as a session, is charged once, and nothing that was typed or shown is written anywhere', async () => {
    const before = await money()
    const redis = await listenToRedis(fleet)
    const login = await begin({ name: 'Ada' })
    expect(login).toMatchObject({ status: 'waiting', name: 'Ada', domain: '127.0.0.1', session_id: null })
    const viewer = await openLoginViewer(origin, login, fleet.info.api_key)
    // As a page does at once.
    viewer.do({ type: 'size', width: 1_008, height: 584 })
    await viewer.untilAt('/login')
    await eventually(() => expect(viewer.size).toEqual([1_008, 584]))
    expect((await money()).held - before.held).toBe(20_000)
    viewer.click(50, 25)
    viewer.type('ada')
    viewer.click(50, 75)
    viewer.type(SECRETS.password)
    viewer.click(50, 125)
    await viewer.untilAt('/code')
    viewer.click(50, 25)
    viewer.type(totpAt(SECRETS.seed, Date.now()))
    viewer.click(50, 125)
    await viewer.untilAt('/account')
    expect(viewer.frames).toBeGreaterThan(0)
    viewer.do({ type: 'cookies' })
    await eventually(() => expect(viewer.last.cookies?.cookies).toMatchObject([{ name: 'sid' }]))

    const refused = await api('POST', `/manual-logins/${login.id}/keep`, { domain: 'other.example.com' })
    expectStatus(refused, 400)
    const kept = await api('POST', `/manual-logins/${login.id}/keep`, {})
    expectStatus(kept, 200)
    expect(kept.body).toMatchObject({ name: 'Ada', status: 'active', cookie_names: ['sid'] })
    expect((await api('POST', `/manual-logins/${login.id}/keep`, {})).body.id).toBe(kept.body.id)
    await eventually(() => expect(viewer.closed?.code).toBe(1000))
    expect(await stateOf(login.id)).toMatchObject({ status: 'kept', session_id: kept.body.id })
    const after = await money()
    expect([
      before.available - after.available,
      after.held - before.held,
      after.revenue - before.revenue,
    ]).toEqual([20_000, 0, 20_000])

    const url = `${site.url}/account`
    const scrape = await api('POST', '/scrape', { url, session_id: kept.body.id })
    expectStatus(scrape, 200)
    expect(JSON.stringify(scrape.body)).toContain('Ada’s account')
    expect(site.typed.join()).toContain(SECRETS.password)

    redis.stop()
    expect(found(redis.commands())).toEqual([])
    expect(found(await everythingWritten(fleet)).map(({ place }) => place)).toEqual([])
    // No frame either.
    const jpegs = (await everythingWritten(fleet)).filter(({ bytes }) => bytes.includes('JFIF'))
    expect(jpegs.map(({ place }) => place)).toEqual([])
  })

  test('at an application that keeps its token in the browser is kept with it, and only a browser brings it', async () => {
    const redis = await listenToRedis(fleet)
    const login = await begin({ url: `${site.url}/app/login` })
    const viewer = await openLoginViewer(origin, login, fleet.info.api_key)
    await viewer.untilAt('/app/login')
    viewer.click(50, 25)
    viewer.type('ada')
    viewer.click(50, 75)
    viewer.type(SECRETS.password)
    viewer.click(50, 125)
    await viewer.untilAt('/app')
    const kept = await api('POST', `/manual-logins/${login.id}/keep`, {})
    expectStatus(kept, 200)
    expect(kept.body).toMatchObject({ cookie_names: [], storage_origins: [site.url], status: 'active' })

    const url = `${site.url}/app`
    const scrape = await api('POST', '/scrape', { url, session_id: kept.body.id })
    expectStatus(scrape, 200)
    expect(JSON.stringify(scrape.body)).toContain('Berth 20 at the northern pier')
    expect(scrape.body.billing).toMatchObject({ tier_used: '4', total_credits: 20 })
    const cheap = await api('POST', '/scrape', {
      url,
      session_id: kept.body.id,
      cost_controls: { max_tier: '3' },
    })
    expect([cheap.status, cheap.body.message]).toEqual([422, expect.stringContaining('max_tier')])
    const validated = await api('POST', `/sessions/${kept.body.id}/validate`)
    expect(validated.body).toMatchObject({ is_valid: true, status: 'active' })

    // As a test tool exports it.
    const auth = { name: 'auth', value: JSON.stringify({ token: SECRETS.token }) }
    const tab = { name: 'tab', value: 'one' }
    const origins = [{ origin: site.url, localStorage: [auth], sessionStorage: [tab] }]
    const imported = await api('POST', '/sessions', {
      name: 'Ada',
      domain: site.url,
      cookies: JSON.stringify({ cookies: [], origins }),
    })
    expectStatus(imported, 200)
    const again = await api('POST', '/scrape', { url, session_id: imported.body.id, formats: ['markdown'] })
    expect(again.body.content?.markdown).toContain('Berth 20 at the northern pier')
    const stale = [{ ...origins[0], localStorage: [{ name: 'auth', value: '{"token":"of nobody"}' }] }]
    await api('PATCH', `/sessions/${imported.body.id}`, { cookies: { cookies: [], origins: stale } })
    const signedOut = await api('POST', '/scrape', { url, session_id: imported.body.id })
    expect(JSON.stringify(signedOut.body)).not.toContain('Berth 20')

    redis.stop()
    expect(found(redis.commands())).toEqual([])
    expect(found(await everythingWritten(fleet)).map(({ place }) => place)).toEqual([])
  })

  test('is shown to one viewer, by a ticket that is used once, by its own account and page', async () => {
    const login = await begin()
    const first = await openLoginViewer(origin, login, fleet.info.api_key)
    await first.untilAt('/login')
    const again = await openLoginViewer(origin, login, fleet.info.api_key)
    await eventually(() => expect(again.closed?.code).toBe(4003))
    const ticket = (body = {}) => api('POST', `/manual-logins/${login.id}/tickets`, body)

    const { body: ofPage } = await ticket({ origin: 'https://app.example.com' })
    const elsewhere = await openLoginViewer(origin, ofPage, fleet.info.api_key)
    await eventually(() => expect(elsewhere.closed?.code).toBe(4003))
    const { body: taken } = await ticket()
    const foreign = await openLoginViewer(origin, taken, fleet.info.test_key)
    await eventually(() => expect(foreign.closed?.code).toBe(4003))
    expect(first.closed).toBeUndefined()

    const second = await openLoginViewer(origin, taken, fleet.info.api_key)
    await second.untilAt('/login')
    await eventually(() => expect(first.closed?.code).toBe(4009))
    await eventually(() => expect(second.frames).toBeGreaterThan(0))
    await begin()
    expectStatus(await api('POST', '/manual-logins', { url: `${site.url}/login` }), 429)
    const mine = await api('GET', '/manual-logins')
    expect(mine.body).toMatchObject({ total: 2, manual_logins: [{}, { id: login.id, status: 'open' }] })
    const { body: others } = await apiOf(fleet.info.base_url, fleet.info.test_key)('GET', '/manual-logins')
    expect(others).toEqual({ manual_logins: [], total: 0 })
    const { rows } = await pool.query('SELECT id FROM manual_login WHERE ended_at IS NULL')
    for (const { id } of rows) expectStatus(await api('DELETE', `/manual-logins/${id}`), 204)
    await eventually(() => expect(second.closed?.code).toBe(1000))
    await eventually(async () => expect((await money()).held).toBe(0))
  })

  test('whose worker is killed fails, gives its price back and leaves no browser', async () => {
    const before = await money()
    const login = await begin()
    const viewer = await openLoginViewer(origin, login, fleet.info.api_key)
    await viewer.untilAt('/login')
    const worker = fleet.info.pids['tier-4-browser']!
    const browsers = descendants(worker).filter(({ command }) => command.includes('--remote-debugging-pipe'))
    expect(browsers.length).toBeGreaterThan(0)
    process.kill(worker, 'SIGKILL')
    await until(login.id, 'failed')
    expect(await stateOf(login.id)).toMatchObject({ error: { code: 'INTERNAL' }, session_id: null })
    expect(await money()).toEqual(before)
    viewer.close()
    const left = () => listProcesses().filter(({ pid }) => browsers.some((browser) => browser.pid === pid))
    await eventually(() => expect(left()).toEqual([]))
  })
})
