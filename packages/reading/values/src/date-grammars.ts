import { fromPersian, isPersianYear, MINGUO, readPersianMonth, yearBeforeEra } from './calendars.ts'
import type { DateOptions } from './date-options.ts'
import { readMonth } from './read-month.ts'

export interface DateParts {
  year: number
  month: number
  day: number
  /** Characters of the match before the date: a word that could have been part of a month's name. */
  lead?: number
}

interface DateGrammar {
  /** What every match holds: a cheap test before the long pattern. */
  needs: RegExp
  pattern: RegExp
  read: (match: RegExpMatchArray, options: DateOptions) => DateParts | undefined
}

const WORD = "[\\p{L}\\p{M}][\\p{L}\\p{M}’'.]{1,14}"
const MONTH = `(${WORD}(?: [\\p{L}\\p{M}]{4,10})?)`
const YEAR = '(\\d{4})(?!\\d)'
const DAY = '(?<![\\d:])(\\d{1,2})'

/** Letters beside a digit: the name of a month. */
export const HAS_NAME = /\p{L}{2}.{0,12}\d|\d.{0,6}\p{L}{2}/u

/** How dates are written, the surest first; each piece is bounded, so that matching costs linear time. */
export const DATE_GRAMMARS: readonly DateGrammar[] = [
  // 2023-11-06, 2023/11/6, 2023.11.06.
  grammar(/\d{4}[-/.]/, '(?<!\\d)(\\d{4})([-/.]) ?(\\d{1,2})\\2 ?(\\d{1,2})(?!\\d)', (m, { language }) =>
    language?.startsWith('fa') && isPersianYear(Number(m[1]))
      ? fromPersian(Number(m[1]), Number(m[3]), Number(m[4]))
      : ymd(m[1], m[3], m[4]),
  ),
  // 令和5年11月6日, 民國112年11月6日
  grammar(/年/, '(民國|民国|\\p{Script=Han}{2}) ?(元|\\d{1,3}) ?年 ?(\\d{1,2}) ?月 ?(\\d{1,2}) ?日', (m) =>
    inEra(m[1]!, m[2]!, m[3], m[4]),
  ),
  // 2023年11月6日, 2023년 11월 6일
  grammar(/[年년]/, '(?<!\\d)(\\d{4}) ?[年년] ?(\\d{1,2}) ?[月월] ?(\\d{1,2})', (m) => ymd(m[1], m[2], m[3])),
  // 6 tháng 11, 2023 / ngày 6 tháng 11 năm 2023
  grammar(/tháng/i, `${DAY} ?tháng (\\d{1,2}),?(?: năm)? ${YEAR}`, (m) => ymd(m[3], m[2], m[1])),
  // 6 November 2023, 6. November 2023, 6 de noviembre de 2023, 6-Nov-2023, 6ης Νοεμβρίου 2023, 6 Nov, 2023
  grammar(
    HAS_NAME,
    `${DAY}(?:\\.|st|nd|rd|th|er|º|ª|°|ης|η|-?го|-?े)?[ \\-/.]{0,2}(?:(?:de|di|of|d['’]|ta['’]|del|din|der|mis) ?)?${MONTH}[ ,\\-/.]{0,3}(?:(?:de|del|of|година|року) )?['’]?${YEAR}`,
    (m, options) => named(m[3], m[2], m[1], options),
  ),
  // November 6, 2023; Nov. 6th 2023
  grammar(
    HAS_NAME,
    `(?<![\\p{L}])${MONTH} (\\d{1,2})(?:\\.|st|nd|rd|th|er)?,? {1,2}${YEAR}`,
    (m, options) => {
      const date = named(m[3], m[1], m[2], options)
      return date && { ...date, lead: leadOf(m[1]!, options) }
    },
  ),
  // Mon Nov 06 10:00:00 UTC 2023
  grammar(
    /\d:\d\d.{1,5}\d{4}/,
    `(?<![\\p{L}])(\\p{L}{3}) (\\d{1,2}) (?:\\d{1,2}:){1,2}\\d{2}(?: [A-Z]{3,4})? ${YEAR}`,
    (m) => named(m[3], m[1], m[2], { language: 'en' }),
  ),
  // 2023. gada 6. novembris (day first)
  grammar(HAS_NAME, `(?<!\\d)(\\d{4})\\.? ?(?:m\\.|gada|ko|eko)? ?(\\d{1,2})\\. ${MONTH}`, (m, options) =>
    named(m[1], m[3], m[2], options),
  ),
  // 2023. november 6., 2023 m. lapkričio 6 d., 2023ko azaroaren 6a
  grammar(
    HAS_NAME,
    `(?<!\\d)(\\d{4})(?:\\.|ko|eko|,)? ?(?:m\\. )?[- ]?${MONTH}[ -](\\d{1,2})(?!\\d)`,
    (m, options) => named(m[1], m[2], m[3], options),
  ),
  // 6/11/2023, 06.11.2023, 6-11-23, 06. 11. 2023
  grammar(
    /\d[-/.] ?\d/,
    '(?<![\\d./-])(\\d{1,2})([-/.]) ?(\\d{1,2})\\2 ?(\\d{4}|\\d{2})(?![\\d./]\\d|-\\d(?!\\d?:\\d\\d)|\\d)',
    (m, options) => numeric(Number(m[1]), Number(m[3]), m[4]!, m[2]!, options),
  ),
]

