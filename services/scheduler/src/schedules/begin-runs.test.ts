import { randomUUID } from 'node:crypto'
import { ExportRequest, type Schedule, ScheduleCompletedWebhook } from '@gleaner/contracts'
import { type Database, transaction } from '@gleaner/db'
import { silentLogger } from '@gleaner/runtime'
import {
  claimDue,
  createSchedule,
  endRuns,
  listRuns,
  readSchedule,
  readTiming,
  runNow,
  type Work,
} from '@gleaner/schedules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createRunsFixture, type RunsFixture, type TestOwner } from '../testing/runs-fixture.ts'
import { type BeginContext, beginRuns } from './begin-runs.ts'
import type { RunsContext } from './context.ts'

let fixture: RunsFixture
let db: Database
let runs: RunsContext
let ctx: BeginContext
let ended: string[]
const never = new AbortController().signal
beforeAll(async () => {
  fixture = await createRunsFixture()
  ;({ db, runs } = fixture)
  ctx = {
    schedules: fixture.jobs,
    intake: runs.intake,
    logger: silentLogger(),
    onEnd: (state) => void ended.push(state),
  }
})
beforeEach(() => {
  ended = []
})
afterAll(() => fixture.close())

const query: RunsFixture['query'] = (...asked) => fixture.query(...asked)
const account = (balanceMicros = 1_000_000) => fixture.account(balanceMicros)
type Account = TestOwner

const URLS = { urls: ['https://93.184.216.34/a', 'https://93.184.216.34/b'] }

type Exported = Schedule['export'] | undefined

/** A schedule that is due; by its account's key unless a person is named. */
async function due(
  of: Account,
  work: Work = URLS,
  {
    by = 'key',
    accountId = of.id,
    webhookUrl = null as string | null,
    exported = undefined as Exported,
  } = {},
) {
  const author = {
    accountId,
    apiKeyId: by === 'key' ? of.keyId : null,
    userId: by === 'key' ? null : of.userId,
    test: false,
  }
  const kind = work.urls ? ('batch' as const) : work.map ? ('map' as const) : ('crawl' as const)
  const text = 'hourly'
  const content = {
    name: 'n',
    kind,
    work,
    text,
    timing: readTiming(text, 'UTC'),
    timezone: 'UTC',
    webhookUrl,
    ...(exported && { export: exported }),
  }
  const { id } = await transaction(db.pool, (sql) => createSchedule(ctx.schedules, sql, author, content))
  await query("UPDATE schedule SET next_run_at = now() - interval '1 second' WHERE id = $1", [id])
  return { id, accountId }
}
type Ref = Awaited<ReturnType<typeof due>>

const runsOf = async ({ id, accountId }: Ref) =>
  (await listRuns(db.pool, accountId, id, { limit: 20, offset: 0 })).runs
async function runDue(schedule: Ref) {
  await claimDue(ctx.schedules)
  await beginRuns(ctx, never)
  return (await runsOf(schedule))[0]!
}

test('a due schedule makes its batch, and the run ends with it', async () => {
  const of = await account()
  const schedule = await due(of, URLS, { webhookUrl: 'https://93.184.216.34/hook' })
  const run = await runDue(schedule)
  expect(run).toMatchObject({ status: 'running', trigger: 'schedule', error: null })
  const [batch] = await query('SELECT * FROM batch WHERE account_id = $1', [of.id])
  expect(run.batch_id).toBe(`batch_${batch.id}`)
  expect(batch).toMatchObject({ total: 2, api_key_id: of.keyId, webhook_url: 'https://93.184.216.34/hook' })
  const next = (await readSchedule(db.pool, of.id, schedule.id)).next_run_at!
  expect(Date.parse(next)).toBeGreaterThan(Date.now())

  expect(await endRuns(ctx.schedules)).toEqual([])
  await query(
    "UPDATE batch SET status = 'partially_failed', succeeded = 1, failed = 1, cost_micros = 400, finished_at = now() WHERE id = $1",
    [batch.id],
  )
  expect(await endRuns(ctx.schedules)).toEqual(['partially_failed'])
  expect(await endRuns(ctx.schedules)).toEqual([])
  expect((await runsOf(schedule))[0]).toMatchObject({ total: 2, completed: 1, failed: 1, credits_used: 2 })
  const events = await query(
    "SELECT data, url FROM webhook_delivery WHERE account_id = $1 AND event = 'schedule.completed'",
    [of.id],
  )
  expect(events).toMatchObject([
    {
      url: 'https://93.184.216.34/hook',
      data: { schedule_id: schedule.id, status: 'partially_failed', batch_id: run.batch_id },
    },
  ])
  ScheduleCompletedWebhook.parse({ event: 'schedule.completed', ...(events[0]!.data as object) })
})

