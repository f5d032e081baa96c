import { uuidv7 } from '@gleaner/contracts/ids'
import { createPool, type Pool, transaction } from '@gleaner/db'
import { DAY_MS, MINUTE_MS } from '@gleaner/runtime/units'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { createTestDatabase } from '@gleaner/testkit'
import type { SchedulesContext } from '../context.ts'
import { beginRun, RunLost } from '../runs/begin-run.ts'
import { claimDue } from '../runs/claim-due.ts'
import { endRuns } from '../runs/end-runs.ts'
import { type TakenRun, takeRuns } from '../runs/take-runs.ts'
import { createSchedule } from '../store/write-schedule.ts'
import { readTiming } from '../timing/read-timing.ts'
import { type LocalTimes, localTimes, ZONES } from './wall-clock.ts'

export interface SimulatedSpan {
  schedules: number
  /** Moments since 1970, in ms. */
  from: number
  to: number
  seed: number
  /** Of a hundred turns so many end in the middle. */
  killed: number
}

export interface Simulated {
  due: number
  made: number
  missed: number
  doubled: number
  /** Due while the run before had still to be begun, as after a standstill, or when whoever took it died again and again. */
  overlapped: number
  late: number
  killed: number
  clockSteps: number
  standstills: number
}

/** When things recur: what a wall clock shows, or a step. The runs of a day, on average, are about one and a half. */
const KINDS: readonly (LocalTimes & { cron: string })[] = [
  { cron: '0 9 * * 1-5', minute: 0, hour: 9, weekdays: [1, 2, 3, 4, 5] },
  { cron: '30 2 * * *', minute: 30, hour: 2 },
  { cron: '15 1 * * *', minute: 15, hour: 1 },
  { cron: '30 0 * * *', minute: 30, hour: 0 },
  { cron: '45 23 * * 0,6', minute: 45, hour: 23, weekdays: [0, 6] },
  { cron: '59 1 * * *', minute: 59, hour: 1 },
]
/** Schedulers look every second; here they leave out what changes nothing. Less than half of the time between two runs of a schedule. */
const MOST_PAUSE_MS = 20 * MINUTE_MS
/** One schedule of so many is hourly. */
const HOURLY_EACH = 50

interface Expected {
  id: string
  times: number[]
  spreadMs: number
}

/** A process that dies where its connection says so: the statement has been done or not, and nothing after it is. */
class Killed extends Error {}

/**
 * Lives through a span of time with two schedulers over a real database whose clock is moved: it is put forward and back by up to 3 minutes now and
 * then, stands still for hours a few times, and schedulers die at any statement. Each run makes its work, a row of `batch`, in the transaction
 * that says so. Compares what was made with what a wall clock shows.
 */
