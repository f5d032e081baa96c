import { LIMITS } from '@gleaner/contracts/limits'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@gleaner/runtime/units'
import { describe, expect, test } from '@jest/globals'
import { clockChanges, localTimes, offsetAt, ZONES } from '../testing/wall-clock.ts'
import { readEnglish, UNDERSTOOD } from './english.ts'
import { leastGapMs } from './least-gap.ts'
import { nextTime } from './next-time.ts'
import { readTiming } from './read-timing.ts'
import { spreadMs } from './spread.ts'
import { type Timing, TimingFault } from './timing.ts'

const YEAR = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)] as const

function timesOf(timing: Timing, from: number, to: number): number[] {
  const times: number[] = []
  for (
    let next = nextTime(timing, new Date(from));
    next && next.getTime() < to;
    next = nextTime(timing, next)
  )
    times.push(next.getTime())
  return times
}

describe.each(ZONES)('in %s', (zone) => {
  const changes = clockChanges(zone, ...YEAR)
  const forward = changes.find(({ beforeMs, afterMs }) => afterMs > beforeMs)!
  const back = changes.find(({ beforeMs, afterMs }) => afterMs < beforeMs)!
  const around = (at: number) => [at - 2 * DAY_MS, at + 2 * DAY_MS] as const
  const dayAt = (at: number) => Math.floor((at + offsetAt(zone, at)) / DAY_MS)
  const fieldsOf = (local: number) => {
    const date = new Date(local)
    return { minute: date.getUTCMinutes(), hour: date.getUTCHours() }
  }

  test('clocks are changed twice a year', () => {
    expect(changes).toHaveLength(2)
  })

  test('a time that the clock jumps over comes once, when it has jumped', () => {
    const skipped = fieldsOf(forward.at + forward.beforeMs + 15 * MINUTE_MS)
    const timing = { cron: `${skipped.minute} ${skipped.hour} * * *`, timezone: zone }
    const times = timesOf(timing, ...around(forward.at))
    expect(times).toContain(forward.at)
    expect(times).toEqual(localTimes(zone, skipped, ...around(forward.at)))
    expect(new Set(times.map(dayAt)).size).toBe(times.length)
  })

  test('a time that the clock shows twice comes once, the first time', () => {
    const twice = fieldsOf(back.at + back.afterMs + 15 * MINUTE_MS)
    const times = timesOf({ cron: `${twice.minute} ${twice.hour} * * *`, timezone: zone }, ...around(back.at))
    expect(times).toContain(back.at + back.afterMs - back.beforeMs + 15 * MINUTE_MS)
    expect(times).toEqual(localTimes(zone, twice, ...around(back.at)))
    expect(new Set(times.map(dayAt)).size).toBe(times.length)
  })

  test('what recurs within the hour goes by the clock, in both of two hours', () => {
    const times = timesOf(
      { cron: '*/30 * * * *', timezone: zone },
      back.at - 6 * HOUR_MS - 1,
      back.at + 6 * HOUR_MS,
    )
    expect(times).toHaveLength(24)
    for (const at of times) expect((at + offsetAt(zone, at)) % (30 * MINUTE_MS)).toBe(0)
  })

  test.each([
    { minute: 0, hour: 9, weekdays: [1, 2, 3, 4, 5] },
    { minute: 45, hour: 23 },
    { minute: 30, hour: 0, weekdays: [0] },
    { minute: 10 },
  ])('%j comes at the times of a wall clock, around each change', ({ minute, hour, weekdays }) => {
    const cron = `${minute} ${hour ?? '*'} * * ${weekdays ?? '*'}`
    for (const { at } of changes)
      expect(timesOf({ cron, timezone: zone }, ...around(at))).toEqual(
        localTimes(
          zone,
          { minute, ...(hour !== undefined && { hour }), ...(weekdays && { weekdays }) },
          ...around(at),
        ),
      )
  })
})

test('a step is counted from 1970, whatever the zone', () => {
  const timing = readTiming('every 45 minutes', 'Asia/Kathmandu')
  expect(timing).toEqual({ everyMs: 45 * MINUTE_MS })
  const at = 1_000 * 45 * MINUTE_MS
  expect(nextTime(timing, new Date(at))).toEqual(new Date(at + 45 * MINUTE_MS))
  expect(nextTime(timing, new Date(at - 1))).toEqual(new Date(at))
})

