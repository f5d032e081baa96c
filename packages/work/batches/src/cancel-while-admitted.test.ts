import { auditLedger, readBalance } from '@gleaner/billing'
import { type AdmissionFixture, createAdmissionFixture, pagesOf } from '@gleaner/jobs/testing/admission'
import { insertTestBatch } from '@gleaner/jobs/testing/batch'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { cancelBatch } from './cancel-batch.ts'

let fixture: AdmissionFixture
beforeAll(async () => {
  fixture = await createAdmissionFixture()
})
afterAll(() => fixture.close())

test('batches that are cancelled while they are admitted hold nothing, and each of their items has ended', async () => {
  const account = await fixture.accountOf({ concurrency: 20 })
  const ids: string[] = []
  for (let index = 0; index < 8; index++)
    ids.push((await insertTestBatch(fixture, account, pagesOf(`${index}.example.com`, 12))).id)
  await fixture.start({ schedulers: 3 })
  await eventually(async () => expect(await fixture.queued()).not.toEqual([]))
  // Each one that is cancelled makes room, so that items of the next are admitted meanwhile.
  for (let at = 0; at < ids.length; at += 2)
    await Promise.all(ids.slice(at, at + 2).map((id) => cancelBatch(fixture.ctx, account, id)))
  const { rows } = await fixture.pool.query(
    'SELECT status, cancelled, finished_at IS NOT NULL AS ended FROM batch WHERE id = ANY($1)',
    [ids],
  )
  expect(rows).toEqual(ids.map(() => ({ status: 'cancelled', cancelled: 12, ended: true })))
  expect(await fixture.underWay(account)).toBe(0)
  expect((await readBalance(fixture.pool, account)).heldMicros).toBe(0n)
  expect(await auditLedger(fixture.pool)).toEqual([])
  await fixture.reset()
})
