/** A Retry-After header (RFC 9110: seconds, or a date) as milliseconds from `now`; undefined when it says nothing. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // Dates begin with the day's name; Date.parse alone takes almost anything for one.
  const date = /^[A-Z][a-z]{2},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
