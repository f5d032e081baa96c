import { randomUUID } from 'node:crypto'
import { auditRound } from '@gleaner/billing'
import { setOperator } from '@gleaner/operator'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let ann: TestAccount
let other: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1' })
  ;[ann, other] = await Promise.all([fixture.account(), fixture.account()])
  await fixture.db.transaction((both) => setOperator(both, 'operator:test', ann.email, true))
})
beforeEach(() => fixture.forgetLimits())
afterAll(() => fixture.close())

const asAnn = (method: string, path: string, body?: unknown) =>
  fixture.asUser(ann, method, `/operator${path}`, body)
const read = async (path: string) => (await asAnn('GET', path)).body
const audited = async (action: string) =>
  (await read('/audit-log?limit=100')).entries.find((entry: { action: string }) => entry.action === action)
const failing = (path: string, headers?: Record<string, string>) =>
  fixture.scrape(
    other,
    { url: `${fixture.site.url}${path}`, cost_controls: { max_tier: '1' }, webhook_url: undefined },
    headers,
  )

describe('health', () => {
  interface Row {
    service: string
    status?: string
    age?: number
    failing?: Record<string, string>
    startedAgo?: number
    vitals?: object
  }
  const beat = ({ service, status = 'ready', age = 0, failing = {}, startedAgo = 60, vitals = {} }: Row) =>
    fixture.pool.query(
      `INSERT INTO service_beat (instance, service, host, pid, version, started_at, seen_at, status, failing, vitals)
       VALUES (gen_random_uuid(), $1, 'box', 7, '0.1.0', now() - $2 * interval '1 second', now() - $3 * interval '1 second', $4, $5, $6)`,
      [service, startedAgo, age, status, failing, vitals],
    )
  const of = async (service: string) =>
    (await read('/health')).services.find((one: { service: string }) => one.service === service)
  beforeEach(() => fixture.pool.query('DELETE FROM service_beat'))

  test('tells of every service whether it is alive, and why it is not well', async () => {
    await beat({ service: 'gateway' })
    await beat({ service: 'crawler', status: 'degraded', failing: { redis: 'Redis does not answer' } })
    await beat({ service: 'webhooks', status: 'not_ready', failing: { keys: 'other keys' } })
    await beat({ service: 'tier-3-stealth', age: 40 })
    await beat({ service: 'exporter', status: 'stopped', age: 40 })
    const { services, status } = await read('/health')
    const states = Object.fromEntries(
      services.map((one: { service: string; status: string; reason: string | null }) => [one.service, one]),
    )
    expect(status).toBe('down')
    expect(states.gateway).toMatchObject({ status: 'ok', reason: null, running: 1, version: '0.1.0' })
    expect(states.crawler).toMatchObject({ status: 'degraded', reason: 'redis: Redis does not answer' })
    expect(states.webhooks).toMatchObject({ status: 'down', reason: 'keys: other keys', running: 0 })
    expect(states['tier-3-stealth']).toMatchObject({
      status: 'down',
      reason: 'Process 7 on box has died, or does not reach the database.',
      instances: [{ status: 'lost' }],
    })
    expect(states.exporter.status).toBe('stopped')
    expect(states.realtime).toMatchObject({
      status: 'down',
      reason: 'It has not been seen within a day.',
      seen_at: null,
    })
  })

  test('one of several that died makes it degraded, until another one has come in its place', async () => {
    await beat({ service: 'crawler', startedAgo: 600 })
    await beat({ service: 'crawler', startedAgo: 600, age: 60 })
    expect(await of('crawler')).toMatchObject({ status: 'degraded', running: 1 })
    await beat({ service: 'crawler', startedAgo: 10 })
    expect(await of('crawler')).toMatchObject({ status: 'ok', running: 2 })
  })

  test('shows browsers, readers and proxies of those that run, and what the gateway needs', async () => {
    const proxies = [{ host: 'p.example:1', pool: 'standard', failures: 3, pausedUntil: Date.now() + 9_000 }]
    const vitals = { browsers: { open: 1, pages: 2, started: 3 }, readers: { alive: 1, lost: 0 }, proxies }
    await beat({ service: 'tier-4-browser', vitals })
    await beat({ service: 'tier-5-captcha', vitals, age: 60 })
    const health = await read('/health')
    expect(health.browsers).toEqual([{ service: 'tier-4-browser', open: 1, pages: 2, started: 3 }])
    expect(health.readers).toEqual([{ service: 'tier-4-browser', alive: 1, lost: 0 }])
    expect(health.proxies).toEqual([
      {
        service: 'tier-4-browser',
        host: 'p.example:1',
        pool: 'standard',
        failures: 3,
        paused_until: expect.any(String),
      },
    ])
    expect(health.checks).toContainEqual({
      name: 'postgres',
      status: 'ok',
      reason: null,
      ms: expect.any(Number),
    })
    expect(health.checks.map(({ name }: { name: string }) => name)).toContain('redis')
  })
})