describe('what a schedule exports', () => {
  async function endedWith(of: Account, destination_id: string, status = 'completed', more: object = {}) {
    const exported = ExportRequest.parse({ destination_id, format: 'csv', ...more })
    const schedule = await due(of, URLS, { exported, webhookUrl: 'https://93.184.216.34/hook' })
    const run = await runDue(schedule)
    await query('UPDATE batch SET status = $2, succeeded = 2, finished_at = now() WHERE id = $1', [
      run.batch_id!.replace('batch_', ''),
      status,
    ])
    // Two schedulers see its end at once.
    await Promise.all([endRuns(ctx.schedules), endRuns(ctx.schedules)])
    return (await runsOf(schedule))[0]!
  }
  async function destinationOf({ id }: Account): Promise<string> {
    const [row] = await query(
      `INSERT INTO export_destination (id, account_id, name, type, place) VALUES (gen_random_uuid(), $1, 'd', 'folder', '{}') RETURNING id`,
      [id],
    )
    return row.id
  }

  test('is begun once, when a run ends', async () => {
    const of = await account()
    const destination = await destinationOf(of)
    const run = await endedWith(of, destination)
    const exports = await query(
      'SELECT id, source_id, destination_id, request FROM export_run WHERE account_id = $1',
      [of.id],
    )
    expect(exports).toMatchObject([
      {
        id: run.export_id,
        source_id: run.batch_id!.replace('batch_', ''),
        destination_id: destination,
        request: { format: 'csv' },
      },
    ])
    const [event] = await query(
      "SELECT data FROM webhook_delivery WHERE account_id = $1 AND event = 'schedule.completed'",
      [of.id],
    )
    expect(event.data).toMatchObject({ export_id: run.export_id, export_error: null })
  })

  test('and has no place, or is gone, ends the run all the same, and says why', async () => {
    const of = await account()
    expect(await endedWith(of, randomUUID())).toMatchObject({
      status: 'completed',
      export_id: null,
      export_error: { code: 'NOT_FOUND' },
    })
    const foreign = await destinationOf(await account())
    expect(await endedWith(of, foreign)).toMatchObject({ export_error: { code: 'NOT_FOUND' } })
  })

  test('is nothing of a run that failed, unless its errors are wanted', async () => {
    const of = await account()
    const destination = await destinationOf(of)
    const run = await endedWith(of, destination, 'failed')
    expect(run).toMatchObject({ status: 'failed', export_id: null, export_error: null })
    expect((await endedWith(of, destination, 'failed', { include_failed: true })).export_id).not.toBeNull()
  })

  test('waits its turn, however many exports go on', async () => {
    const of = await account(100_000_000)
    const destination = await destinationOf(of)
    await query(
      `INSERT INTO export_run (id, account_id, destination_id, source_kind, source_id, request, deadline_at)
       SELECT gen_random_uuid(), $1, $2, 'batch', gen_random_uuid(), '{}', now() + interval '1 hour' FROM generate_series(1, 30)`,
      [of.id, destination],
    )
    expect(await endedWith(of, destination)).toMatchObject({
      export_id: expect.any(String),
      export_error: null,
    })
  })
})

test('of two schedulers that look at once one makes each run', async () => {
  const of = await account(100_000_000)
  const schedules: Ref[] = []
  for (let n = 0; n < 5; n++) schedules.push(await due(of))
  const look = async () => {
    await claimDue(ctx.schedules)
    await beginRuns(ctx, never)
  }
  await Promise.all([look(), look(), look()])
  for (const schedule of schedules)
    expect((await runsOf(schedule)).map(({ status }) => status)).toEqual(['running'])
  expect(await query('SELECT id FROM batch WHERE account_id = $1', [of.id])).toHaveLength(5)
})