export async function simulate({ schedules, from, to, seed, killed }: SimulatedSpan): Promise<Simulated> {
  const database = await createTestDatabase()
  const pool = createPool({ url: database.url, max: 6 })
  const random = randomOf(seed)
  const clock = { at: from }
  const box = createSecretBox(generateKey('test'))
  const sum = { killed: 0, clockSteps: 0, standstills: 0 }
  try {
    const expected = await makeSchedules(
      { pool, secretBox: box, now: () => new Date(from) },
      schedules,
      from,
      to,
    )
    const scheduler = () => {
      const ctx: SchedulesContext = { pool, secretBox: box, now: () => new Date(clock.at) }
      return async () => {
        const mortal = random() * 100 < killed ? { ...ctx, pool: dyingPool(pool, random) } : ctx
        try {
          await turn(mortal)
        } catch (error) {
          if (!(error instanceof Killed)) throw error
          sum.killed++
        }
      }
    }
    const both = [scheduler(), scheduler()]
    const standstills: [number, number][] = []
    let isBack = 0
    while (clock.at < to) {
      const { next, isIdle } = await nextMoment(pool)
      // Hours in which nothing happens pass at once; what goes on is looked at soon.
      const pause = isIdle ? Math.floor(random() * MOST_PAUSE_MS) : 1_000
      clock.at = Math.min(to, isIdle ? Math.max(clock.at + pause, next) : clock.at + pause)
      const chance = random()
      if (chance < 0.01) {
        // A step of the clock: forward, and back later on.
        const step = Math.floor(random() * 3 * MINUTE_MS)
        clock.at += step
        isBack = step
        sum.clockSteps++
      } else if (isBack > 0) {
        await Promise.all(both.map((run) => run()))
        clock.at -= isBack
        isBack = 0
        sum.clockSteps++
      } else if (chance > 0.999 && clock.at + DAY_MS < to) {
        const length = Math.floor(random() * 20 * 60) * MINUTE_MS
        // What was due before is written down, by whoever lives on until then.
        await claimDue({ pool, secretBox: box, now: () => new Date(clock.at) })
        standstills.push([clock.at, clock.at + length])
        clock.at += length
        sum.standstills++
      }
      await Promise.all(both.map((run) => run()))
    }
    // What died last is done by who comes later.
    for (let n = 0; n < 20; n++) {
      clock.at += 2 * MINUTE_MS
      await turn({ pool, secretBox: box, now: () => new Date(clock.at) }, false)
    }
    return { ...(await compare(pool, expected, standstills, to)), ...sum }
  } finally {
    await pool.end()
    await database.close()
  }
}

async function makeSchedules(
  ctx: SchedulesContext,
  count: number,
  from: number,
  to: number,
): Promise<Expected[]> {
  const { rows } = await ctx.pool.query<{ id: string }>(
    "INSERT INTO account (id, name) VALUES (gen_random_uuid(), 'a') RETURNING id",
  )
  const [account] = rows
  const author = { accountId: account!.id, apiKeyId: null, userId: null, test: false }
  const known = new Map<string, number[]>()
  const expected: Expected[] = []
  for (let n = 0; n < count; n++) {
    const timezone = ZONES[n % ZONES.length]!
    const hourly = { cron: `${n % 60} * * * *`, minute: n % 60 }
    const { cron, ...local } = n % HOURLY_EACH === 0 ? hourly : KINDS[n % KINDS.length]!
    const content = {
      name: `schedule ${n}`,
      kind: 'batch' as const,
      work: { urls: ['https://example.com/'] },
      text: cron,
      timing: readTiming(cron, timezone),
      timezone,
      webhookUrl: null,
    }
    const made = await transaction(ctx.pool, (sql) => createSchedule(ctx, sql, author, content))
    const key = `${cron} ${timezone}`
    if (!known.has(key)) known.set(key, localTimes(timezone, local, from - DAY_MS, to))
    expected.push({ id: made.id, times: known.get(key)!, spreadMs: Math.round(made.spread_seconds * 1_000) })
  }
  return expected.map((one) => ({
    ...one,
    times: one.times.map((at) => at + one.spreadMs).filter((at) => at > from && at <= to),
  }))
}

/** Runs that are begun at once: as many as schedulers begin. */
const AT_ONCE = 3

/** What a scheduler does: writes down what is due, makes the work, sees its end. */
async function turn(ctx: SchedulesContext, claims = true): Promise<void> {
  if (claims) await claimDue(ctx)
  for (let runs = await takeRuns(ctx, AT_ONCE); runs.length > 0; runs = await takeRuns(ctx, AT_ONCE)) {
    const begun = await Promise.allSettled(runs.map((run) => begin(ctx, run)))
    for (const one of begun)
      if (one.status === 'rejected' && !(one.reason instanceof RunLost)) throw one.reason
  }
  await endRuns(ctx)
}

async function begin(ctx: SchedulesContext, run: TakenRun): Promise<void> {
  const workId = uuidv7()
  await transaction(ctx.pool, async (sql) => {
    await sql.query(
      `INSERT INTO batch (id, account_id, status, total, succeeded, estimated_micros, finished_at)
       VALUES ($1, $2, 'completed', 1, 1, 0, now())`,
      [workId, run.accountId],
    )
    await beginRun(ctx, sql, run, workId)
  })
}

