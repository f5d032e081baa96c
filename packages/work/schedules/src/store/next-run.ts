import { nextTime } from '../timing/next-time.ts'
import { type TimingColumns, timingOf } from './schedule-row.ts'

/** When a schedule runs next after a moment, its spread included; null when its times have come to an end. */
export function nextRun(row: TimingColumns & { spreadMs: number }, after: Date): Date | null {
  const next = nextTime(timingOf(row), new Date(after.getTime() - row.spreadMs))
  return next ? new Date(next.getTime() + row.spreadMs) : null
}