function grammar(needs: RegExp, source: string, read: DateGrammar['read']): DateGrammar {
  return { needs, pattern: new RegExp(source, 'giu'), read }
}

function inEra(
  era: string,
  year: string,
  month: string | undefined,
  day: string | undefined,
): DateParts | undefined {
  const before = era.startsWith('民') ? MINGUO : yearBeforeEra(era)
  return before === undefined ? undefined : ymd(String(before + (Number(year) || 1)), month, day)
}

function ymd(year: string | undefined, month: string | undefined, day: string | undefined): DateParts {
  return { year: Number(year), month: Number(month), day: Number(day) }
}

/** The month is a name of one word, or of two (`تشرين الثاني`), or one of two words (`on July`). */
function named(
  year: string | undefined,
  name: string | undefined,
  day: string | undefined,
  { language }: DateOptions,
): DateParts | undefined {
  if (isPersianYear(Number(year))) {
    const month = readPersianMonth(name!)
    return month === undefined ? undefined : fromPersian(Number(year), month, Number(day))
  }
  const month = [name!, ...name!.split(' ')]
    .map((part) => readMonth(part, language))
    .find((found) => found !== undefined)
  return month === undefined ? undefined : { year: Number(year), month, day: Number(day) }
}

/** Characters before the month in what may be a name of two words: `on ` of `on October`. */
function leadOf(name: string, { language }: DateOptions): number {
  const [first, second] = name.split(' ')
  const isMonth = (part: string | undefined) => part !== undefined && readMonth(part, language) !== undefined
  return !isMonth(name) && !isMonth(first) && isMonth(second) ? first!.length + 1 : 0
}

/** Languages whose dates begin with the year, so that `18/02/19` is in 2018. */
const YEAR_FIRST = /^(?:ja|zh|ko|hu|mn)\b/i

/** Dots and dashes: the day stands first. Slashes: as the page writes them, else as in the USA on pages in plain English. */
function numeric(
  first: number,
  second: number,
  year: string,
  separator: string,
  options: DateOptions,
): DateParts | undefined {
  if (year.length === 2 && separator === '-' && first > 12 && second > 12) return undefined
  if (year.length === 2 && separator !== '-' && YEAR_FIRST.test(options.language ?? ''))
    return { year: century(first), month: second, day: Number(year) }
  const monthFirst =
    second > 12 || (first <= 12 && separator === '/' && (options.monthFirst ?? isAmerican(options.language)))
  const fullYear = year.length === 4 ? Number(year) : century(Number(year))
  const [month, day] = monthFirst ? [first, second] : [second, first]
  return { year: fullYear, month, day }
}

function isAmerican(language = 'en'): boolean {
  return /^en(-us)?$|^en-ph$|^es-us$/i.test(language)
}

function century(year: number): number {
  return year + (year > 69 ? 1900 : 2000)
}
