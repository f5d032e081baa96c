import type { Schedule, ScheduleKind } from '@gleaner/contracts'
import type { Timing } from '../timing/timing.ts'
import type { Work } from '../work.ts'

export type PausedReason = NonNullable<Schedule['paused_reason']>

/** Who a schedule acts for: a key, or else a person. */
export interface Author {
  accountId: string
  apiKeyId: string | null
  userId: string | null
  test: boolean
}

/** A schedule as it is shown. */
export interface ScheduleRow {
  id: string
  name: string
  test: boolean
  kind: ScheduleKind
  work: Work
  webhookUrl: string | null
  export: Schedule['export']
  timing: string
  cron: string | null
  everySeconds: number | null
  timezone: string
  spreadMs: number
  nextRunAt: Date | null
  pausedReason: PausedReason | null
  createdAt: Date
  updatedAt: Date
}

/** Select list for ScheduleRow. */
export const SCHEDULE_COLUMNS = `id, name, test, kind, work, webhook_url AS "webhookUrl", export, timing, cron, every_seconds AS "everySeconds", timezone,
  spread_ms AS "spreadMs", next_run_at AS "nextRunAt", paused_reason AS "pausedReason", created_at AS "createdAt", updated_at AS "updatedAt"`

/** What says when a schedule runs. */
export type TimingColumns = Pick<ScheduleRow, 'cron' | 'everySeconds' | 'timezone'>

export function timingOf({ cron, everySeconds, timezone }: TimingColumns): Timing {
  return cron === null ? { everyMs: everySeconds! * 1_000 } : { cron, timezone }
}

export function presentSchedule(row: ScheduleRow): Schedule {
  const { session_id, screenshots: _, ...work } = row.work
  return {
    id: row.id,
    name: row.name,
    status: row.pausedReason === null ? 'active' : 'paused',
    paused_reason: row.pausedReason,
    test: row.test,
    kind: row.kind,
    ...work,
    ...(session_id != null && { session_id }),
    schedule: row.timing,
    cron: row.cron,
    every_seconds: row.everySeconds,
    timezone: row.timezone,
    next_run_at: row.nextRunAt?.toISOString() ?? null,
    spread_seconds: row.spreadMs / 1_000,
    webhook_url: row.webhookUrl,
    export: row.export,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