test('a run that is due while another goes on is skipped, and one by hand is refused', async () => {
  const schedule = await due(await account())
  await runDue(schedule)
  await query('UPDATE schedule SET next_run_at = now() WHERE id = $1', [schedule.id])
  expect(await claimDue(ctx.schedules)).toEqual({ pending: 0, overlapping: 1 })
  expect((await runsOf(schedule)).map(({ status }) => status)).toEqual(['skipped_overlap', 'running'])
  const byHand = transaction(db.pool, (sql) => runNow({}, sql, schedule.accountId, schedule.id))
  await expect(byHand).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a run waits while the account has as many batches as it may, and is skipped after an hour', async () => {
  const of = await account(100_000_000)
  const schedules: Ref[] = []
  for (let n = 0; n < 7; n++) schedules.push(await due(of))
  await claimDue(ctx.schedules)
  await beginRuns(ctx, never)
  const states = async () => (await Promise.all(schedules.map(runsOf))).map(([run]) => run!.status).sort()
  expect(await states()).toEqual(['pending', 'pending', ...Array.from({ length: 5 }, () => 'running')])
  // A place is free, and a moment has passed.
  await query(
    "UPDATE batch SET status = 'completed', succeeded = 2, finished_at = now() WHERE id = (SELECT id FROM batch WHERE account_id = $1 LIMIT 1)",
    [of.id],
  )
  await endRuns(ctx.schedules)
  await query("UPDATE schedule_run SET try_at = now() WHERE state = 'pending'")
  await beginRuns(ctx, never)
  expect(await states()).toEqual(['completed', 'pending', ...Array.from({ length: 5 }, () => 'running')])
  // It looks again every five seconds.
  for (let n = 0; n < 10; n++) {
    await query("UPDATE schedule_run SET try_at = now() WHERE state = 'pending'")
    await beginRuns(ctx, never)
  }
  expect(ended).toEqual([])
  await query(
    "UPDATE schedule_run SET try_at = now(), refused_at = refused_at - interval '1 hour' WHERE state = 'pending'",
  )
  await beginRuns(ctx, never)
  expect(ended).toEqual(['skipped_limit'])
})

describe('after a standstill of hours', () => {
  const hoursPass = ({ id }: Ref) =>
    query("UPDATE schedule SET next_run_at = now() - interval '5 hours' WHERE id = $1", [id])

  test('a due run is begun, however late', async () => {
    const schedule = await due(await account())
    await hoursPass(schedule)
    expect(await runDue(schedule)).toMatchObject({ status: 'running' })
  })

  test('so is one that was written down before', async () => {
    const schedule = await due(await account())
    await claimDue(ctx.schedules)
    await query(
      "UPDATE schedule_run SET due_at = due_at - interval '5 hours', try_at = now() WHERE schedule_id = $1",
      [schedule.id],
    )
    await beginRuns(ctx, never)
    expect((await runsOf(schedule))[0]).toMatchObject({ status: 'running' })
  })

  test('a run whose work has ended meanwhile keeps no other back', async () => {
    const schedule = await due(await account())
    await runDue(schedule)
    await query(
      "UPDATE batch SET status = 'completed', succeeded = 2, finished_at = now() WHERE account_id = $1",
      [schedule.accountId],
    )
    await query('UPDATE schedule SET next_run_at = now() WHERE id = $1', [schedule.id])
    await claimDue(ctx.schedules)
    await endRuns(ctx.schedules)
    await claimDue(ctx.schedules)
    await beginRuns(ctx, never)
    expect((await runsOf(schedule)).map(({ status }) => status)).toEqual(['running', 'completed'])
  })
})

test('without credits a run is skipped, and nothing is made', async () => {
  const of = await account(0)
  const run = await runDue(await due(of))
  expect(run).toMatchObject({
    status: 'skipped_no_credits',
    error: { code: 'INSUFFICIENT_BALANCE' },
    batch_id: null,
  })
  expect(await query('SELECT id FROM batch WHERE account_id = $1', [of.id])).toEqual([])
})

