import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ScrapeRequestInput } from '@gleaner/contracts'
import type { Cookie, OriginStorage } from '@gleaner/cookie-rules'
import { claimJob, createJob, readFinishedJob } from '@gleaner/jobs'
import { storedSecrets, storeSession } from '@gleaner/sessions/testing/store-session'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { handleTask } from '../handle-task.ts'
import { createWorkerFixture, type WorkerFixture } from '../testing/fixture.ts'

const SAMPLE = 'sample-session'
const SIGN_IN_WITH_NEWS = `<title>Harbour news</title><form><input name="user"><input type="password" name="word"></form>${'<p>Boats came in with the tide, and nets were mended on the quay until late in the evening. <a href="/news">More</a></p>'.repeat(40)}`

let fixture: WorkerFixture
/** Tells what it was sent; `/down` answers nobody, `/members` sends everybody to a sign-in. */
let echo: Server
let echoUrl: string
beforeAll(async () => {
  fixture = await createWorkerFixture()
  echo = createServer((request, response) => {
    if (request.url === '/down') return void request.socket.destroy()
    if (request.url === '/members')
      return void response.writeHead(302, { location: '/sign-in?next=/members' }).end()
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=yes; Path=/' })
    if (request.url?.startsWith('/sign-in')) return void response.end(SIGN_IN_WITH_NEWS)
    response.end(`<title>Echo</title><p>${JSON.stringify(request.headers)}</p>`)
  })
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
  echoUrl = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`
})
afterEach(() => fixture.forgetPermits())
afterAll(async () => {
  await fixture.close()
  echo.closeAllConnections()
  await new Promise((resolve) => echo.close(resolve))
})

const never = new AbortController().signal

function cookie(name: string, value: string, more: Partial<Cookie> = {}): Cookie {
  return { name, value, domain: '127.0.0.1', hostOnly: false, path: '/', httpOnly: false, ...more }
}

type Parts = {
  cookies?: Cookie[]
  headers?: Record<string, string>
  storage?: OriginStorage[]
  accountId?: string
}
const store = (value: string, { accountId = fixture.accountId, ...more }: Parts = {}) =>
  storeSession(fixture.jobs, {
    accountId,
    domain: '127.0.0.1',
    cookies: [cookie('selwyn_session', value)],
    ...more,
  })

type Request = Partial<ScrapeRequestInput>

/** A job that has to wait for its turn is delivered again, as its queue does. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  await eventually(work)
}

/** Works on a job until it has ended; gives its row and the page part of its result. */
async function finish(id: string) {
  for (const tier of ['1', '2'] as const)
    if (!(await readFinishedJob(fixture.jobs.pool, id)))
      await inTurn(async () => handleTask(fixture.context(tier), await fixture.taskOf(id), never))
  const done = (await readFinishedJob(fixture.jobs.pool, id))!
  return { row: done.row, page: done.page === undefined ? undefined : JSON.parse(done.page) }
}
const once = { cost_controls: { force_tier: '1' } } as const
const scrape = async (url: string, session_id: string, more: Request = {}) =>
  finish(await fixture.accept({ url, session_id, formats: ['markdown'], ...once, ...more }))
const account = (session_id: string, more: Request = {}) =>
  scrape(`${fixture.site.url}/account`, session_id, more)

async function health(id: string) {
  const { rows } = await fixture.jobs.pool.query(
    `SELECT total_requests::int AS total, successful_requests::int AS accepted, rejected_requests::int AS rejected, last_page
     FROM login_session WHERE id = $1`,
    [id],
  )
  return rows[0]
}

async function change(id: string, sql: string) {
  await fixture.jobs.pool.query(`UPDATE login_session SET ${sql} WHERE id = $1`, [id])
}

describe('a scrape with a session', () => {
  test('opens what only its user sees, and counts', async () => {
    const id = await store(SAMPLE)
    const { page } = await account(id)
    expect(page).toMatchObject({ status_code: 200, byos_applied: true })
    expect(page.content.markdown).toContain('Ada Pilchard')
    expect(page).not.toHaveProperty('warnings')
    expect(await health(id)).toEqual({
      total: 1,
      accepted: 1,
      rejected: 0,
      last_page: `${fixture.site.url}/account`,
    })
  })

  test('sends cookies that have not expired, and headers of its own name in place of the session', async () => {
    const cookies = [
      cookie('short', 'lasting', { expiresAt: Date.now() + 60_000 }),
      cookie('old', 'gone', { expiresAt: Date.now() - 1 }),
    ]
    const id = await store('', { cookies, headers: { 'X-Own': 'stored', 'X-Other': 'stored too' } })
    const advanced = { session_headers: { 'x-own': 'inline' } }
    const { page } = await scrape(`${echoUrl}/`, id, { advanced })
    const { markdown } = page.content
    expect(markdown).toContain('short=lasting')
    for (const part of ['"x-own":"inline"', '"x-other":"stored too"'])
      expect(markdown.replaceAll('\\', '')).toContain(part)
    expect(markdown).not.toContain('gone')
    expect(page.headers['set-cookie']).toBe('seen=***; Path=/')
  })

  test('shows nobody the secrets that a page repeats', async () => {
    const token = 'k3Jf8sL0q9aZx7Qw21TTbb'
    const { page, row } = await scrape(`${echoUrl}/`, await store(token))
    expect(page.content.markdown).toContain('selwyn')
    expect(JSON.stringify([page, row])).not.toContain(token)
  })

  test('shows nobody its secrets in the headers of the request', async () => {
    const token = 'k3Jf8sL0q9aZx7Qw21TTbb'
    const id = await store(token, { headers: { 'X-Own': `${token}-2`, 'User-Agent': token } })
    const { page } = await scrape(`${echoUrl}/`, id, { advanced: { include_request_headers: true } })
    expect(page.request_headers).toMatchObject({ cookie: '***', 'x-own': '***', 'user-agent': '***' })
    expect(page.request_headers.host).toBe(new URL(echoUrl).host)
    expect(JSON.stringify(page)).not.toContain(token)
  })

  test('runs in a process of its own after a worker was lost, with the session that its parent opens', async () => {
    const id = await fixture.accept({
      url: `${fixture.site.url}/account`,
      session_id: await store(SAMPLE),
      formats: ['markdown'],
    })
    expect(await claimJob(fixture.jobs, id, '1')).toMatchObject({ kind: 'claimed' })
    await fixture.jobs.pool.query(`UPDATE job SET lease_until = now() - interval '1 second' WHERE id = $1`, [
      id,
    ])
    const { page } = await finish(id)
    expect(page).toMatchObject({ byos_applied: true, status_code: 200 })
  })

  test('of a test key sends nothing, and says what it would have done', async () => {
    const id = await store(SAMPLE)
    const answer = async () => {
      const url = `${fixture.site.url}/account`
      const job = fixture.newJob({ url, session_id: id, ...once }, { test: true })
      await createJob(fixture.jobs, job)
      return (await finish(job.id)).page
    }
    expect(await answer()).toMatchObject({ byos_applied: true })
    await change(id, `expires_at = now()`)
    expect(await answer()).toMatchObject({ byos_applied: false })
    expect(await health(id)).toMatchObject({ total: 0 })
  })
})

describe('a session that ended since the job was accepted', () => {
  test.each([
    ['deleted', `status = 'inactive', deleted_at = now(), secret = NULL, data_key = NULL`],
    ['expired', `expires_at = now() - interval '1 second'`],
    ['expired with its last cookie', 'cookies_expire_at = now()'],
    ['refuted', `status = 'invalid'`],
  ])('is not sent once it was %s, and the result says so', async (_, sql) => {
    const id = await store(SAMPLE)
    expect((await scrape(`${echoUrl}/`, id)).page).toMatchObject({ byos_applied: true })
    await change(id, sql)
    const { page } = await scrape(`${echoUrl}/`, id)
    expect(page).toMatchObject({
      byos_applied: false,
      warnings: [expect.stringContaining('without it')],
    })
    expect(page.content.markdown).not.toContain('selwyn_session')
    expect((await account(id)).row).toMatchObject({
      error: { message: expect.stringContaining('without it'), details: { byos_applied: false } },
    })
    expect(await health(id)).toMatchObject({ total: 1 })
  })

  test('is not sent by somebody else, whatever their job says', async () => {
    const { rows } = await fixture.jobs.pool.query(
      `INSERT INTO account (id, name) VALUES (gen_random_uuid(), 'else') RETURNING id`,
    )
    const id = await store(SAMPLE, { accountId: rows[0].id })
    const { page } = await scrape(`${echoUrl}/`, id)
    expect(page).toMatchObject({ byos_applied: false })
    expect(page.content.markdown).not.toContain('selwyn_session')
    expect(await health(id)).toMatchObject({ total: 0 })
  })
})

describe('a use counts', () => {
  test('against the session where the target wants a login at every tier', async () => {
    const id = await store('of yesterday')
    const { row } = await account(id, { cost_controls: { max_tier: '2', prefer_cost: true } })
    expect(row).toMatchObject({
      status: 'failed',
      attempts: [{ result: 'blocked' }, { result: 'blocked' }],
      error: {
        message: expect.stringContaining('session seems to have ended'),
        details: { byos_applied: true },
      },
    })
    expect(await health(id)).toMatchObject({ total: 1, rejected: 1, last_page: null })
  })

  test.each([
    ['is down', () => `${echoUrl}/down`],
    ['refuses robots', () => `${fixture.site.url}/status/403`],
    ['fails', () => `${fixture.site.url}/status/500`],
  ])('for nothing where the target %s', async (_, url) => {
    const id = await store(SAMPLE)
    expect((await scrape(url(), id)).row.status).toBe('failed')
    expect(await health(id)).toMatchObject({ total: 1, accepted: 0, rejected: 0 })
  })
})

test('what is sealed with a key that is not there is a fault of ours, and nothing is fetched without it', async () => {
  const id = await store(SAMPLE)
  await change(id, `data_key = '\\x0000'`)
  const { row } = await account(id)
  expect(row).toMatchObject({ status: 'failed', costMicros: 0, attempts: [{ result: 'internal' }] })
  expect(await health(id)).toMatchObject({ total: 0 })
})

describe('session_update', () => {
  const rotating = (id: string, more: Request = {}) =>
    scrape(`${fixture.site.url}/account/rotating`, id, { advanced: { session_update: true }, ...more })

  /** A cookie that the site has given for a login. */
  async function signIn(): Promise<string> {
    const body = new URLSearchParams({ email: 'ada@example.com', password: 'harbour-lights' })
    const reply = await fetch(`${fixture.site.url}/login`, { method: 'POST', body, redirect: 'manual' })
    return /selwyn_session=([^;]+)/.exec(reply.headers.get('set-cookie')!)![1]!
  }
  const sidOf = async (id: string) => (await storedSecrets(fixture.jobs, id)).cookies[0]?.value
  const updates = async (id: string) =>
    (
      await fixture.jobs.pool.query(
        `SELECT actor, details FROM login_session_event WHERE session_id = $1 AND action = 'cookies_updated' ORDER BY id`,
        [id],
      )
    ).rows

  test('follows a site that gives a new cookie with each page', async () => {
    const id = await store(await signIn())
    for (let n = 0; n < 3; n++) expect((await rotating(id)).page).toMatchObject({ byos_applied: true })
    expect(await health(id)).toMatchObject({ total: 3, accepted: 3 })
    expect(await updates(id)).toEqual(
      Array.from({ length: 3 }, () => ({
        actor: expect.stringMatching(/^key:/),
        details: { job_id: expect.any(String), set: ['selwyn_session'], removed: [] },
      })),
    )
    const { rows } = await fixture.jobs.pool.query('SELECT * FROM login_session WHERE id = $1', [id])
    expect(rows[0]).toMatchObject({ version: 1, cookie_names: ['selwyn_session'] })
    expect(rows[0].cookies_expire_at).toBeInstanceOf(Date)
  })

  test('keeps nothing without being asked, and nothing of a sign-in page', async () => {
    const first = await signIn()
    const id = await store(first)
    await rotating(id, { advanced: {} })
    expect(await sidOf(id)).toBe(first)
    // That page took the cookie.
    expect((await rotating(id)).row.status).toBe('failed')
    expect(await sidOf(id)).toBe(first)
    expect(await updates(id)).toEqual([])
  })

  test('leaves cookies alone that their owner has replaced meanwhile', async () => {
    const id = await store(await signIn())
    const replace = async () => await change(id, `version = version + 1`)
    const ctx = fixture.context('1')
    const jobId = await fixture.accept({
      url: `${fixture.site.url}/account/rotating`,
      session_id: id,
      advanced: { session_update: true },
      ...once,
    })
    const before = await sidOf(id)
    const fetch: typeof ctx.fetcher.fetch = async (request, signal) => {
      const outcome = await ctx.fetcher.fetch(request, signal)
      await replace()
      return outcome
    }
    await handleTask({ ...ctx, fetcher: { ...ctx.fetcher, fetch } }, await fixture.taskOf(jobId), never)
    expect(await sidOf(id)).toBe(before)
    expect(await updates(id)).toEqual([])
  })

  test('of many scrapes at once leaves cookies that the site has given, and all others', async () => {
    const id = await store('', {
      cookies: [cookie('selwyn_session', await signIn()), cookie('mine', 'kept')],
    })
    const ended = await Promise.all(Array.from({ length: 12 }, () => rotating(id)))
    const accepted = ended.filter(({ row }) => row.status === 'completed').length
    expect(accepted).toBeGreaterThan(0)
    expect(await health(id)).toMatchObject({ total: 12, accepted, rejected: 12 - accepted })
    expect(await updates(id)).toHaveLength(accepted)
    expect((await storedSecrets(fixture.jobs, id)).cookies).toMatchObject([
      { name: 'selwyn_session', value: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { name: 'mine', value: 'kept' },
    ])
    await change(id, `status = 'active', consecutive_failures = 0`)
    expect((await rotating(id)).page).toMatchObject({ byos_applied: true })
  })
})

describe('a session that has stored something for scripts', () => {
  const storage: OriginStorage[] = [{ origin: 'https://127.0.0.1', local: [['token', 'x']], session: [] }]
  const ladder = { cost_controls: { max_tier: '4' } } as const

  /** The attempts of a job after tier 1 has had it, and where it goes then. */
  async function afterTier1(url: string, session_id: string, more: Request = ladder) {
    const id = await fixture.accept({ url, session_id, formats: ['markdown'], ...more })
    await inTurn(async () => handleTask(fixture.context('1'), await fixture.taskOf(id), never))
    const { rows } = await fixture.jobs.pool.query(
      'SELECT tier, status, cost_micros::int AS cost, attempts FROM job WHERE id = $1',
      [id],
    )
    return rows[0]
  }

  test('and nothing to send goes to a browser, and nothing is asked before', async () => {
    const id = await store('', { cookies: [], headers: { 'User-Agent': 'Harbour' }, storage })
    const before = fixture.site.requests.length
    const job = await afterTier1(`${fixture.site.url}/account`, id)
    expect(job).toMatchObject({ tier: '4', attempts: [{ result: 'needs_browser' }] })
    expect(fixture.site.requests.length).toBe(before)
    expect(await health(id)).toMatchObject({ total: 0 })
  })

  test('goes there when its cookies lead to a sign-in page, which is not charged', async () => {
    const id = await store('not a cookie of anybody', { storage })
    const url = `${echoUrl}/members`
    expect(await afterTier1(url, id)).toMatchObject({ tier: '4', attempts: [{ result: 'needs_browser' }] })
    const cheap = await afterTier1(url, id, { cost_controls: { max_tier: '2' } })
    expect(cheap).toMatchObject({ status: 'completed', attempts: [{ result: 'delivered' }] })
  })

  test('stays where its cookies do', async () => {
    const job = await afterTier1(`${fixture.site.url}/account`, await store(SAMPLE, { storage }))
    expect(job).toMatchObject({ status: 'completed', attempts: [{ tier: '1', result: 'delivered' }] })
  })
})