test('queues tell what waits, and how old the oldest is', async () => {
  // No worker of this tier runs here.
  const force_tier = '4'
  await fixture.scrape(other, {
    url: `${fixture.site.url}/article`,
    sync: false,
    cost_controls: { force_tier },
  })
  await fixture.pool.query(
    "UPDATE job SET queued_at = now() - interval '90 seconds' WHERE finished_at IS NULL AND tier = '4'",
  )
  const { tiers, messages, backlogs, queue_ui } = await read('/queues')
  const waiting = tiers.find(({ tier }: { tier: string }) => tier === force_tier)
  expect(waiting).toMatchObject({ waiting: 1, running: 0 })
  expect(waiting.oldest_seconds).toBeGreaterThanOrEqual(90)
  expect(messages).toContainEqual({ queue: 'scrape-tier-4', waiting: 1, active: 0, delayed: 0 })
  expect(backlogs.map(({ name }: { name: string }) => name)).toEqual([
    'admission',
    'webhooks',
    'mails',
    'exports',
    'schedules',
    'maps',
  ])
  expect(queue_ui).toBe('/admin/queues')
})

test('sites are told by how attempts at them end, and accounts by what they take', async () => {
  await failing('/status/500')
  await fixture.scrape(other, { url: `${fixture.site.url}/article` })
  const host = new URL(fixture.site.url).hostname
  await eventually(async () => {
    const { sites } = await read('/sites?hours=2&sort=attempts')
    const site = sites.find((one: { host: string }) => one.host === host)
    expect(site).toMatchObject({ refused: false })
    expect(site.failed).toBeGreaterThan(0)
    expect(site.delivered).toBeGreaterThan(0)
    expect(site.verdicts).toContainEqual(expect.objectContaining({ tier: '1', result: 'delivered' }))
  })
  expect((await read('/sites?search=nowhere-at-all')).sites).toEqual([])
  const { hours } = await read(`/sites/${host}?hours=2`)
  expect(hours).toContainEqual(expect.objectContaining({ tier: '1', result: 'server_error' }))
  await asAnn('PUT', '/blocked-domains/refused.example', {})
  expect((await read('/sites/shop.refused.example')).refused).toBe(true)
  expect((await read('/sites/unrefused.example')).refused).toBe(false)
  const { accounts } = await read('/top-accounts?hours=1&limit=5')
  expect(accounts[0]).toMatchObject({ account_id: other.id })
  expect(accounts[0].failed).toBeGreaterThan(0)
  const alone = await read(`/top-accounts?hours=1&account_id=${other.id}`)
  expect(alone.accounts).toEqual(
    accounts.filter(({ account_id }: { account_id: string }) => account_id === other.id),
  )
})

describe('jobs', () => {
  test('are found by their id and by that of the request, and tell why they failed, but no value of a query', async () => {
    const reply = await failing('/status/500?token=hidden#part', { 'X-Request-Id': 'asked-at-night-1' })
    expect(reply.status).toBeGreaterThanOrEqual(400)
    const byRequest = await read('/jobs/asked-at-night-1')
    expect(byRequest.jobs).toHaveLength(1)
    const [job] = byRequest.jobs
    expect(job).toMatchObject({
      request_id: 'asked-at-night-1',
      account_id: other.id,
      api_key_name: expect.any(String),
      status: 'failed',
      error_code: 'ALL_TIERS_FAILED',
      attempts: [{ tier: '1', result: 'server_error' }],
      credits: 0,
      held_credits: 0,
      waits_for: null,
    })
    expect(job.url).toBe(`${fixture.site.url}/status/500?token=…`)
    expect(JSON.stringify(byRequest)).not.toContain('hidden')
    expect(await read(`/jobs/${job.id}`)).toEqual(byRequest)
  })

  test('items are found by the request of their batch', async () => {
    await fixture.request('/api/v1/batch', {
      method: 'POST',
      headers: {
        'X-API-Key': other.key,
        'Content-Type': 'application/json',
        'X-Request-Id': 'asked-at-night-2',
      },
      body: JSON.stringify({ urls: [`${fixture.site.url}/article`, `${fixture.site.url}/table`] }),
    })
    const { jobs } = await read('/jobs/asked-at-night-2')
    expect(jobs).toHaveLength(2)
    expect(jobs[0]).toMatchObject({
      request_id: 'asked-at-night-2',
      waits_for: expect.stringContaining('admission'),
    })
  })

  test('of which there is none are told so', async () => {
    expect((await asAnn('GET', '/jobs/nobody-asked-this')).status).toBe(404)
    expect((await asAnn('GET', `/jobs/${randomUUID()}`)).status).toBe(404)
  })
})

