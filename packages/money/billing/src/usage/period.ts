import { momentOf } from '@gleaner/contracts/schemas/moment'
import { DAY_MS } from '@gleaner/runtime/units'

export interface Period {
  start: Date
  /** Exclusive. */
  end: Date
}

export const QUARTER_MS = 15 * 60_000
/** The period a caller asked for; by default the current calendar month, in UTC. A day given as end is included. */
export function usagePeriod(query: { start_date?: string; end_date?: string }, now: Date): Period {
  const start = query.start_date ? bounded(momentOf(query.start_date)) : monthOf(now)
  if (!query.end_date) return { start, end: new Date(Math.max(now.getTime(), start.getTime())) }
  const end = momentOf(query.end_date)
  if (query.end_date.length === 'YYYY-MM-DD'.length) end.setUTCDate(end.getUTCDate() + 1)
  return { start, end: bounded(end) }
}

/** What ISO 8601 writes with four digits for the year. */
const FIRST_TIME = Date.parse('0000-01-01T00:00:00.000Z')
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

function bounded(time: Date): Date {
  return new Date(Math.min(LAST_TIME, Math.max(FIRST_TIME, time.getTime())))
}

/** The beginning of a time's day, in UTC. */
export function dayOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS)
}

/** The Monday of a time's week, in UTC. */
export function weekOf(time: Date): Date {
  const day = dayOf(time)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day
}

/** The first of a time's month, in UTC. */
export function monthOf(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1))
}

export function daysBefore(time: Date, days: number): Date {
  return new Date(time.getTime() - days * DAY_MS)
}

/** A period as it is counted: whole quarters of an hour from the roll-ups, and what remains at its ends from the jobs. */
export interface Parts {
  quarters: Period
  rest: Period[]
}

/**
 * Cuts a period at the quarters of an hour. Before `jobsSince` there are no jobs to count a rest from: there the whole quarter is
 * counted. The current quarter counts whole when the period goes on beyond `now`, as nothing has ended after it.
 */
export function partsOf(period: Period, now: Date, jobsSince: Date): Parts {
  const first = floor(period.start) < jobsSince ? floor(period.start) : ceiling(period.start)
  const last = period.end > now || period.end < jobsSince ? ceiling(period.end) : floor(period.end)
  if (first > last) return { quarters: { start: last, end: last }, rest: [period] }
  const rest = [
    { start: period.start, end: first },
    { start: last, end: period.end },
  ]
  return { quarters: { start: first, end: last }, rest: rest.filter(({ start, end }) => start < end) }
}

function floor(time: Date): Date {
  return new Date(Math.floor(time.getTime() / QUARTER_MS) * QUARTER_MS)
}

function ceiling(time: Date): Date {
  return new Date(Math.ceil(time.getTime() / QUARTER_MS) * QUARTER_MS)
}
