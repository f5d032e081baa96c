import { LIMITS } from '@gleaner/contracts/limits'
import { DAY_MS, MINUTE_MS } from '@gleaner/runtime/units'
import { cronFault, isCron } from './cron.ts'
import { readEnglish, UNDERSTOOD } from './english.ts'
import { leastGapMs } from './least-gap.ts'
import { nextTime } from './next-time.ts'
import { isTimeZone } from './time-zone.ts'
import { type Timing, TimingFault } from './timing.ts'

const MOST_MS = 366 * DAY_MS

/**
 * Reads a text that says when something recurs: five fields of cron, or English. Throws TimingFault for a text that is neither, an unknown
 * time zone, times that never come or come too often.
 */
export function readTiming(text: string, timezone: string): Timing {
  if (!isTimeZone(timezone))
    throw new TimingFault('timezone', 'must be an IANA time zone such as "Europe/Berlin"')
  const timing = timingOf(text.trim().replaceAll(/\s+/g, ' '), timezone)
  if ('everyMs' in timing && timing.everyMs > MOST_MS) throw fault('must come within a year')
  if (nextTime(timing, new Date()) === undefined)
    throw fault(`"${text}" never comes: no month has such a day`)
  if (leastGapMs(timing) < LIMITS.scheduleLeastGapMs)
    throw fault(
      `comes more often than every ${LIMITS.scheduleLeastGapMs / MINUTE_MS} minutes, which is the least`,
    )
  return timing
}

function timingOf(text: string, timezone: string): Timing {
  if (isCron(text)) {
    const wrong = cronFault(text)
    if (wrong !== undefined) throw fault(wrong)
    return { cron: text, timezone }
  }
  const english = readEnglish(text)
  if (english === undefined)
    throw fault(
      `is not understood. Five fields of cron are ("0 9 * * 1-5"), and English such as ${UNDERSTOOD.map((example) => `"${example}"`).join(', ')}`,
    )
  return 'cron' in english ? { cron: english.cron, timezone } : english
}

function fault(message: string): TimingFault {
  return new TimingFault('schedule', message)
}
