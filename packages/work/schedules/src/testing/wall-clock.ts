import { DAY_MS, HOUR_MS, MINUTE_MS } from '@gleaner/runtime/units'

/** Five regions that change their clocks, at different times of the year and of the day, one of them by half an hour. */
export const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Cairo',
] as const

/** How far a zone's clock is ahead of UTC at a moment, in ms. */
export function offsetAt(zone: string, at: number): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name)!
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
}

const formats = new Map<string, Intl.DateTimeFormat>()

export interface ClockChange {
  /** The first moment of the new offset, in ms since 1970. */
  at: number
  beforeMs: number
  afterMs: number
}

/** When a zone's clock is changed between two moments, which are whole hours. */
export function clockChanges(zone: string, from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = []
  for (let day = from; day < to; day += DAY_MS) {
    if (offsetAt(zone, day) === offsetAt(zone, day + DAY_MS)) continue
    for (let at = day + 30 * MINUTE_MS; at <= day + DAY_MS; at += 30 * MINUTE_MS) {
      const [beforeMs, afterMs] = [offsetAt(zone, at - MINUTE_MS), offsetAt(zone, at)]
      if (beforeMs !== afterMs) changes.push({ at, beforeMs, afterMs })
    }
  }
  return changes
}

/** Which local times are meant: each field absent means any. A time of day is meant when both minute and hour are there. */
export interface LocalTimes {
  minute: number
  hour?: number
  /** 0: Sunday. */
  weekdays?: readonly number[]
}

/**
 * When local times come between two moments, found out by walking a wall clock: the rule that is promised, without a library of cron. A time of
 * day comes once on each of its days: at the first minute that shows it, or, where the clock jumps over it, at the first minute after.
 */
export function localTimes(
  zone: string,
  { minute, hour, weekdays }: LocalTimes,
  from: number,
  to: number,
): number[] {
  const times: number[] = []
  const changes = clockChanges(zone, from - 2 * DAY_MS, to + 2 * DAY_MS)
  let offset = offsetAt(zone, from - DAY_MS)
  let lastDay = -1
  for (let at = from - DAY_MS; at < to; at += MINUTE_MS) {
    const change = changes.find((one) => one.at === at)
    const before = offset
    if (change) offset = change.afterMs
    const local = at + offset
    const day = Math.floor(local / DAY_MS)
    const isWanted = (ofDay: number) => !weekdays || weekdays.includes((ofDay + 4) % 7)
    if (hour === undefined) {
      if (Math.floor(local / MINUTE_MS) % 60 === minute && isWanted(day)) times.push(at)
      continue
    }
    const target = day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS
    const isSkipped = change !== undefined && target >= at + before && target < local
    if ((local === target || isSkipped) && day !== lastDay) {
      lastDay = day
      if (isWanted(day)) times.push(at)
    }
  }
  return times.filter((at) => at > from)
}
