import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createMapsFixture, type MapsFixture } from '../testing/maps-fixture.ts'
import { type ClaimedMap, claimMap, mapClaims, readWanted } from './claim-map.ts'
import { deadlineMs, makingMs } from './deadline.ts'
import { NOT_MADE } from './map.ts'
import { deliverMap, failMap } from './settle-map.ts'

let fixture: MapsFixture
let accountId: string
let id: string
beforeAll(async () => {
  fixture = await createMapsFixture()
})
beforeEach(async () => {
  accountId = await fixture.account()
  id = await fixture.begin(accountId)
})
afterAll(() => fixture.close())

const REPLY = [Buffer.from('{"urls":'), Buffer.from('[]}')]

/** All that who holds a claim does with it; gives what of it was done. */
async function useAll(map: ClaimedMap) {
  const { pool } = fixture
  await mapClaims.release(pool, map)
  return [
    await mapClaims.renew(pool, map),
    await deliverMap(pool, map, REPLY),
    await failMap(pool, map, NOT_MADE),
  ]
}

describe('a crawler', () => {
  test('takes a map with what it needs, once', async () => {
    expect(await fixture.claim(id)).toMatchObject({
      id,
      accountId,
      apiKeyId: null,
      test: false,
      request: { url: 'https://site.example/', timeout: 20 },
      lostLeases: 0,
      leftMs: expect.any(Number),
    })
    const held = await claimMap(fixture.pool, id)
    expect(held).toMatchObject({ kind: 'held', ms: expect.any(Number) })
    expect(held.kind === 'held' && held.ms > 0 && held.ms <= 8_000).toBe(true)
  })

  test('that gives a map back loses nothing, and one that vanishes is counted', async () => {
    await mapClaims.release(fixture.pool, await fixture.claim(id))
    expect(await fixture.claim(id)).toMatchObject({ lostLeases: 0 })
    await fixture.vanish(id)
    expect(await fixture.claim(id)).toMatchObject({ lostLeases: 1 })
  })

  test('that another one has taken a map from does nothing to it any more', async () => {
    const first = await fixture.claim(id)
    await fixture.vanish(id)
    const second = await fixture.claim(id)
    const [before, balance] = [await fixture.row(id), await fixture.balance(accountId)]
    expect(await useAll(first)).toEqual([false, false, false])
    expect(await fixture.row(id)).toEqual(before)
    expect(await fixture.balance(accountId)).toEqual(balance)
    expect(await mapClaims.renew(fixture.pool, second)).toBe(true)
  })

  test('does nothing to a map that has ended, nor to another one', async () => {
    const map = await fixture.claim(id)
    const other = await fixture.begin(accountId)
    await fixture.claim(other)
    const others = await fixture.row(other)
    expect(await deliverMap(fixture.pool, map, REPLY)).toBe(true)
    const [before, balance] = [await fixture.row(id), await fixture.balance(accountId)]
    expect(await useAll(map)).toEqual([false, false, false])
    expect(await fixture.row(id)).toEqual(before)
    expect(await fixture.balance(accountId)).toEqual(balance)
    expect(await fixture.row(other)).toEqual(others)
    expect(await claimMap(fixture.pool, id)).toEqual({ kind: 'stale' })
  })

  test('that goes on holds it for longer', async () => {
    const map = await fixture.claim(id)
    await fixture.set(id, "lease_until = now() + interval '1 s'")
    expect(await mapClaims.renew(fixture.pool, map)).toBe(true)
    const held = await claimMap(fixture.pool, id)
    expect(held.kind === 'held' && held.ms > 4_000).toBe(true)
  })
})

describe('a message', () => {
  test('tells whose map is wanted, of which kind, and whether it still is', async () => {
    expect(await readWanted(fixture.pool, id)).toMatchObject({ accountId, kind: 'map', hasEnded: false })
    const estimate = await fixture.begin(accountId, { only_count: true })
    expect(await readWanted(fixture.pool, estimate)).toMatchObject({ kind: 'estimate' })
    await failMap(fixture.pool, await fixture.claim(id), NOT_MADE)
    expect(await readWanted(fixture.pool, id)).toMatchObject({ hasEnded: true })
    expect(await readWanted(fixture.pool, crypto.randomUUID())).toBeUndefined()
    expect(await claimMap(fixture.pool, crypto.randomUUID())).toEqual({ kind: 'stale' })
  })
})

describe('the time for a map', () => {
  test('is what it may wait for its place, what its caller gave, and ten seconds', () => {
    expect(deadlineMs('map', 20, 0)).toBe(120_000 + 20_000 + 10_000)
    // Four at once of an account: 24 of 60 s each before it last longer than two minutes.
    expect(deadlineMs('map', 20, 24 * 60)).toBe(360_000 + 20_000 + 10_000)
    expect(deadlineMs('estimate', 30, 8 * 30)).toBe(120_000 + 30_000 + 10_000)
  })

  test('for making it ends five seconds before that, and is none when nothing could be read in it', () => {
    expect(makingMs(20, 150_000)).toBe(20_000)
    expect(makingMs(20, 15_000)).toBe(10_000)
    expect(makingMs(20, 6_000)).toBe(1_000)
    expect(makingMs(20, 5_999)).toBeUndefined()
    expect(makingMs(0.5, 5_500)).toBe(500)
    expect(makingMs(0.5, 5_499)).toBeUndefined()
  })
})
