import { DAY_MS, HOUR_MS, MINUTE_MS } from '@gleaner/runtime/units'

type Meaning = { cron: string } | { everyMs: number }

const NUMBERS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const UNITS = { minute: MINUTE_MS, min: MINUTE_MS, hour: HOUR_MS, hr: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS }
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const TIMES: Record<string, string> = { noon: '12:00', midday: '12:00', midnight: '0:00' }

const WEEKDAY = '(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?s?'
const LIST = `${WEEKDAY}(?:(?:, and | and |, ?)${WEEKDAY})*`
const MONTHLY = '(?:the|a|every|each) month'

/** What a rule makes of what its expression has found: fields of cron, without minute and hour where a time of day may follow. */
interface Rule<Made> {
  /** Shown to who writes what no rule understands. */
  example: string
  says: RegExp
  means(...found: string[]): Made | undefined
}

/** What recurs within the day, or in other steps than days. */
const STEPS: readonly Rule<Meaning>[] = [
  {
    example: 'hourly',
    says: /^(?:hourly|every hour|each hour)(?: at (?:minute )?:?(\d{1,2}))?$/,
    means: (minute = '0') => (Number(minute) < 60 ? { cron: `${Number(minute)} * * * *` } : undefined),
  },
  {
    example: 'every 15 minutes',
    says: new RegExp(`^(?:every|each) (\\d{1,6}|${NUMBERS.join('|')}) (${Object.keys(UNITS).join('|')})s?$`),
    means(count, unit) {
      const number = NUMBERS.indexOf(count!) + 1 || Number(count)
      return number > 0 ? { everyMs: number * UNITS[unit as keyof typeof UNITS] } : undefined
    },
  },
]

/** Days, as cron's fields of the day of the month, the month and the day of the week. */
const DAYS: readonly Rule<string>[] = [
  { example: 'daily at 07:30', says: /^(?:daily|(?:every|each) day)$/, means: () => '* * *' },
  {
    example: 'every weekday at 9am',
    says: /^(?:on )?(?:(?:every|each) )?(?:week|working |business |work)days?$/,
    means: () => '* * 1-5',
  },
  {
    example: 'every weekend at noon',
    says: /^(?:on )?(?:(?:every|each) )?weekends?$/,
    means: () => '* * 0,6',
  },
  { example: 'weekly', says: /^(?:weekly|(?:every|each) week)$/, means: () => '* * 1' },
  {
    example: 'every monday and thursday at 18:00',
    says: new RegExp(`^(?:(?:weekly|every week) )?(?:on )?(?:(?:every|each) )?(${LIST})$`),
    means: (list) => `* * ${weekdaysOf(list!)}`,
  },
  {
    example: 'first day of the month at 6:00',
    says: new RegExp(`^(?:monthly|(?:every|each) month|(?:on )?(?:the )?first(?: day)? of ${MONTHLY})$`),
    means: () => '1 * *',
  },
  {
    example: 'last day of the month',
    says: new RegExp(`^(?:on )?(?:the )?last day of ${MONTHLY}$`),
    means: () => 'L * *',
  },
  {
    example: 'monthly on the 15th at 6am',
    says: new RegExp(
      `^(?:(?:monthly|every month) )?on (?:the |day )?(\\d{1,2})(?:st|nd|rd|th)?(?: (?:day )?of ${MONTHLY})?$`,
    ),
    means: (day) => (Number(day) >= 1 && Number(day) <= 31 ? `${Number(day)} * *` : undefined),
  },
]

/** A text of each form that is understood. */
export const UNDERSTOOD: readonly string[] = [...STEPS, ...DAYS].map(({ example }) => example)

/**
 * What an English text says of when something recurs: cron fields, or a step that is counted from 1970 in UTC. Undefined for what no rule
 * understands. A day without a time begins at midnight.
 */
export function readEnglish(text: string): Meaning | undefined {
  const plain = text.toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, '').trim()
  return apply(STEPS, plain) ?? readDays(plain)
}

/** `<days>`, `<days> at <time>` and `at <time> <days>`. */
function readDays(text: string): Meaning | undefined {
  const [, days = text, time = 'midnight'] = /^(.+) at (.+)$/.exec(text) ?? turned(text) ?? []
  const fields = apply(DAYS, days)
  const ofDay = readTime(time)
  return fields !== undefined && ofDay !== undefined ? { cron: `${ofDay} ${fields}` } : undefined
}

function turned(text: string): string[] | undefined {
  const [, time, days] = /^at (\S+(?: [ap]m)?) (.+)$/.exec(text) ?? []
  return days === undefined ? undefined : ['', days, time!]
}

/** A time of day as cron's minute and hour: `9am`, `9:30 pm`, `18:00`, `noon`. */
function readTime(text: string): string | undefined {
  const found = /^(\d{1,2})(?::(\d\d))?(?: ?([ap])\.?m\.?)?$/.exec(TIMES[text] ?? text)
  if (!found) return undefined
  const [hour, minute, half] = [Number(found[1]), Number(found[2] ?? 0), found[3]]
  if (minute > 59 || (half ? hour < 1 || hour > 12 : hour > 23)) return undefined
  return `${minute} ${half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour}`
}

function weekdaysOf(list: string): string {
  const names = list.split(/, and | and |, ?/)
  return [...new Set(names.map((name) => WEEKDAYS.indexOf(name.slice(0, 3))))].sort().join(',')
}

function apply<Made>(rules: readonly Rule<Made>[], text: string): Made | undefined {
  for (const { says, means } of rules) {
    const found = says.exec(text)
    if (found) return means(...found.slice(1))
  }
  return undefined
}
