import { MONTH_NAMES } from '@gleaner/values/month-names'
import { lazy } from '../lazy.ts'
import { readWords } from './word-hash.ts'

/** Hashes of a number and of the names of months and weekdays, in all languages whose dates can be read. Made once a thread, in some milliseconds. */
export const dateWords = lazy((): ReadonlySet<number> => {
  const months = Object.values(MONTH_NAMES).flatMap((names) => names.split(/[;|]/))
  const weekdays = Object.keys(MONTH_NAMES).flatMap(weekdaysOf)
  const found = new Set<number>()
  readWords(['1', ...months, ...weekdays].join(' '), { word: (word) => found.add(word) })
  return found
})

function weekdaysOf(language: string): string[] {
  return (['long', 'short'] as const).flatMap((weekday) => {
    const { format } = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
    return WEEK.map((day) => format(day))
  })
}

const WEEK = Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, 1 + day))