describe('English', () => {
  test.each<[string, object]>([
    ['every weekday at 9am', { cron: '0 9 * * 1-5' }],
    ['Every  Weekday at 9 AM.', { cron: '0 9 * * 1-5' }],
    ['on weekdays at 12:05 pm', { cron: '5 12 * * 1-5' }],
    ['daily at 07:30', { cron: '30 7 * * *' }],
    ['at 7:30 every day', { cron: '30 7 * * *' }],
    ['every day at noon', { cron: '0 12 * * *' }],
    ['daily', { cron: '0 0 * * *' }],
    ['at 12 am daily', { cron: '0 0 * * *' }],
    ['every monday and thursday at 18:00', { cron: '0 18 * * 1,4' }],
    ['fridays, tuesdays and sundays at 6pm', { cron: '0 18 * * 0,2,5' }],
    ['weekly on wed at midnight', { cron: '0 0 * * 3' }],
    ['weekly', { cron: '0 0 * * 1' }],
    ['weekends at 10:15', { cron: '15 10 * * 0,6' }],
    ['hourly', { cron: '0 * * * *' }],
    ['every hour at :20', { cron: '20 * * * *' }],
    ['every 15 minutes', { everyMs: 15 * MINUTE_MS }],
    ['every two hours', { everyMs: 2 * HOUR_MS }],
    ['every 3 days', { everyMs: 3 * DAY_MS }],
    ['first day of the month at 6:00', { cron: '0 6 1 * *' }],
    ['monthly at 6:00', { cron: '0 6 1 * *' }],
    ['on the last day of every month at 23:00', { cron: '0 23 L * *' }],
    ['monthly on the 15th at 6am', { cron: '0 6 15 * *' }],
    ['on the 2nd of the month', { cron: '0 0 2 * *' }],
  ])('%j', (text, meaning) => {
    expect(readEnglish(text)).toEqual(meaning)
  })

  test.each([
    'sometimes',
    'every day at 25:00',
    'every day at 9:60',
    'daily at 13pm',
    'daily at 0am',
    'every 0 minutes',
    'on the 32nd of the month',
    'every hour at 60',
    'every monday and holiday',
    'daily at 9am and 5pm',
    '',
  ])('%j is not understood', (text) => {
    expect(readEnglish(text)).toBeUndefined()
  })

  test('whatever is shown as understood is', () => {
    for (const example of UNDERSTOOD)
      expect([example, readEnglish(example)]).not.toEqual([example, undefined])
    expect(() => readTiming('sometimes', 'UTC')).toThrow('"every weekday at 9am"')
  })

  test('a long text takes no time', () => {
    const startedAt = performance.now()
    const long = LIMITS.scheduleTextChars
    for (const part of ['mon, ', 'mon and ', 'every ', 'at ', 'a at ', '1 ', '* '])
      expect(readEnglish(part.repeat(long / part.length))).toBeUndefined()
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

describe('refused', () => {
  test.each([
    ['0 0 30 2 *', 'never comes'],
    ['0 0 31 4,6,9,11 *', 'never comes'],
    ['* * * * *', 'more often'],
    ['*/4 * * * *', 'more often'],
    ['0,3 12 1 1 *', 'more often'],
    ['0,58 0,23 * * *', 'more often'],
    ['every 4 minutes', 'more often'],
    ['every 60 weeks', 'within a year'],
    ['61 * * * *', 'no cron pattern'],
    ['* * * * 9', 'no cron pattern'],
    ['0 */5 * * * *', 'not understood'],
    ['2026-12-01T00:00:00', 'not understood'],
    ['? 0 * * *', 'not understood'],
  ])('%j %s', (text, why) => {
    expect(() => readTiming(text, 'UTC')).toThrow(why)
    expect(() => readTiming(text, 'UTC')).toThrow(TimingFault)
  })

  test.each(['Mars/Olympus', '+02:00', 'UTC+1', '', 'Europe/Berlin\n', '../etc'])('time zone %j', (zone) => {
    expect(() => readTiming('daily', zone)).toThrow('IANA')
  })
})

test.each<[string, number]>([
  ['*/5 * * * *', 5 * MINUTE_MS],
  ['0 9 * * 1-5', DAY_MS],
  ['0 9,17 * * *', 8 * HOUR_MS],
  ['0 0 29 2 *', DAY_MS],
  ['55 23 * * *', DAY_MS],
])('the least gap of %s is %d ms', (cron, gap) => {
  expect(leastGapMs({ cron, timezone: 'UTC' })).toBe(gap)
})

describe('starts', () => {
  const idOf = (n: number) => `019a9f40-1d2c-7e5f-8a90-${n.toString(16).padStart(12, '0')}`
  const starts = (gap: number) => Array.from({ length: 10_000 }, (_, n) => spreadMs(idOf(n), gap))

  test('of 10,000 hourly ones are spread evenly over three minutes', () => {
    const perSecond = Array.from({ length: 180 }, () => 0)
    for (const ms of starts(HOUR_MS)) perSecond[Math.floor(ms / 1_000)]!++
    // 56 on average; five standard deviations.
    expect(Math.max(...perSecond)).toBeLessThan(95)
    expect(Math.min(...perSecond)).toBeGreaterThan(18)
  })

  test('are spread over a share of the time between two, and no more than five minutes', () => {
    expect(Math.max(...starts(5 * MINUTE_MS))).toBeLessThan(15_000)
    expect(Math.max(...starts(30 * DAY_MS))).toBeLessThan(5 * MINUTE_MS)
  })

  test('of one id stay the same', () => {
    expect(spreadMs(idOf(7), HOUR_MS)).toBe(spreadMs(idOf(7), HOUR_MS))
  })
})
