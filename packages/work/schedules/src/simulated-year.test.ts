import { expect, test } from '@jest/globals'
import { simulate } from './testing/simulated-year.ts'

// `npm run test:long` lives through a year with 500.
test('each due run is made once, over changes of clocks, steps of the clock, standstills and deaths', async () => {
  const span = { schedules: 25, from: Date.UTC(2026, 2, 24), to: Date.UTC(2026, 3, 7), seed: 7, killed: 20 }
  const { due, made, missed, doubled, overlapped, killed, clockSteps } = await simulate(span)
  expect({ missed, doubled, made: made + overlapped }).toEqual({ missed: 0, doubled: 0, made: due })
  expect(due).toBeGreaterThan(250)
  expect(killed).toBeGreaterThan(20)
  expect(clockSteps).toBeGreaterThan(1)
})
