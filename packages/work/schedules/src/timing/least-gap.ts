import { LIMITS } from '@gleaner/contracts/limits'
import { DAY_MS } from '@gleaner/runtime/units'
import { openCron } from './cron.ts'
import type { Timing } from './timing.ts'

/** Of more times than this in a day, some two are closer than any may be. */
const ENOUGH = DAY_MS / LIMITS.scheduleLeastGapMs + 1

/**
 * The least time between two times, in ms, the change of clocks aside. The minutes and hours of a cron pattern are the same on each day that
 * it names, so one day tells; the last time of a day is compared with the first of another as if the days followed each other.
 */
export function leastGapMs(timing: Timing): number {
  if ('everyMs' in timing) return timing.everyMs
  const times = timesOfDay(timing.cron)
  const gaps = times.map((time, at) => (times[at + 1] ?? times[0]! + DAY_MS) - time)
  return Math.min(...gaps)
}

/** The times of the first day that a pattern names, in ms since 1970. UTC has no daylight saving. */
function timesOfDay(pattern: string): number[] {
  const cron = openCron(pattern, 'UTC')
  const times: number[] = []
  for (let next = cron.nextRun(BEFORE); next; next = cron.nextRun(next)) {
    const time = next.getTime()
    if (times.length === ENOUGH || (times[0] !== undefined && dayOf(time) > dayOf(times[0]))) break
    times.push(time)
  }
  return times
}

/** Any end of a day: the next one is whole. */
const BEFORE = new Date(DAY_MS - 1_000)

const dayOf = (time: number) => Math.floor(time / DAY_MS)
