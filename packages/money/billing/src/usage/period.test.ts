import { describe, expect, test } from '@jest/globals'
import { dayOf, monthOf, partsOf, usagePeriod, weekOf } from './period.ts'

const NOW = new Date('2026-03-01T08:07:00Z')
const iso = (time: Date) => time.toISOString().replace(':00.000Z', 'Z')

describe('the period of a query', () => {
  test.each([
    [{}, '2026-03-01T00:00Z', '2026-03-01T08:07Z'],
    [{ start_date: '2026-02-28', end_date: '2026-02-28' }, '2026-02-28T00:00Z', '2026-03-01T00:00Z'],
    [{ start_date: '2024-02-28', end_date: '2024-02-29' }, '2024-02-28T00:00Z', '2024-03-01T00:00Z'],
    [{ start_date: '2026-12-01', end_date: '2026-12-31' }, '2026-12-01T00:00Z', '2027-01-01T00:00Z'],
    [{ end_date: '2026-03-01T06:00' }, '2026-03-01T00:00Z', '2026-03-01T06:00Z'],
    [
      { start_date: '2026-03-01T00:00:00+05:45', end_date: '2026-03-02T00:00:00+05:45' },
      '2026-02-28T18:15Z',
      '2026-03-01T18:15Z',
    ],
    [{ start_date: '2026-04-01' }, '2026-04-01T00:00Z', '2026-04-01T00:00Z'],
  ])('%j is from %s to %s', (query, start, end) => {
    const period = usagePeriod(query, NOW)
    expect([iso(period.start), iso(period.end)]).toEqual([start, end])
  })
})

describe('a period is counted', () => {
  const JOBS_SINCE = new Date('2026-01-30T08:07:00Z')
  const cut = (start: string, end: string) => {
    const { quarters, rest } = partsOf({ start: new Date(start), end: new Date(end) }, NOW, JOBS_SINCE)
    const text = (period: { start: Date; end: Date }) => `${iso(period.start)} ${iso(period.end)}`
    return [text(quarters), ...rest.map(text)]
  }

  test.each([
    [
      'by whole quarters of an hour',
      ['2026-02-28T18:15Z', '2026-03-01T00:30Z'],
      ['2026-02-28T18:15Z 2026-03-01T00:30Z'],
    ],
    [
      'with what remains at either end from the jobs',
      ['2026-02-28T18:20Z', '2026-03-01T00:40Z'],
      [
        '2026-02-28T18:30Z 2026-03-01T00:30Z',
        '2026-02-28T18:20Z 2026-02-28T18:30Z',
        '2026-03-01T00:30Z 2026-03-01T00:40Z',
      ],
    ],
    [
      'from the jobs alone within a quarter',
      ['2026-02-28T18:20Z', '2026-02-28T18:25Z'],
      ['2026-02-28T18:15Z 2026-02-28T18:15Z', '2026-02-28T18:20Z 2026-02-28T18:25Z'],
    ],
    [
      'with the whole of the current quarter',
      ['2026-03-01T00:00Z', '2026-03-31T00:00Z'],
      ['2026-03-01T00:00Z 2026-03-31T00:00Z'],
    ],
    [
      'by whole quarters where the jobs are gone',
      ['2025-02-28T18:20Z', '2025-02-28T18:25Z'],
      ['2025-02-28T18:15Z 2025-02-28T18:30Z'],
    ],
  ])('%s', (_, [start, end], expected) => {
    expect(cut(start!, end!)).toEqual(expected)
  })
})

test.each([
  ['2026-03-01T23:59:59.999Z', '2026-03-01T00:00Z', '2026-02-23T00:00Z', '2026-03-01T00:00Z'],
  ['2026-03-02T00:00:00.000Z', '2026-03-02T00:00Z', '2026-03-02T00:00Z', '2026-03-01T00:00Z'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01T00:00Z', '2026-12-28T00:00Z', '2027-01-01T00:00Z'],
])('%s is of the day, the week and the month that begin at %s, %s and %s', (time, day, week, month) => {
  const at = new Date(time)
  expect([dayOf, weekOf, monthOf].map((beginningOf) => iso(beginningOf(at)))).toEqual([day, week, month])
})
