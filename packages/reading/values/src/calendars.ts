import { DAY_MS } from '@gleaner/runtime/units'

/**
 * Years and days of calendars other than the Gregorian, by what `Intl` knows of them: the Persian months, the eras of
 * Japanese emperors. The Buddhist and the Minguo era only count years differently.
 */

/** Gregorian year minus year of the Minguo era. */
export const MINGUO = 1911
const PERSIAN_YEAR = 621
/** Years of the Persian calendar that are read: 1921 to 2071. */
const PERSIAN = { first: 1300, last: 1450 }
/** First days of the eras that printed dates count by. */
const ERA_STARTS = ['1868-10-23', '1912-07-30', '1926-12-25', '1989-01-08', '2019-05-01']

export function isPersianYear(year: number): boolean {
  return year >= PERSIAN.first && year <= PERSIAN.last
}

let persianMonths: Map<string, number> | undefined

/** Number of a Persian month name (1 to 12). */
export function readPersianMonth(name: string): number | undefined {
  persianMonths ??= new Map(
    Array.from({ length: 12 }, (_, month) => [
      new Intl.DateTimeFormat('fa-u-ca-persian', { month: 'long', timeZone: 'UTC' }).format(
        newYear(1402) + (month * 30.5 + 5) * DAY_MS,
      ),
      month + 1,
    ]),
  )
  return persianMonths.get(name)
}

/** The Gregorian day of a Persian one. */
export function fromPersian(
  year: number,
  month: number,
  day: number,
): { year: number; month: number; day: number } {
  const before = month <= 7 ? (month - 1) * 31 : 186 + (month - 7) * 30
  const date = new Date(newYear(year) + (before + day - 1) * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

let persianDay: Intl.DateTimeFormat | undefined

/** The Persian year begins with the equinox, on the 19th to 22nd of March. */
function newYear(year: number): number {
  persianDay ??= new Intl.DateTimeFormat('en-u-ca-persian', {
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const earliest = Date.UTC(year + PERSIAN_YEAR, 2, 19)
  const passed = [0, 1, 2, 3].find((days) => persianDay!.format(earliest + days * DAY_MS).startsWith('1/1'))
  return earliest + (passed ?? 2) * DAY_MS
}

let eras: Map<string, number> | undefined

/** The Gregorian year of the first year of a Japanese era (`令和`), less one. */
export function yearBeforeEra(name: string): number | undefined {
  eras ??= new Map(
    ERA_STARTS.map((day) => {
      const parts = new Intl.DateTimeFormat('ja-u-ca-japanese', {
        era: 'long',
        timeZone: 'UTC',
      }).formatToParts(Date.parse(day) + DAY_MS)
      return [parts.find(({ type }) => type === 'era')!.value, Number(day.slice(0, 4)) - 1]
    }),
  )
  return eras.get(name)
}
