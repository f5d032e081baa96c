import { ApiError } from '@gleaner/contracts/errors'
import { uuidv7 } from '@gleaner/contracts/ids'
import type { Schedule } from '@gleaner/contracts/schemas/schedule-replies'
import type { ScheduleKind } from '@gleaner/contracts/schemas/schedules'
import { noSuch, type Queryable, storableJson, takePlace } from '@gleaner/db'
import { readClock } from '../clock.ts'
import type { SchedulesContext } from '../context.ts'
import { leastGapMs } from '../timing/least-gap.ts'
import { spreadMs } from '../timing/spread.ts'
import type { Timing } from '../timing/timing.ts'
import type { Work } from '../work.ts'
import { nextRun } from './next-run.ts'
import type { ScheduleOf } from './schedule-of.ts'
import { type Author, presentSchedule, SCHEDULE_COLUMNS, type ScheduleRow } from './schedule-row.ts'
import { sealWork } from './seal-work.ts'

type Context = Pick<SchedulesContext, 'secretBox' | 'now'>

/** A schedule that has been checked, as it is written. */
export interface ScheduleContent {
  name: string
  kind: ScheduleKind
  work: Work
  /** When it runs, as it was sent and as it was understood. */
  text: string
  timing: Timing
  timezone: string
  webhookUrl: string | null
  export?: Schedule['export']
}

/** Makes a schedule, in the caller's transaction. Throws CONFLICT when the account has as many as it may have. */
export async function createSchedule(
  ctx: Context,
  sql: Queryable,
  author: Author,
  content: ScheduleContent,
  whose: ScheduleOf = 'schedule',
): Promise<Schedule> {
  await takePlace(sql, whose, author.accountId)
  const id = uuidv7()
  const written = valuesOf(ctx, id, content)
  const next = nextRun(written, await readClock(sql, ctx))
  const { rows } = await sql.query<ScheduleRow>(
    `INSERT INTO schedule (id, account_id, api_key_id, user_id, test, name, kind, work, secrets, webhook_url, timing, cron, every_seconds, timezone,
       spread_ms, export, next_run_at, is_monitor)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     RETURNING ${SCHEDULE_COLUMNS}`,
    [
      id,
      author.accountId,
      author.apiKeyId,
      author.userId,
      author.test,
      ...columnsOf(written),
      next,
      whose === 'monitor',
    ],
  )
  return presentSchedule(rows[0]!)
}

/**
 * Writes what a schedule has become, and on whose behalf it acts from now on. Its next time stays unless it runs at other times, or `isResumed`.
 * Throws NOT_FOUND, and CONFLICT when it was changed since `before` was read, or was made with a key of the other kind.
 */
export async function rewriteSchedule(
  ctx: Context,
  sql: Queryable,
  author: Author,
  before: Pick<
    ScheduleRow,
    'id' | 'test' | 'updatedAt' | 'nextRunAt' | 'pausedReason' | 'cron' | 'everySeconds' | 'timezone'
  >,
  content: ScheduleContent,
  isResumed = false,
): Promise<Schedule> {
  if (author.test !== before.test)
    throw new ApiError(
      'CONFLICT',
      `This schedule was made with a ${before.test ? 'test' : 'live'} key, and is changed with such a key only.`,
    )
  const written = valuesOf(ctx, before.id, content)
  const isPaused = before.pausedReason !== null && !isResumed
  const isKept = before.nextRunAt !== null && SAME.every((column) => written[column] === before[column])
  const next = isPaused ? null : isKept ? before.nextRunAt : nextRun(written, await readClock(sql, ctx))
  const { rows } = await sql.query<ScheduleRow>(
    `UPDATE schedule SET api_key_id = $4, user_id = $5, name = $6, kind = $7, work = $8, secrets = $9, webhook_url = $10, timing = $11, cron = $12,
       every_seconds = $13, timezone = $14, spread_ms = $15, export = $16, next_run_at = $17, paused_reason = $18,
       updated_at = GREATEST(now(), updated_at + interval '1 millisecond')
     WHERE id = $1 AND account_id = $2 AND updated_at = $3
     RETURNING ${SCHEDULE_COLUMNS}`,
    [
      before.id,
      author.accountId,
      before.updatedAt,
      author.apiKeyId,
      author.userId,
      ...columnsOf(written),
      next,
      isPaused ? before.pausedReason : null,
    ],
  )
  if (rows[0]) return presentSchedule(rows[0])
  const { rowCount } = await sql.query('SELECT FROM schedule WHERE id = $1 AND account_id = $2', [
    before.id,
    author.accountId,
  ])
  if (rowCount === 0) noSuch('schedule')
  throw new ApiError(
    'CONFLICT',
    'The schedule was changed by another request meanwhile; read it and repeat yours.',
    { retry_after_seconds: 1 },
  )
}

const SAME = ['cron', 'everySeconds', 'timezone'] as const

function valuesOf({ secretBox }: Context, id: string, content: ScheduleContent) {
  const { name, kind, work, text, timing, timezone, webhookUrl } = content
  const gap = leastGapMs(timing)
  return {
    name,
    kind,
    ...sealWork(secretBox, id, work),
    webhookUrl,
    timing: text,
    cron: 'cron' in timing ? timing.cron : null,
    everySeconds: 'cron' in timing ? null : timing.everyMs / 1_000,
    timezone,
    spreadMs: spreadMs(id, gap),
    export: content.export ? storableJson(content.export) : null,
  }
}

/** In the order of the statements. */
function columnsOf(written: ReturnType<typeof valuesOf>): unknown[] {
  const { name, kind, work, secrets, webhookUrl, timing, cron, everySeconds, timezone } = written
  return [
    name,
    kind,
    work,
    secrets,
    webhookUrl,
    timing,
    cron,
    everySeconds,
    timezone,
    written.spreadMs,
    written.export,
  ]
}
