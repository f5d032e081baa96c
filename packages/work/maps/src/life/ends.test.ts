import { runPurges } from '@gleaner/testkit/run-purges'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createMapsFixture, type MapsFixture } from '../testing/maps-fixture.ts'
import { awaitMap } from './await-map.ts'
import { reopenMap } from './begin-map.ts'
import { type EndedMap, NOT_MADE } from './map.ts'
import { MAP_PURGES, readMap, readPieces } from './read-map.ts'
import { abandonMap, deliverMap, failMap } from './settle-map.ts'

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

const PRICE = 1_000
const REPLY = [Buffer.from('{"urls":'), Buffer.from('[]}')]
const deliver = async (map = id) => deliverMap(fixture.pool, await fixture.claim(map), REPLY)
const fail = async (map = id) => failMap(fixture.pool, await fixture.claim(map), NOT_MADE)
const read = (account = accountId, map = id) => readMap(fixture.pool, account, map)
const textOf = async (map: { id: string; bytes: number }) => {
  const pieces: Buffer[] = []
  for await (const piece of readPieces(fixture.pool, map)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

describe('the price of a map', () => {
  test('is set aside when it is asked for, and taken once when it is delivered', async () => {
    expect(await fixture.balance(accountId)).toEqual([1_000_000 - PRICE, PRICE])
    const map = await fixture.claim(id)
    const ends = await Promise.all([1, 2, 3].map(() => deliverMap(fixture.pool, map, REPLY)))
    expect(ends.filter(Boolean)).toHaveLength(1)
    expect(await fixture.balance(accountId)).toEqual([1_000_000 - PRICE, 0])
  })

  test.each([
    ['that fails', () => fail()],
    ['that nobody waits for', () => abandonMap(fixture.ctx, id, NOT_MADE)],
  ])('is given back for one %s', async (_, end) => {
    await end()
    expect(await fixture.balance(accountId)).toEqual([1_000_000, 0])
    expect(await read()).toMatchObject({ error: NOT_MADE, bytes: 0 })
  })

  test('is none for an estimate, or with a test key', async () => {
    const free = [
      await fixture.begin(accountId, { only_count: true }),
      await fixture.begin(accountId, {}, { test: true }),
    ]
    for (const map of free) expect(await deliver(map)).toBe(true)
    expect(await fixture.balance(accountId)).toEqual([1_000_000 - PRICE, PRICE])
  })

  test('is refused to an account that does not have it, and nothing is begun', async () => {
    const poor = await fixture.account(PRICE - 1)
    await expect(fixture.begin(poor)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    const { rowCount } = await fixture.pool.query('SELECT FROM site_map WHERE account_id = $1', [poor])
    expect(rowCount).toBe(0)
  })
})

describe('a map', () => {
  test('is read by its account alone, and once it has ended', async () => {
    expect(await read()).toEqual({ labels: {} })
    await deliver()
    const map = (await read()) as EndedMap
    expect(map).toEqual({ id, error: null, bytes: 11 })
    expect(await textOf(map)).toBe('{"urls":[]}')
    expect(await read(await fixture.account())).toBeNull()
    expect(await read(accountId, crypto.randomUUID())).toBeNull()
  })

  test('that nobody has made by its deadline has ended', async () => {
    await fixture.set(id, "deadline_at = now() - interval '1 s'")
    expect(await read()).toMatchObject({ id, bytes: 0 })
  })

  test('is read for a day, and deleted an hour later with its pieces', async () => {
    await deliver()
    const map = (await read()) as EndedMap
    const before = await fixture.begin(accountId)
    await fixture.set(id, "created_at = now() - interval '24 hours 1 minute'")
    expect(await read()).toBeNull()
    expect(await runPurges(fixture.pool, MAP_PURGES)).toBe(0)
    await fixture.set(id, "created_at = now() - interval '25 hours 1 minute'")
    expect(await runPurges(fixture.pool, MAP_PURGES)).toBe(1)
    await expect(textOf(map)).rejects.toThrow('past its retention')
    expect(await read(accountId, before)).toEqual({ labels: {} })
  })

  test('that has ended is not ended again by who has left', async () => {
    await deliver()
    await abandonMap(fixture.ctx, id, NOT_MADE)
    expect(await read()).toMatchObject({ error: null, bytes: 11 })
    expect(await fixture.balance(accountId)).toEqual([1_000_000 - PRICE, 0])
  })
})

describe('a map is made again', () => {
  test.each([
    ['has failed', () => fail()],
    [
      'nobody has made in time',
      () => fixture.set(id, "deadline_at = now() - interval '1 s', lost_leases = 2"),
    ],
  ])('that %s, for its price, and by another claim', async (_, end) => {
    const late = await fixture.claim(id)
    await fixture.set(id, 'lease_until = NULL')
    await end()
    await reopenMap(fixture.pool, accountId, id)
    expect(await read()).toEqual({ labels: {} })
    expect(await fixture.row(id)).toMatchObject({ ended_at: null, error: null, lost_leases: 0 })
    expect(await fixture.balance(accountId)).toEqual([1_000_000 - PRICE, PRICE])
    expect(await deliverMap(fixture.pool, late, REPLY)).toBe(false)
    expect(await deliver()).toBe(true)
  })

  test('not while it is made, nor when it was delivered, nor for another account', async () => {
    const map = await fixture.claim(id)
    const unchanged = async (account = accountId) => {
      const before = await fixture.row(id)
      await reopenMap(fixture.pool, account, id)
      expect(await fixture.row(id)).toEqual(before)
    }
    await unchanged()
    await deliverMap(fixture.pool, map, REPLY)
    await unchanged()
    const failed = await fixture.begin(accountId)
    await fail(failed)
    id = failed
    await unchanged(await fixture.account())
  })
})

describe('of an account', () => {
  test('so many maps are unfinished at most, beside as many estimates as there may be, and those of others', async () => {
    for (let maps = 1; maps < 24; maps++) await fixture.begin(accountId)
    const refused = { code: 'CONCURRENCY_LIMITED', details: { unfinished: 24, limit: 24 } }
    await expect(fixture.begin(accountId)).rejects.toMatchObject(refused)
    await fixture.begin(accountId, { only_count: true })
    await fixture.begin(await fixture.account())
    await fixture.set(id, "deadline_at = now() - interval '1 s'")
    const next = await fixture.begin(accountId)
    await expect(fixture.begin(accountId)).rejects.toMatchObject(refused)
    await fail(next)
    await fixture.begin(accountId)
  })
})

describe('who waits for a map', () => {
  const never = new AbortController().signal
  const wait = (account = accountId, signal = never) => awaitMap(fixture.ctx, account, id, signal)

  test('is told its end, whether it comes then or has come', async () => {
    const waiting = wait()
    await deliver()
    const ended = { id, error: null, bytes: 11 }
    expect([await waiting, await wait()]).toEqual([ended, ended])
  })

  test('is told nothing of the map of another account', async () => {
    await deliver()
    expect(await wait(await fixture.account())).toBeUndefined()
  })

  test('is told nothing when its deadline passes, or when they leave', async () => {
    const gone = new AbortController()
    const waiting = wait(accountId, gone.signal)
    gone.abort()
    expect(await waiting).toBeUndefined()
    await fixture.set(id, "deadline_at = now() - interval '1 s'")
    expect(await wait()).toBeUndefined()
  })
})