describe('dead letters', () => {
  async function deadJob(code = 'INTERNAL'): Promise<string> {
    const reply = await failing('/status/500', { 'X-Request-Id': `dead-${randomUUID()}` })
    const { jobs } = await read(`/jobs/${reply.headers.get('x-request-id')}`)
    await fixture.pool.query(`UPDATE job SET error = $2 WHERE id = $1`, [
      jobs[0].id,
      JSON.stringify({ code, message: 'Five workers have died with it.' }),
    ])
    return `job_${jobs[0].id}`
  }
  async function deadWebhook(): Promise<string> {
    const { rows } = await fixture.pool.query(
      `INSERT INTO webhook_delivery (id, account_id, event, url, host, data, state, attempts, ended_at)
       VALUES (gen_random_uuid(), $1, 'alert.fired', 'https://hooks.example.com/', 'hooks.example.com', '{}', 'failed', 3, now()) RETURNING id`,
      [other.id],
    )
    return `webhook_${rows[0].id}`
  }
  async function deadMail(): Promise<string> {
    const { rows } = await fixture.pool.query(
      `INSERT INTO mail (id, content, attempts, due_at, expires_at)
       VALUES (gen_random_uuid(), '\\x00', 3, now() + interval '1 hour', now() + interval '1 day') RETURNING id`,
    )
    return `mail_${rows[0].id}`
  }
  const listed = async (query = '') =>
    (await read(`/dead-letters?limit=200${query}`)).letters.map(({ id }: { id: string }) => id)

  test('are listed, by kind, and put back once', async () => {
    const [job, webhook, mail] = [await deadJob(), await deadWebhook(), await deadMail()]
    expect(await listed()).toEqual(expect.arrayContaining([job, webhook, mail]))
    expect(await listed('&kind=webhook')).toEqual([webhook])
    const { letters } = (await asAnn('POST', '/dead-letters/retry', { ids: [job, webhook, mail] })).body
    expect(letters).toMatchObject([
      { id: job, done: true, result: expect.stringMatching(/^runs again as /) },
      { id: webhook, done: true, result: expect.stringMatching(/^is sent again as /) },
      { id: mail, done: true },
    ])
    expect(await listed('&kind=job')).not.toContain(job)
    expect(await listed('&kind=webhook')).not.toContain(webhook)
    const again = (await asAnn('POST', '/dead-letters/retry', { ids: [job] })).body.letters
    expect(again).toMatchObject([{ done: false, result: 'was run again before' }])
    for (const action of ['job.redriven', 'webhook.redriven', 'mail.redriven'])
      expect(await audited(action)).toMatchObject({ actor: `operator:${ann.userId}` })
  })

  test('that cannot be put back say why', async () => {
    const unknown = await deadJob('OUTCOME_UNKNOWN')
    const letter = (await read('/dead-letters?kind=job')).letters.find(
      ({ id }: { id: string }) => id === unknown,
    )
    expect(letter).toMatchObject({ obstacle: 'it may have acted on its target', account_id: other.id })
    const gone = `webhook_${randomUUID()}`
    const { letters } = (await asAnn('POST', '/dead-letters/retry', { ids: [gone] })).body
    expect(letters).toEqual([{ id: gone, done: false, result: 'is not there any more' }])
    expect((await asAnn('POST', '/dead-letters/retry', { ids: ['mail_x'] })).status).toBe(400)
  })

  test('are put aside, and stay where they are', async () => {
    const [job, mail] = [await deadJob(), await deadMail()]
    const { letters } = (await asAnn('POST', '/dead-letters/discard', { ids: [job, mail] })).body
    expect(letters).toMatchObject([{ done: true }, { done: true, result: 'is deleted' }])
    expect(await listed()).not.toContain(job)
    expect(await listed()).not.toContain(mail)
    expect((await read(`/jobs/${job.slice(4)}`)).jobs).toHaveLength(1)
    expect(await audited('job.discarded')).toMatchObject({
      target: `job:${job.slice(4)}`,
      account_id: other.id,
    })
  })
})

test('the ledger adds up, and where it does not it is told', async () => {
  await auditRound(fixture.pool, { lagMs: 0 })
  const ledger = await read('/ledger')
  expect(ledger).toMatchObject({ status: 'ok', discrepancies: [], audited_at: expect.any(String) })
  expect(ledger.held_credits).toBe(ledger.held_by_work)
  await fixture.pool.query('UPDATE balance SET held_micros = held_micros + 200 WHERE account_id = $1', [
    other.id,
  ])
  try {
    const wrong = await read('/ledger')
    expect(wrong.status).toBe('wrong')
    expect(wrong.held_credits - wrong.held_by_work).toBe(1)
  } finally {
    await fixture.pool.query('UPDATE balance SET held_micros = held_micros - 200 WHERE account_id = $1', [
      other.id,
    ])
  }
})
