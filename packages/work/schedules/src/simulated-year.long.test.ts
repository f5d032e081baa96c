import { expect, test } from '@jest/globals'
import { simulate } from './testing/simulated-year.ts'

const seed = Number(process.env.SEED ?? Date.now() % 100_000)
const schedules = Number(process.env.SCHEDULES ?? 500)

test(
  `a year with ${schedules} schedules in five zones (seed ${seed}): 0 missed, 0 doubled`,
  async () => {
    const span = { schedules, from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1), seed, killed: 10 }
    const found = await simulate(span)
    process.stdout.write(`simulated year: ${JSON.stringify(found)}\n`)
    expect([found.missed, found.doubled, found.made]).toEqual([0, 0, found.due])
  },
  6 * 3_600_000,
)
