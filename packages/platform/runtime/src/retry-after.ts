/** The three forms of a date begin with the day's name; `Date.parse` alone takes almost anything for one. */
const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? /
/** One of the three (asctime's) names no zone: all of them are in UTC. */
const ZONE = / (?:GMT|UTC|[+-]\d{4})$/

/** A `Retry-After` (RFC 9110, 10.2.3: seconds, or a date) as milliseconds from `now`; undefined where it says nothing. */
export function readRetryAfter(header: string | null | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000
  if (!DATE.test(text)) return undefined
  const date = Date.parse(ZONE.test(text) ? text : `${text} GMT`)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
