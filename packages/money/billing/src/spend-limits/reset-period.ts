import type { ResetPeriod } from '@gleaner/contracts'
import { DAY_MS } from '@gleaner/runtime/units'
import { dayOf, monthOf, weekOf } from '../usage/period.ts'

/** Each period as Postgres names it, where the one of a time begins, and where the next one does; all in UTC. */
const PERIODS: Record<ResetPeriod, { unit: string; startOf(time: Date): Date; after(start: Date): Date }> = {
  daily: { unit: 'day', startOf: dayOf, after: (start) => daysAfter(start, 1) },
  weekly: { unit: 'week', startOf: weekOf, after: (start) => daysAfter(start, 7) },
  monthly: { unit: 'month', startOf: monthOf, after: (start) => monthOf(daysAfter(start, 31)) },
}

function daysAfter(time: Date, days: number): Date {
  return new Date(time.getTime() + days * DAY_MS)
}

/** When a limit that counts from `periodStart` begins to count anew. */
export function resetsAt(resetPeriod: ResetPeriod, periodStart: Date): Date {
  return PERIODS[resetPeriod].after(PERIODS[resetPeriod].startOf(periodStart))
}

/** SQL: where the current period of a limit began. */
export function periodStartSql(resetPeriod: string): string {
  const cases = Object.entries(PERIODS).map(([name, { unit }]) => `WHEN '${name}' THEN '${unit}'`)
  return `date_trunc(CASE ${resetPeriod} ${cases.join(' ')} END, now(), 'UTC')`
}
