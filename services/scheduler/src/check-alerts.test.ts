import { checkAlerts, countScheduleRun, createRule, forgetSchedule, updateRule } from '@gleaner/alerts'
import { deposit } from '@gleaner/billing'
import { AlertFiredWebhook, AlertRuleCreate } from '@gleaner/contracts'
import { createDatabase, type Database } from '@gleaner/db'
import { completeJob, failJob } from '@gleaner/jobs'
import { createJobsFixture, delivery, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'

let fixture: JobsFixture
let db: Database
beforeAll(async () => {
  fixture = await createJobsFixture()
  db = createDatabase(fixture.pool)
  await db.prisma()
})
afterAll(() => fixture.close())

const ERROR = { code: 'ALL_TIERS_FAILED', message: 'no' } as const
const NEVER = new AbortController().signal
const check = () =>
  checkAlerts({ db, secretBox: fixture.ctx.secretBox, publicUrl: 'https://api.example.com' }, NEVER)
const rows = async (sql: string, values: unknown[] = []) => (await fixture.pool.query(sql, values)).rows

async function rule(accountId: string, given: object) {
  const parsed = AlertRuleCreate.parse({ name: 'Watch', channels: [{ type: 'email' }], ...given })
  const holder = { accountId, actor: 'system' as const }
  return await db.transaction((both) => createRule(fixture.ctx.secretBox, both, holder, parsed))
}
const claimed = (accountId: string, url = 'https://example.com/') => fixture.claimed(accountId, { url })
const fail = async (accountId: string, url?: string) =>
  expect(await failJob(fixture.ctx, await claimed(accountId, url), ERROR)).toBeDefined()
const complete = async (accountId: string, url?: string) =>
  expect(await completeJob(fixture.ctx, await claimed(accountId, url), delivery(0))).toBeDefined()
const history = async (accountId: string) =>
  (await rows('SELECT status, message FROM alert_event WHERE account_id = $1 ORDER BY id', [accountId])).map(
    ({ status, message }) => `${status}: ${message}`,
  )
/** As if so much time had passed since it fired. */
const cool = (accountId: string) =>
  rows(
    "UPDATE alert_rule SET fired_at = fired_at - interval '1 hour', check_at = now() WHERE account_id = $1",
    [accountId],
  )

describe('jobs that fail one after the other', () => {
  test('fire once, and end with one that is delivered', async () => {
    const account = await fixture.account(1_000_000)
    await rule(account, { type: 'job_consecutive_failures', threshold: 3 })
    await fail(account)
    await fail(account)
    await check()
    expect(await history(account)).toEqual([])
    await fail(account)
    await check()
    await fail(account)
    await check()
    expect(await history(account)).toEqual(['fired: 3 jobs have failed one after the other.'])
    await complete(account)
    await check()
    expect(await history(account)).toEqual([expect.any(String), 'resolved: A job was delivered again.'])
  })

  test('are counted in their order, however many end in one statement', async () => {
    const account = await fixture.account(1_000_000)
    await rule(account, { type: 'job_consecutive_failures', threshold: 100 })
    const jobs = await Promise.all(Array.from({ length: 6 }, () => claimed(account)))
    await Promise.all(jobs.map((job) => failJob(fixture.ctx, job, ERROR)))
    const count = async () =>
      (await rows('SELECT failures_in_row FROM alert_scope WHERE account_id = $1', [account]))[0]
        .failures_in_row
    expect(await count()).toBe(6)
    await complete(account)
    expect(await count()).toBe(0)
  })

  test('count at their domain and its subdomains alone', async () => {
    const account = await fixture.account(1_000_000)
    await rule(account, { type: 'job_consecutive_failures', threshold: 2, domain: 'shop.example' })
    for (const url of ['https://notshop.example/', 'https://example/', 'https://shop.example:8443/'])
      await fail(account, url)
    await check()
    expect(await history(account)).toEqual([])
    await fail(account, 'https://www.shop.example/a')
    await check()
    expect(await history(account)).toEqual(['fired: 2 jobs at shop.example have failed one after the other.'])
  })

  test('of others, of test keys and before the rule do not count', async () => {
    const [account, other] = [await fixture.account(1_000_000), await fixture.account(1_000_000)]
    await fail(account)
    await rule(account, { type: 'job_consecutive_failures', threshold: 1 })
    await fail(other)
    const job = await claimed(account)
    await rows('UPDATE job SET test = true WHERE id = $1', [job.id])
    await failJob(fixture.ctx, job, ERROR)
    await check()
    expect(await history(account)).toEqual([])
  })
})

test('several schedulers at once tell an alert once', async () => {
  const accounts = await Promise.all(Array.from({ length: 5 }, () => fixture.account(1_000_000)))
  for (const account of accounts) {
    await rule(account, { type: 'job_consecutive_failures', threshold: 1 })
    await fail(account)
  }
  await Promise.all(Array.from({ length: 6 }, check))
  for (const account of accounts) expect(await history(account)).toHaveLength(1)
})

test('what a scheduler was killed over is told by the next one', async () => {
  const account = await fixture.account(1_000_000)
  const { id } = await rule(account, { type: 'job_consecutive_failures', threshold: 1 })
  await fail(account)
  // After its change is noted the outbox refuses, as when a process ends before it commits.
  await rows('UPDATE alert_rule SET secrets = $2 WHERE id = $1', [id, Buffer.from('damaged')])
  await expect(check()).rejects.toThrow('1 alert rules could not be judged')
  expect(await history(account)).toEqual([])
  await rows('DELETE FROM alert_rule WHERE id = $1', [id])
  await rule(account, { type: 'job_consecutive_failures', threshold: 1 })
  await check()
  expect(await history(account)).toHaveLength(1)
})

test('within its cooldown a rule does not fire again, and then it does', async () => {
  const account = await fixture.account(1_000_000)
  await rule(account, { type: 'job_consecutive_failures', threshold: 1, cooldown_minutes: 30 })
  for (const end of [fail, complete, fail]) {
    await end(account)
    await check()
  }
  expect(await history(account)).toHaveLength(2)
  const [{ waits }] = await rows(
    "SELECT check_at = fired_at + interval '30 minutes' AS waits FROM alert_rule WHERE account_id = $1",
    [account],
  )
  expect(waits).toBe(true)
  await cool(account)
  await check()
  expect(await history(account)).toHaveLength(3)
})

test('a rule on the balance fires below it, waits at rest, and ends well above it', async () => {
  const account = await fixture.account(1_000_000)
  const { id } = await rule(account, { type: 'credit_threshold', threshold: 4_999 })
  await check()
  expect(await history(account)).toEqual([])
  const due = () => rows('UPDATE alert_rule SET check_at = now() WHERE id = $1', [id])
  await due()
  expect(await check()).toMatchObject({ checked: 0 })
  const job = await fixture.claimed(account)
  await completeJob(fixture.ctx, job, { ...delivery(0), costMicros: 300 })
  await check()
  const [message] = await history(account)
  expect(message).toMatch(/^fired: The balance is 4,998\.\d credits, below 4,999\.$/)
  await deposit(fixture.pool, account, 2_000n, 'a little')
  await due()
  await check()
  expect(await history(account)).toHaveLength(1)
  await deposit(fixture.pool, account, 200_000n, 'enough')
  await due()
  await check()
  expect(await history(account)).toHaveLength(2)
})

test('a budget alert comes by the days that the balance lasts', async () => {
  const account = await fixture.account(1_000_000)
  await rule(account, { type: 'credit_threshold', unit: 'days', threshold: 3 })
  await check()
  const spend = (ago: string, micros: number) =>
    rows(
      `INSERT INTO usage_quarter (account_id, starts_at, api_key_id, outcome, mode, tier, requests, cost_micros)
       VALUES ($1, now() - $2::interval, gen_random_uuid(), 'completed', 'html', '1', 1, $3)`,
      [account, ago, micros],
    )
  await spend('2 hours', 300_000)
  await rows('UPDATE alert_rule SET seen_micros = 0, check_at = now() WHERE account_id = $1', [account])
  await check()
  expect(await history(account)).toEqual([])
  await spend('3 hours', 200_000)
  await rows('UPDATE alert_rule SET seen_micros = 0, check_at = now() WHERE account_id = $1', [account])
  await check()
  expect(await history(account)).toEqual([
    'fired: At the present pace the balance lasts 2 days; the rule wants at least 3.',
  ])
})

/** Jobs that ended so many minutes ago. */
const slot = (accountId: string, scope: string, minutes: number, [completed, failed, ms]: number[]) =>
  rows(
    `INSERT INTO alert_slot (account_id, scope, starts_at, completed, failed, total_ms)
     VALUES ($1, $2, date_bin('5 minutes', now() - $3 * interval '1 minute', 'epoch'), $4, $5, $6)
     ON CONFLICT (account_id, scope, starts_at) DO UPDATE SET completed = EXCLUDED.completed, failed = EXCLUDED.failed`,
    [accountId, scope, minutes, completed, failed, ms ?? 0],
  )
const touch = (accountId: string) =>
  rows('UPDATE alert_scope SET is_changed = true WHERE account_id = $1', [accountId])

test('a failure rate fires once there are jobs enough, trembles without noise, and ends with its window', async () => {
  const account = await fixture.account(1_000_000)
  const scope = 'shop.example'
  await rule(account, { type: 'domain_failure_rate', threshold: 20, domain: scope, min_jobs: 10 })
  const measure = async (...counts: number[]) => {
    await slot(account, scope, 10, counts)
    await touch(account)
    await check()
  }
  await slot(account, scope, 90, [0, 500])
  await measure(0, 9)
  expect(await history(account)).toEqual([])
  await measure(80, 20)
  await measure(81, 19)
  await measure(80, 20)
  expect(await history(account)).toEqual([
    'fired: 20 % of 100 jobs at shop.example in the last 60 minutes have failed; the rule fires at 20 %.',
  ])
  await rows("UPDATE alert_slot SET starts_at = starts_at - interval '2 hours' WHERE account_id = $1", [
    account,
  ])
  await touch(account)
  await check()
  expect((await history(account))[1]).toBe(
    'resolved: There are no jobs at shop.example in the last 60 minutes.',
  )
})

test('a spike is judged against the 24 hours before, where there was enough of them', async () => {
  const account = await fixture.account(1_000_000)
  await rule(account, { type: 'response_time_spike', threshold: 3, window_minutes: 30, min_jobs: 10 })
  await slot(account, '', 5, [20, 0, 20 * 1_000])
  await touch(account)
  await check()
  expect(await history(account)).toEqual([])
  await slot(account, '', 300, [100, 0, 100 * 200])
  await touch(account)
  await check()
  expect(await history(account)).toEqual([
    'fired: Jobs in the last 30 minutes take 5 times as long as in the 24 hours before; the rule fires at 3.',
  ])
})

test('failures of a day are counted since midnight, and looked at again at the next one', async () => {
  const account = await fixture.account(1_000_000)
  await rule(account, { type: 'daily_failure_count', threshold: 2 })
  await slot(account, '', 24 * 60 + 5, [0, 50])
  await fail(account)
  await check()
  expect(await history(account)).toEqual([])
  await fail(account)
  await check()
  expect(await history(account)).toEqual(['fired: 2 jobs failed since midnight (UTC); the rule fires at 2.'])
  const [{ next }] = await rows(
    "SELECT check_at = date_trunc('day', now(), 'UTC') + interval '1 day' AS next FROM alert_rule WHERE account_id = $1",
    [account],
  )
  expect(next).toBe(true)
})

test('each schedule fails by itself, and one that is deleted fails no more', async () => {
  const account = await fixture.account(0)
  const run = (scheduleId: string, failed: boolean) =>
    countScheduleRun(fixture.pool, { accountId: account, scheduleId, failed })
  await run('a', true)
  expect(await rows('SELECT FROM alert_scope WHERE account_id = $1', [account])).toEqual([])
  await rule(account, { type: 'schedule_failure', threshold: 2 })
  await run('a', true)
  await run('b', true)
  await run('b', false)
  await check()
  expect(await history(account)).toEqual([])
  await run('a', true)
  await check()
  expect(await history(account)).toEqual(['fired: A schedule has failed 2 times in a row.'])
  await forgetSchedule(fixture.pool, { accountId: account, scheduleId: 'a' })
  await check()
  expect((await history(account))[1]).toBe('resolved: No schedule fails any more.')
})

test('everybody who is to be told is, and nothing secret stands in the open', async () => {
  const account = await fixture.account(1_000_000)
  await rows("INSERT INTO app_user (id, account_id, email, password_hash) VALUES (gen_random_uuid(), $1, 'ann@example.com', '')", [account]) // biome-ignore format: a row
  await rows("INSERT INTO webhook_endpoint (id, account_id, url, events) VALUES (gen_random_uuid(), $1, 'https://own.example/', '{alert.fired}')", [account]) // biome-ignore format: a row
  await rule(account, {
    type: 'job_consecutive_failures',
    threshold: 1,
    channels: [
      { type: 'email' },
      { type: 'slack', url: 'https://hooks.slack.example/services/s3cret' },
      { type: 'telegram', bot_token: '1:s3cret', chat_id: 7 },
    ],
  })
  await fail(account)
  expect(await check()).toMatchObject({ fired: 1, deliveries: 3 })
  const deliveries = await rows('SELECT host, url, channel, event, data FROM webhook_delivery WHERE account_id = $1 ORDER BY host', [account]) // biome-ignore format: a row
  expect(deliveries).toMatchObject([
    { host: 'api.telegram.org', url: 'https://api.telegram.org/***', channel: 'telegram' },
    { host: 'hooks.slack.example', url: 'https://hooks.slack.example/***', channel: 'slack' },
    { host: 'own.example', url: 'https://own.example/', channel: null, event: 'alert.fired' },
  ])
  AlertFiredWebhook.parse({ event: 'alert.fired', ...(deliveries[2]!.data as object) })
  for (const table of ['webhook_delivery', 'alert_rule', 'alert_event', 'audit_entry'])
    expect(
      JSON.stringify(await rows(`SELECT t::text FROM ${table} AS t WHERE account_id = $1`, [account])),
    ).not.toContain('s3cret')
  expect(await rows("SELECT FROM mail AS m JOIN app_user AS u ON u.id = m.user_id WHERE u.email = 'ann@example.com'")).toHaveLength(1) // biome-ignore format: a row
})

test('a rule that is switched off ends its alert silently, and counts nothing any more once it is deleted', async () => {
  const account = await fixture.account(1_000_000)
  const { id } = await rule(account, { type: 'job_consecutive_failures', threshold: 1 })
  await fail(account)
  await check()
  const holder = { accountId: account, actor: 'system' as const }
  const { secretBox } = fixture.ctx
  expect(await updateRule({ db, secretBox }, holder, id, { is_active: false })).toMatchObject({
    status: 'ok',
  })
  await fail(account)
  await check()
  expect(await history(account)).toEqual([expect.any(String), 'resolved: The rule was changed.'])
})
