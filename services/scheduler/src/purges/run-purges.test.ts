import { createPool, type Pool, type Purge } from '@gleaner/db'
import { createMetrics, silentLogger } from '@gleaner/runtime'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { allowAnyRow, insertRows } from '@gleaner/testkit/insert-rows'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PURGES } from './purges.ts'
import { createPurgeRun } from './run-purges.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  await allowAnyRow(database.url)
  pool = createPool({ url: database.url, max: 1 })
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const signal = new AbortController().signal

function open(purges: readonly Purge[], limits?: { shareMs: number; runMs: number }) {
  const metrics = createMetrics({ service: 'scheduler' })
  const errors: unknown[] = []
  const logger = { ...silentLogger(), error: (fields: unknown) => void errors.push(fields) } as never
  const run = createPurgeRun(pool, purges, { metrics, logger }, limits)
  const succeeded = async () => {
    const { values } = await metrics.registry
      .getSingleMetric('gleaner_purge_success_timestamp_seconds')!
      .get()
    return values.map(({ labels }) => labels.purge).filter(Boolean)
  }
  return { run, errors, succeeded }
}

test('a run of all purges succeeds, and tells of each', async () => {
  const { run, succeeded } = open(PURGES)
  await run(signal)
  expect(await succeeded()).toEqual(PURGES.map(({ name }) => name))
})

/** By turns, each purge is the one that fails, as its table refuses to be changed. */
test.each(PURGES.map(({ name }) => name))(
  'when %s fails the others go on, and only its success stands still',
  async (name) => {
    const broken = PURGES.map((purge) =>
      purge.name === name
        ? { ...purge, run: (_: unknown, endAt: number) => purge.run(refusing, endAt) }
        : purge,
    )
    const refusing = { query: () => pool.query('SELECT 1 / 0') } as never
    const { run, succeeded, errors } = open(broken)
    await run(signal)
    expect(await succeeded()).toEqual(PURGES.map((purge) => purge.name).filter((other) => other !== name))
    expect(errors).toEqual([expect.objectContaining({ purge: name })])
  },
)

test('a purge with much to do shares a run with the others, and a run ends in its time', async () => {
  await insertRows(pool, 'payment_event', { created_at: "now() - interval '2 years'", id: 'n::text' }, 2_500)
  const order: string[] = []
  const noted = PURGES.map((purge) => ({
    ...purge,
    run: (...args: Parameters<Purge['run']>) => {
      order.push(purge.name)
      return purge.run(...args)
    },
  }))
  await open(noted, { shareMs: 0, runMs: 60_000 }).run(signal)
  const turns = order.flatMap((name, i) => (name === 'payment-events' ? i : []))
  expect(turns).toHaveLength(3)
  // All others have had their turn before its second one.
  expect(new Set(order.slice(0, turns[1])).size).toBe(PURGES.length)

  await insertRows(pool, 'payment_event', { created_at: "now() - interval '2 years'", id: 'n::text' }, 2_500)
  const { run, succeeded } = open(PURGES, { shareMs: 0, runMs: 0 })
  await run(signal)
  expect(await succeeded()).toEqual([])
})
