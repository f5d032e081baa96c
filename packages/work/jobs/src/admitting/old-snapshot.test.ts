import { createEntryCounter, type EntryCounter, keepOldSnapshot } from '@gleaner/testkit/entries-read'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type AdmissionFixture, createAdmissionFixture, pagesOf, placesOf } from '../testing/admission.ts'
import { insertTestBatch } from '../testing/batch.ts'
import { admitAccount, createAdmissionMemory } from './admit-account.ts'
import { readFleetLoad } from './fleet-load.ts'
import { readBacklog } from './read-backlog.ts'

// While a transaction is open that began before (a dump, say), nothing that was there then leaves an index.

/** More of them show what a step costs: `GLEANER_OLD_ITEMS=100000 GLEANER_OLD_TABLE=1`. */
const ITEMS = Number(process.env.GLEANER_OLD_ITEMS ?? 3_000)
const AT_ONCE = 32

let fixture: AdmissionFixture
let entries: EntryCounter
beforeAll(async () => {
  fixture = await createAdmissionFixture()
  entries = createEntryCounter(fixture.databaseUrl, fixture.pool)
})
afterAll(async () => {
  await entries.close()
  await fixture.close()
})

async function accountWithItems(): Promise<string> {
  const account = await fixture.accountOf({ concurrency: AT_ONCE })
  const { id } = await insertTestBatch(fixture, account, pagesOf('a.example.com', 1), { test: true })
  await fixture.pool.query(
    `INSERT INTO job (id, account_id, api_key_id, status, test, url, host, mode, spec, plan, tier, queued_at, deadline_at, batch_id, batch_index)
     SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, account_id, api_key_id, status, test, url, host, mode, spec, plan, tier,
            queued_at, deadline_at, batch_id, n
     FROM job, generate_series(1, $2) AS n WHERE batch_id = $1`,
    [id, ITEMS],
  )
  await fixture.pool.query('ANALYZE job')
  return account
}

test('admission does not walk over what it has admitted while an old transaction is open', async () => {
  const account = await accountWithItems()
  await using _dump = await keepOldSnapshot(fixture.pool)

  const memory = createAdmissionMemory()
  const ctx = { ...fixture.ctx, pool: entries.pool }
  const costs: { admitted: number; entries: number; ms: number }[] = []
  let since: string | undefined
  for (let admitted = 0; admitted + 2 * AT_ONCE < ITEMS; admitted += AT_ONCE) {
    const fleet = await readFleetLoad(fixture.pool, placesOf(), since)
    since = fleet.since
    let ms = 0
    const read = await entries.of('job_waiting_lane_idx', async () => {
      const began = performance.now()
      await admitAccount(ctx, account, memory, { step: AT_ONCE, perHost: 1_000, fleet })
      ms = performance.now() - began
    })
    costs.push({ admitted, entries: read, ms })
    const { rowCount } = await fixture.pool.query(
      `UPDATE job SET status = 'failed', finished_at = now() WHERE account_id = $1 AND finished_at IS NULL AND queued_at >= now() - interval '1 minute'`,
      [account],
    )
    expect(rowCount).toBeGreaterThan(0)
  }
  if (process.env.GLEANER_OLD_TABLE)
    console.table(costs.filter((_, nth) => nth % 200 === 0 || nth === costs.length - 1))
  // What is under way is looked for from the oldest of it on.
  const late = { cursor: { line: '', payer: '' }, lanes: memory.begins.all(), underWaySince: 'now' }
  expect(await entries.of('job_under_way_idx', () => readBacklog(entries.pool, account, late))).toBeLessThan(
    AT_ONCE,
  )
  // Once in a while it begins anew.
  const usual = costs.map(({ entries }) => entries).sort((a, b) => a - b)
  expect(usual[Math.floor(usual.length * 0.8)]).toBeLessThan(5 * AT_ONCE)
})

test('what is under way is looked for from a minute before the oldest of it on', async () => {
  const { pool } = fixture
  const account = await fixture.accountOf()
  const { id } = await insertTestBatch(fixture, account, pagesOf('b.example.com', 2), { test: true })
  const begins = { cursor: { line: '', payer: '' }, lanes: [], underWaySince: '-infinity' }
  const sinceNow = async () => {
    const [backlog, load] = [await readBacklog(pool, account, begins), await readFleetLoad(pool, placesOf())]
    const { rows } = await pool.query(
      'SELECT extract(epoch FROM now() - $1::timestamptz)::float8 AS own, extract(epoch FROM now() - $2::timestamptz)::float8 AS fleet',
      [backlog!.underWaySince, load.since],
    )
    return rows[0] as { own: number; fleet: number }
  }
  expect((await sinceNow()).own).toBeLessThan(90)
  await pool.query("UPDATE job SET queued_at = now() - interval '10 minutes' WHERE batch_id = $1", [id])
  const { own, fleet } = await sinceNow()
  for (const seconds of [own, fleet]) expect(seconds).toBeGreaterThanOrEqual(660)
  expect((await readBacklog(pool, account, begins))!.underWay).toEqual([
    { line: 'b.example.com', host: 'b.example.com', tier: '1', items: 2, since: expect.any(String) },
  ])
})
