import { createEntryCounter, type EntryCounter, keepOldSnapshot } from '@gleaner/testkit/entries-read'
import { insertRows } from '@gleaner/testkit/insert-rows'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createJobsFixture, type JobsFixture } from '../testing/fixture.ts'
import { createOpenSince } from './open-since.ts'
import { endOverdueJobs, requeueLostJobs } from './sweep.ts'

// While a transaction is open that began before (a dump, say), jobs that have ended do not leave the index of open ones.

const JOBS = 3_000

let fixture: JobsFixture
let entries: EntryCounter
beforeAll(async () => {
  fixture = await createJobsFixture()
  entries = createEntryCounter(fixture.databaseUrl, fixture.pool)
})
afterAll(async () => {
  await entries.close()
  await fixture.close()
})

test('the sweep does not walk twice over jobs that have ended while an old transaction is open, and finds what is stuck', async () => {
  const { pool } = fixture
  const ctx = { ...fixture.ctx, pool: entries.pool }
  const account = await fixture.account(1_000_000)
  await using _dump = await keepOldSnapshot(pool)
  const job = {
    account_id: `'${account}'`,
    status: "'pending'",
    plan: `'{"steps":[]}'`,
    deadline_at: "now() + interval '1 hour'",
  }
  const idOf = (from: number) => `('00000000-0000-4000-8000-' || lpad((n + ${from})::text, 12, '0'))::uuid`
  await insertRows(
    pool,
    'job',
    { ...job, id: idOf(0), queued_at: "now() - interval '30 minutes' + n * interval '1 millisecond'" },
    JOBS,
  )
  await pool.query("UPDATE job SET status = 'failed', finished_at = now()")
  const stuck = { ...job, id: idOf(JOBS), deadline_at: "now() - interval '1 minute'" }
  await insertRows(pool, 'job', { ...stuck, queued_at: "now() - interval '5 minutes'" }, 3)

  const open = createOpenSince()
  await open.read(entries.pool)
  const read = await entries.of('job_open_idx', async () => {
    expect(await endOverdueJobs(ctx, open)).toBe(3)
    expect(await requeueLostJobs(ctx, open)).toBe(0)
  })
  expect(read).toBeLessThan(100)
})
