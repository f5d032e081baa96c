import { createEntryCounter, type EntryCounter, keepOldSnapshot } from '@gleaner/testkit/entries-read'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createClaimer, createOutbox, type Outbox } from './testing/outbox.ts'

// While a transaction is open that began before (a dump, say), nothing that was there then leaves an index.

const GONE = 3_000

let outbox: Outbox
let entries: EntryCounter
beforeAll(async () => {
  outbox = await createOutbox()
  entries = createEntryCounter(outbox.url, outbox.pool)
})
afterAll(async () => {
  await entries.close()
  await outbox.close()
})

test('a claim does not walk over the leases of what has ended while an old transaction is open', async () => {
  const { pool } = outbox
  await using _dump = await keepOldSnapshot(pool)
  const account = await outbox.account({ tokens: 10_000 })
  await outbox.deliveries(account, ['a.example'], GONE)
  await pool.query("UPDATE webhook_delivery SET lease_until = now() - interval '1 minute'")
  await pool.query(
    "UPDATE webhook_delivery SET lease_until = NULL, next_attempt_at = NULL, state = 'delivered', ended_at = now()",
  )
  await pool.query('ANALYZE webhook_delivery')
  await outbox.deliveries(account, ['b.example'], 3)
  const claimer = createClaimer(entries.pool)
  expect((await claimer.claim()).deliveries).toHaveLength(3)
  expect(await entries.of('webhook_delivery_lease_idx', claimer.claim)).toBeLessThan(20)
  // There is no other index of leases, and the table is not read.
  const { rows } = await pool.query(
    "SELECT indexrelname FROM pg_stat_user_indexes JOIN pg_index USING (indexrelid) WHERE relname = 'webhook_delivery' AND pg_get_indexdef(indexrelid) LIKE '%lease_until%'",
  )
  expect(rows).toEqual([{ indexrelname: 'webhook_delivery_lease_idx' }])
})
