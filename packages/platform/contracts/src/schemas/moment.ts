import { z } from 'zod'

const Day = z.iso.date()
const Time = z.iso.datetime({ offset: true, local: true })

/** A day or a time of a query. */
export const Moment = z
  .string()
  .refine(
    (text) => Day.safeParse(text).success || Time.safeParse(text).success,
    'must be a date of the calendar such as 2026-01-31, or an ISO-8601 time such as 2026-01-31T08:00:00Z',
  )
  .describe(
    'A day in UTC, which stands for its beginning, or an ISO-8601 time, in UTC where it names no zone.',
  )

/** A date or time of a query, in UTC where it names no zone. */
export function momentOf(text: string): Date {
  const namesNoZone = text.includes('T') && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text)
  return new Date(namesNoZone ? `${text}Z` : text)
}
