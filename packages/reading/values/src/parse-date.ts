import { DATE_GRAMMARS, type DateParts, HAS_NAME } from './date-grammars.ts'
import type { DateOptions } from './date-options.ts'
import { normalizeDigits } from './normalize-digits.ts'
import { readTime } from './read-time.ts'

export interface DateFound {
  /** `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM:SS` with the zone that was written. */
  date: string
  /** Where the day begins in the text, and where it ends; what time of day follows is not part of it. */
  index: number
  end: number
}

const YEARS = { first: 1900, last: 2100 }
/** Buddhist era, as Thai pages count. */
const BUDDHIST = 543

/** The first date of a text as ISO 8601 (day, or day and time when the text has it); undefined without one. */
export function parseDate(text: string, options: DateOptions = {}): string | undefined {
  const trimmed = text.trim()
  return (
    parseIso(trimmed, options) ??
    parseEpoch(trimmed) ??
    parseCompact(trimmed) ??
    findDates(trimmed.slice(0, 400), options)[0]?.date
  )
}

/** Every date of a text in its order. Costs time linear in the text, which callers bound. */
export function findDates(text: string, options: DateOptions = {}): DateFound[] {
  const normal = normalizeDigits(text)
  if (!/\d{4}|[\d元] ?[./年년-]/.test(normal)) return []
  const found: DateFound[] = []
  const hasName = HAS_NAME.test(normal)
  for (const { needs, pattern, read } of DATE_GRAMMARS) {
    if (needs === HAS_NAME ? !hasName : !needs.test(normal)) continue
    // Unlike `matchAll`, this makes no copy of the pattern, for each of many short texts.
    pattern.lastIndex = 0
    for (let match = pattern.exec(normal); match; match = pattern.exec(normal)) {
      const end = match.index + match[0].length
      if (found.some((other) => match.index < other.end && end > other.index)) continue
      const parts = read(match, options)
      const day = isoDay(parts)
      if (!day) continue
      found.push({
        date: options.dayOnly ? day : day + readTime(normal.slice(end, end + 60)),
        index: match.index + (parts?.lead ?? 0),
        end,
      })
    }
  }
  return found.sort((a, b) => a.index - b.index)
}

function isoDay(parts: DateParts | undefined): string | undefined {
  if (!parts) return undefined
  const { month, day } = parts
  const year =
    parts.year >= YEARS.first + BUDDHIST && parts.year > YEARS.last ? parts.year - BUDDHIST : parts.year
  if (year < YEARS.first || year > YEARS.last || month < 1 || month > 12 || day < 1) return undefined
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** What begins with a day as machines write it: markup and `datetime` hold little else, and each is asked for several times. */
function parseIso(text: string, { dayOnly }: DateOptions): string | undefined {
  const match = ISO_DAY.exec(text)
  const day = match
    ? isoDay({ year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) })
    : undefined
  return day === undefined || dayOnly ? day : day + readTime(text.slice(day.length, day.length + 60))
}

const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)(?!\d)[ -~]*$/

/** Unix seconds or milliseconds of 1980 to 2100, as JSON state and data attributes carry them. */
function parseEpoch(text: string): string | undefined {
  if (!/^\d{9,10}(\d{3})?(\.\d{1,6})?$/.test(text)) return undefined
  const number = Number(text)
  const ms = number < 1e11 ? number * 1000 : number
  if (ms < 315_532_800_000 || ms > 4_102_444_800_000) return undefined
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

/** `20231106` and `20231106T1015`. */
function parseCompact(text: string): string | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text)
  if (!match) return undefined
  const day = isoDay({ year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) })
  if (!day || match[4] === undefined) return day
  return day + readTime(`T${match[4]}:${match[5]}:${match[6] ?? '00'}${match[7] ?? ''}`)
}
