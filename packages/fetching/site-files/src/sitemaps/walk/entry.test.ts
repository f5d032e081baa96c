import { expect, test } from '@jest/globals'
import { toEntry } from './entry.ts'

const dates: [string, string | undefined][] = [
  ['2024', '2024-01-01T00:00:00.000Z'],
  ['2024-05', '2024-05-01T00:00:00.000Z'],
  ['2024-05-01', '2024-05-01'],
  ['2024-05-01T10:00', '2024-05-01T10:00:00.000Z'],
  ['2024-05-01T10:00:00+02:00', '2024-05-01T08:00:00.000Z'],
  ['2024-05-01T10:00:00.123456789Z', '2024-05-01T10:00:00.123Z'],
  ['2024-05-01 10:00:00 UTC', '2024-05-01T10:00:00.000Z'],
  ['2024-05-01 10:00:00', '2024-05-01T10:00:00.000Z'],
  ['Wed, 01 May 2024 10:00:00 GMT', '2024-05-01T10:00:00.000Z'],
  ...[
    '2024-02-30',
    '2024-13-45',
    '0000-00-00',
    '2024-05-01T25:00:00Z',
    '01/05/2024',
    '20240501',
    '1714550000',
    '-1',
    'yesterday',
    'x'.repeat(100_000),
  ].map((date): [string, undefined] => [date, undefined]),
]

test.each(dates)('%.40s is %s', (date, lastModified) => {
  const raw = { kind: 'page' as const, url: 'https://a.test/', date }
  expect(toEntry(raw, new URL(raw.url)).lastModified).toBe(lastModified)
})
