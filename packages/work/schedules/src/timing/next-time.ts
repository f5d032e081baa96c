import { openCron } from './cron.ts'
import type { Timing } from './timing.ts'

/**
 * The first time after a moment; undefined when none comes. A time of day that daylight saving skips comes once, when the clock has gone
 * forward; one that it repeats comes at the first of the two. What recurs within the hour (a `*` in the field of the minute or the hour) goes by
 * the clock: it comes in both hours, and in none that is skipped.
 */
export function nextTime(timing: Timing, after: Date): Date | undefined {
  if ('everyMs' in timing)
    return new Date((Math.floor(after.getTime() / timing.everyMs) + 1) * timing.everyMs)
  return openCron(timing.cron, timing.timezone).nextRun(after) ?? undefined
}
