import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { holdCall } from './calls/hold-call.ts'
import { readFunds } from './read-funds.ts'
import { type BillingFixture, callOf, createBillingFixture } from './testing/fixture.ts'

let fixture: BillingFixture
beforeAll(async () => {
  fixture = await createBillingFixture()
})
afterAll(() => fixture.close())

test('an account could pay with what is available, as far as the limits of it and of the key go', async () => {
  const [id, other] = [await fixture.account(10_000), await fixture.account(70_000)]
  const [key, otherKey] = [randomUUID(), randomUUID()]
  await fixture.limit(id, { budgetMicros: 5_000 })
  await fixture.limit(id, { requestLimit: 3 }, key)
  await fixture.limit(id, { requestLimit: 0 }, otherKey)
  await fixture.limit(other, { requestLimit: 0 })
  await holdCall(fixture.pool, callOf(id, { apiKeyId: key }), 60_000)
  const { availableMicros, limits } = await readFunds(fixture.pool, id, key)
  expect(availableMicros).toBe(9_000n)
  expect(new Map(limits.map(({ owner_id, ...limit }) => [owner_id, limit]))).toMatchObject(
    new Map([
      [id, { budget_micros: 5_000, request_limit: null, used_micros: 0, held_micros: 1_000, requests: 1 }],
      [key, { budget_micros: null, request_limit: 3, held_micros: 1_000, requests: 1 }],
    ]),
  )
  expect((await readFunds(fixture.pool, id, null)).limits.map(({ owner_id }) => owner_id)).toEqual([id])
})

test('an account that is not there could pay nothing, one without limits is held back by none', async () => {
  expect(await readFunds(fixture.pool, randomUUID(), null)).toEqual({ availableMicros: 0n, limits: [] })
  expect(await readFunds(fixture.pool, await fixture.account(5), null)).toEqual({
    availableMicros: 5n,
    limits: [],
  })
})

test('nobody is kept from paying meanwhile', async () => {
  const id = await fixture.account(10_000)
  await fixture.limit(id, { requestLimit: 3 })
  const connection = await fixture.pool.connect()
  await connection.query('BEGIN')
  await readFunds(connection, id, null)
  await holdCall(fixture.pool, callOf(id), 60_000)
  await connection.query('COMMIT')
  connection.release()
  expect((await readFunds(fixture.pool, id, null)).availableMicros).toBe(9_000n)
})
