import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { counted, createClaimer, createOutbox, type Outbox, sum } from './testing/outbox.ts'

let outbox: Outbox
beforeAll(async () => {
  outbox = await createOutbox()
})
afterEach(async () => {
  await outbox.pool.query('DELETE FROM webhook_delivery; DELETE FROM webhook_pace')
})
afterAll(() => outbox.close())

const HOSTS = Array.from({ length: 20 }, (_, i) => `h${i}.example`)
const LARGE = 900_000

test('what an account may not have takes no room from others of the same claim', async () => {
  const [greedy, other] = [await outbox.account({ tokens: 10_000 }), await outbox.account({ tokens: 10_000 })]
  await outbox.deliveries(greedy, HOSTS, 60, await outbox.job(greedy, LARGE))
  await outbox.deliveries(other, HOSTS, 60)
  const one = createClaimer(outbox.pool, { most: { places: 1_000, bytes: 20_000_000 } })
  const perAccount = counted((await one.claim()).deliveries, ({ accountId }) => accountId)
  expect(perAccount.get(greedy)).toBeLessThanOrEqual(5)
  expect(perAccount.get(other)).toBeGreaterThan(50)
})

test('of an account whose bytes of the minute are used up not even a small body is sent', async () => {
  const account = await outbox.account({ tokens: 10_000 })
  await outbox.deliveries(account, HOSTS, 5)
  const usedUp = (seconds: number) =>
    outbox.pool.query(
      `INSERT INTO webhook_pace (account_id, attempts_full_at, bytes_full_at) VALUES ($1, now(), now() + $2 * interval '1 second')
       ON CONFLICT (account_id) DO UPDATE SET bytes_full_at = EXCLUDED.bytes_full_at`,
      [account, seconds],
    )
  const one = createClaimer(outbox.pool)
  await usedUp(3_600)
  expect(await one.claimAll()).toEqual([])
  await usedUp(0)
  expect(await one.claimAll()).toHaveLength(5)
})

test('one claim takes no more bytes than an account has left of its minute, however many there is room for', async () => {
  const account = await outbox.account({ tokens: 30 })
  await outbox.deliveries(account, HOSTS, 60, await outbox.job(account, LARGE))
  const one = createClaimer(outbox.pool, { most: { places: 1_000, bytes: 1_000_000_000 } })
  const { deliveries } = await one.claim()
  expect(sum(deliveries)).toBeLessThanOrEqual(30_000_000)
  expect(sum(deliveries)).toBeGreaterThan(30_000_000 - 2 * LARGE)
})

test('a body that is larger than a whole minute of its account is sent by itself', async () => {
  const account = await outbox.account({ tokens: 1 })
  await outbox.deliveries(account, HOSTS, 2, await outbox.job(account, 1_040_000))
  const { deliveries } = await createClaimer(outbox.pool).claim()
  expect(deliveries).toHaveLength(1)
  expect(sum(deliveries)).toBeGreaterThan(1_000_000)
})