async function nextMoment(pool: Pool): Promise<{ next: number; isIdle: boolean }> {
  const { rows } = await pool.query<{ next: Date; isIdle: boolean }>(
    `SELECT LEAST((SELECT min(next_run_at) FROM schedule), (SELECT min(try_at) FROM schedule_run WHERE try_at IS NOT NULL)) AS next,
       NOT EXISTS (SELECT FROM schedule_run WHERE state = 'running') AS "isIdle"`,
  )
  return { next: rows[0]!.next.getTime(), isIdle: rows[0]!.isIdle }
}

/**
 * Every due time has one run, and one batch unless it overlaps; but of those that passed in a standstill the first alone. It overlaps where the run
 * before was begun later, by its id, or at the same moment.
 */
async function compare(
  pool: Pool,
  expected: readonly Expected[],
  standstills: [number, number][],
  to: number,
) {
  const { rows } = await pool.query<{
    id: string
    dueAt: Date
    state: string
    works: number
    isOverlapping: boolean
  }>(
    `SELECT run.schedule_id AS id, run.due_at AS "dueAt", run.state, (SELECT count(*)::int FROM batch WHERE batch.id = run.work_id) AS works,
       run.state = 'skipped_overlap' AND EXISTS (SELECT FROM schedule_run AS before
         WHERE before.schedule_id = run.schedule_id AND before.due_at < run.due_at AND before.state = 'completed'
           AND (before.work_id > run.id OR before.started_at >= run.finished_at)) AS "isOverlapping"
     FROM schedule_run AS run WHERE run.due_at <= $1`,
    [new Date(to)],
  )
  const { rows: counted } = await pool.query<{ batches: number }>(
    'SELECT count(*)::int AS batches FROM batch',
  )
  const runs = new Map<string, Map<number, number>>()
  const overlapping = new Set<string>()
  for (const { id, dueAt, state, works, isOverlapping } of rows) {
    if (isOverlapping) overlapping.add(`${id} ${dueAt.getTime()}`)
    else if (state !== 'completed' || works !== 1) continue
    const ofSchedule = runs.get(id) ?? new Map<number, number>()
    ofSchedule.set(dueAt.getTime(), (ofSchedule.get(dueAt.getTime()) ?? 0) + 1)
    runs.set(id, ofSchedule)
  }
  const result = { due: 0, made: counted[0]!.batches, missed: 0, doubled: 0, overlapped: 0, late: 0 }
  for (const { id, times } of expected) {
    const made = runs.get(id) ?? new Map()
    const seen = new Set<number>()
    for (const at of times) {
      const standstill = standstills.findIndex(([begin, end]) => at > begin && at <= end)
      if (standstill >= 0 && seen.has(standstill)) continue
      if (standstill >= 0) {
        seen.add(standstill)
        result.late++
      }
      if (overlapping.has(`${id} ${at}`)) result.overlapped++
      result.due++
      if (!made.has(at)) result.missed++
      if ((made.get(at) ?? 0) > 1) result.doubled++
      made.delete(at)
    }
    // Whatever is left was no time of the schedule.
    result.doubled += made.size
  }
  return result
}

/** A pool whose connections die after some statements, before or after one was done. */
function dyingPool(pool: Pool, random: () => number): Pool {
  let left = Math.floor(random() * 14)
  const dying =
    (query: (...args: never[]) => Promise<unknown>) =>
    async (...args: never[]) => {
      if (left-- <= 0 && random() < 0.5) throw new Killed()
      const result = await query(...args)
      if (left < 0) throw new Killed()
      return result
    }
  const query = dying(pool.query.bind(pool) as never)
  return {
    query,
    async connect() {
      const client = await pool.connect()
      const own = client.query.bind(client)
      return Object.assign(Object.create(client), {
        query: dying(own as never),
        // Postgres takes back what a process has not committed.
        release: () => own('ROLLBACK').then(() => client.release()),
      })
    },
  } as never
}

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32
  }
}
