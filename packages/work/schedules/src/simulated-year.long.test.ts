import { expect, test } from '@jest/globals'
import { type Simulated, simulate } from './testing/simulated-year.ts'

const seed = Number(process.env.SEED ?? Date.now() % 100_000)
const schedules = Number(process.env.SCHEDULES ?? 500)
/** Parts of the year that pass side by side, each with all schedules and a database of its own: most of a turn is waiting for replies. */
const parts = Number(process.env.PARTS ?? 4)

const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)]
const seam = (part: number) => from + Math.floor(((to - from) / parts) * part)

test(
  `a year with ${schedules} schedules in five zones (seed ${seed}): 0 missed, 0 doubled`,
  async () => {
    const found = await Promise.all(
      Array.from({ length: parts }, async (_, part) => {
        const span = { schedules, from: seam(part), to: seam(part + 1), seed: seed + part, killed: 10 }
        const ofPart = await simulate(span)
        process.stdout.write(`part ${part + 1} of ${parts}: ${JSON.stringify(ofPart)}\n`)
        return ofPart
      }),
    )
    const sum = found.reduce(add)
    process.stdout.write(`simulated year: ${JSON.stringify(sum)}\n`)
    expect([sum.missed, sum.doubled, sum.made + sum.overlapped]).toEqual([0, 0, sum.due])
  },
  6 * 3_600_000,
)

function add(a: Simulated, b: Simulated): Simulated {
  const names = Object.keys(a) as (keyof Simulated)[]
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as unknown as Simulated
}