describe('authority is read when a run begins', () => {
  test.each<[string, 'key' | 'person', (of: Account) => Promise<unknown>, string]>([
    [
      'a revoked key',
      'key',
      ({ keyId }) => query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [keyId]),
      'UNAUTHENTICATED',
    ],
    [
      'an expired key',
      'key',
      ({ keyId }) => query('UPDATE api_key SET expires_at = now() WHERE id = $1', [keyId]),
      'UNAUTHENTICATED',
    ],
    [
      'a blocked account',
      'key',
      ({ id }) => query('UPDATE account SET blocked_at = now() WHERE id = $1', [id]),
      'FORBIDDEN',
    ],
    [
      'a person who is gone',
      'person',
      ({ userId }) => query('DELETE FROM app_user WHERE id = $1', [userId]),
      'UNAUTHENTICATED',
    ],
  ])('%s: the run fails, and the schedule is paused', async (_, by, end, code) => {
    const of = await account()
    const schedule = await due(of, URLS, { by })
    await end(of)
    expect(await runDue(schedule)).toMatchObject({ status: 'failed', error: { code }, batch_id: null })
    expect(await readSchedule(db.pool, of.id, schedule.id)).toMatchObject({
      status: 'paused',
      paused_reason: 'authority',
      next_run_at: null,
    })
    expect(await query('SELECT id FROM batch WHERE account_id = $1', [of.id])).toEqual([])
  })

  test('a person who has left the organization acts for it no more', async () => {
    const [of, organization] = [await account(), await account()]
    await query("UPDATE account SET kind = 'organization' WHERE id = $1", [organization.id])
    await transaction(db.pool, async (sql) => {
      await sql.query("INSERT INTO organization (account_id, slug) VALUES ($1, 'o')", [organization.id])
      await sql.query(
        "INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, 'owner'), ($1, $3, 'member')",
        [organization.id, organization.userId, of.userId],
      )
    })
    const first = await due(of, URLS, { by: 'person', accountId: organization.id })
    const second = await due(of, URLS, { by: 'person', accountId: organization.id })
    expect((await runDue(first)).status).toBe('running')
    await query('DELETE FROM membership WHERE user_id = $1', [of.userId])
    await query(
      "UPDATE schedule_run SET state = 'pending', try_at = now(), work_id = NULL WHERE schedule_id = $1",
      [second.id],
    )
    await beginRuns(ctx, never)
    expect((await runsOf(second))[0]).toMatchObject({ status: 'failed', error: { code: 'FORBIDDEN' } })
  })
})

test('secrets of a request are stored sealed, and sent with the run', async () => {
  const of = await account()
  const work = { urls: ['https://user:hunter2@93.184.216.34/'], options: { cookies: { sid: 'hunter2' } } }
  const schedule = await due(of, work)
  const [row] = await query('SELECT row_to_json(s)::text AS text FROM schedule s WHERE id = $1', [
    schedule.id,
  ])
  expect(row.text).not.toContain('hunter2')
  expect((await runDue(schedule)).status).toBe('running')
  const [job] = await query('SELECT secrets FROM job WHERE account_id = $1', [of.id])
  expect(job.secrets).not.toBeNull()
})

test.each<[string, Work, string]>([
  ['a crawl', { crawl: { url: 'https://93.184.216.34/', max_pages: 5 } }, 'crawl_id'],
  ['a map', { map: { url: 'https://93.184.216.34/' } }, 'map_id'],
])('%s is made in the same way', async (_, work, field) => {
  const run = await runDue(await due(await account(), work))
  expect(run).toMatchObject({ status: 'running', [field]: expect.stringMatching(/-/) })
})

test('a map that ends ends its run', async () => {
  const schedule = await due(await account(), { map: { url: 'https://93.184.216.34/' } })
  const run = await runDue(schedule)
  await query('UPDATE site_map SET ended_at = now() WHERE id = $1', [run.map_id])
  await endRuns(ctx.schedules)
  expect((await runsOf(schedule))[0]).toMatchObject({ status: 'completed', total: null, credits_used: 5 })
})

test('what cannot be opened is tried again, and fails in the end', async () => {
  const schedule = await due(await account(), { ...URLS, options: { cookies: { a: 'b' } } })
  await query("UPDATE schedule SET secrets = 'x' WHERE id = $1", [schedule.id])
  await claimDue(ctx.schedules)
  for (let n = 0; n < 6; n++) {
    await query("UPDATE schedule_run SET try_at = now() WHERE state = 'pending' AND schedule_id = $1", [
      schedule.id,
    ])
    await beginRuns(ctx, never)
  }
  expect((await runsOf(schedule))[0]).toMatchObject({ status: 'failed', error: { code: 'INTERNAL' } })
})
