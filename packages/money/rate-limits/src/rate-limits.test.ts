import { connectRedis, whenReady } from '@gleaner/queue'
import { createTestRedis, eventually, type TestRedis } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Redis } from 'ioredis'
import { type Allowance, createRateLimits, type Demand, type RateLimits } from './rate-limits.ts'
import { passTime } from './testing/pass-time.ts'

let server: TestRedis
let redis: Redis
/** Two gateways' limits, each with a connection of its own. */
let one: RateLimits
let other: RateLimits
const opened: { redis: Redis; limits: RateLimits }[] = []

async function open(options: { leaseMs?: number } = {}) {
  const connection = connectRedis(server.url, 'request', () => {})
  await whenReady(connection, 5_000)
  const limits = createRateLimits(connection, { onChange: () => {}, ...options })
  opened.push({ redis: connection, limits })
  return { redis: connection, limits }
}

beforeAll(async () => {
  server = await createTestRedis()
  redis = connectRedis(server.url, 'worker', () => {})
  await whenReady(redis, 5_000)
  ;[{ limits: one }, { limits: other }] = [await open(), await open()]
})
beforeEach(() => redis.flushdb())
afterAll(async () => {
  for (const { redis: connection, limits } of opened) {
    limits.close()
    connection.disconnect()
  }
  redis.disconnect()
  await server.close()
})

const demand = (more: Partial<Demand> = {}): Demand => ({
  accountId: 'a',
  bucket: 'key:k',
  limits: { requestsPerMinute: 30, concurrency: 3 },
  tokens: 1,
  takesSlot: false,
  ...more,
})
const perMinute = (requestsPerMinute: number) => ({ limits: { requestsPerMinute, concurrency: 3 } })
const kinds = (admissions: Allowance[]) =>
  admissions.map((one) => (one.kind === 'refused' ? one.by : one.kind))
const counted = (names: string[]) =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))
const many = (count: number, more: Partial<Demand> = {}) =>
  Promise.all(Array.from({ length: count }, (_, i) => (i % 2 ? one : other).admit(demand(more))))

/** The state of an admission that Redis decided. */
function decided(admission: Allowance) {
  if (admission.kind === 'unknown') throw new Error('Redis did not answer')
  return admission.state
}
async function refusedFor(more: Partial<Demand> = {}): Promise<number> {
  const admission = await one.admit(demand(more))
  if (admission.kind !== 'refused') throw new Error(`${admission.kind}`)
  return admission.retryAfterSeconds!
}

describe('a bucket', () => {
  test('lets exactly its size through in a burst, over all gateways', async () => {
    expect(counted(kinds(await many(100)))).toEqual({ admitted: 30, tokens: 70 })
  })

  test('counts a write as two', async () => {
    expect(counted(kinds(await many(40, { tokens: 2 })))).toEqual({ admitted: 15, tokens: 25 })
  })

  test('refills steadily, and says truly how long that takes', async () => {
    await many(30)
    const wait = await refusedFor({ tokens: 2 })
    expect(wait).toBe(4)
    await passTime(redis, wait - 1)
    expect(await refusedFor({ tokens: 2 })).toBe(1)
    await passTime(redis, 1)
    expect(kinds([await one.admit(demand({ tokens: 2 })), await one.admit(demand())])).toEqual([
      'admitted',
      'tokens',
    ])
  })

  test.each([1, 7, 11, 30, 60, 100, 300, 500, 10_000])(
    'of %d is kept so exactly that the wait is enough',
    async (size) => {
      const bucket = perMinute(size)
      let admitted = 0
      while ((await one.admit(demand({ ...bucket, tokens: Math.ceil(size / 10) }))).kind === 'admitted')
        admitted++
      expect(admitted).toBe(Math.floor(size / Math.ceil(size / 10)))
      const wait = await refusedFor({ ...bucket, tokens: Math.ceil(size / 10) })
      expect(wait).toBeLessThanOrEqual(Math.ceil(60 / Math.min(size, 10)))
      await passTime(redis, wait)
      expect((await one.admit(demand({ ...bucket, tokens: Math.ceil(size / 10) }))).kind).toBe('admitted')
    },
  )

  test('says how much is left and when it is full, also to whom it refuses', async () => {
    const started = Math.floor(Date.now() / 1000)
    expect(decided(await one.admit(demand({ tokens: 20 })))).toMatchObject({
      requestsPerMinute: 30,
      remaining: 10,
    })
    const state = decided(await one.admit(demand({ tokens: 11 })))
    expect(state.remaining).toBe(10)
    expect(state.fullAt.getTime() / 1000 - started).toBeGreaterThan(39)
    expect(state.fullAt.getTime() / 1000 - started).toBeLessThan(60)
  })

  test('takes nothing from whom it refuses', async () => {
    await many(29)
    expect(kinds(await many(5, { tokens: 2 }))).toEqual(Array(5).fill('tokens'))
    expect((await one.admit(demand())).kind).toBe('admitted')
  })

  test('lets what costs more than it holds through when it is full', async () => {
    expect(kinds(await many(3, { ...perMinute(1), tokens: 2 }))).toEqual(['admitted', 'tokens', 'tokens'])
  })

  test('is a key’s own', async () => {
    await many(30)
    expect((await one.admit(demand({ bucket: 'key:other' }))).kind).toBe('admitted')
    expect((await one.admit(demand({ accountId: 'b' }))).kind).toBe('admitted')
    expect((await one.admit(demand())).kind).toBe('refused')
  })

  test('leaves nothing behind when it is full', async () => {
    await one.admit(demand({ tokens: 2 }))
    const [key] = await redis.keys('*')
    expect(await redis.pttl(key!)).toBeGreaterThan(3_000)
    expect(await redis.pttl(key!)).toBeLessThanOrEqual(4_000)
  })
})

describe('the bucket of an account', () => {
  const key = (name: string, more: Partial<Demand> = {}): Partial<Demand> => ({
    bucket: `key:${name}`,
    sharesAccount: true,
    ...more,
  })

  test('lets all keys together take twice what one may, over all gateways, and each alone all that is its own', async () => {
    expect(counted(kinds(await many(100, key('0'))))).toEqual({ admitted: 30, tokens: 70 })
    const others = await Promise.all(Array.from({ length: 12 }, (_, i) => many(30, key(`${i + 1}`))))
    expect(counted(kinds(others.flat()))).toEqual({ admitted: 30, accountTokens: 330 })
  })

  test('takes nothing from whom it refuses, and says truly how long to wait', async () => {
    await many(30, key('a'))
    await many(30, key('b'))
    const wait = await refusedFor(key('c', { tokens: 2 }))
    expect(wait).toBe(2)
    await many(20, key('c', { tokens: 2 }))
    await passTime(redis, wait)
    expect(kinds([await one.admit(demand(key('c', { tokens: 2 })))])).toEqual(['admitted'])
    await passTime(redis, 60)
    expect(counted(kinds(await many(40, key('c'))))).toEqual({ admitted: 30, tokens: 10 })
  })

  test('says the longer wait of both, and whose it is', async () => {
    await many(30, key('a'))
    await many(30, key('b'))
    expect(await one.admit(demand(key('a')))).toMatchObject({ by: 'tokens', retryAfterSeconds: 2 })
    expect(await one.admit(demand(key('c')))).toMatchObject({ by: 'accountTokens', retryAfterSeconds: 1 })
  })

  test('is part of what is said to be left, and of when all is there again', async () => {
    await many(30, key('a'))
    expect(decided(await one.admit(demand(key('b', { tokens: 22 }))))).toMatchObject({
      requestsPerMinute: 30,
      remaining: 8,
    })
    const started = Math.floor(Date.now() / 1000)
    const state = decided(await one.admit(demand(key('c', { tokens: 3 }))))
    // The account has 5 of 60 left, and gets one a second; the key alone would be full in 6 seconds.
    expect(state).toMatchObject({ requestsPerMinute: 30, remaining: 5 })
    expect(state.fullAt.getTime() / 1000 - started).toBeGreaterThan(20)
    expect(state.fullAt.getTime() / 1000 - started).toBeLessThan(45)
    await passTime(redis, 26)
    expect(decided(await one.admit(demand(key('d')))).remaining).toBe(29)
  })

  test('is not for whose tokens are apart, and not another account’s', async () => {
    await many(30, key('a'))
    await many(30, key('b'))
    expect((await one.admit(demand({ bucket: 'user:u' }))).kind).toBe('admitted')
    expect((await one.admit(demand(key('a', { accountId: 'b' })))).kind).toBe('admitted')
  })

  test('leaves nothing behind when it is full', async () => {
    await one.admit(demand(key('a', { tokens: 4 })))
    const times = await Promise.all((await redis.keys('*')).map((name) => redis.pttl(name)))
    expect(times).toHaveLength(2)
    for (const ms of times) expect(ms).toBeGreaterThan(0)
    expect(Math.min(...times)).toBeLessThanOrEqual(4_000)
  })
})

describe('a limit that changes', () => {
  test('upwards brings its new tokens at once', async () => {
    await many(30)
    expect(decided(await one.admit(demand(perMinute(60)))).remaining).toBe(29)
  })

  test('downwards leaves the share that was left', async () => {
    await one.admit(demand({ ...perMinute(60), tokens: 30 }))
    expect(decided(await one.admit(demand(perMinute(30)))).remaining).toBe(14)
  })

  test('downwards does not shut a caller out for longer than a minute', async () => {
    await one.admit(demand({ ...perMinute(10_000), tokens: 10_000 }))
    expect(await refusedFor(perMinute(30))).toBe(2)
    await passTime(redis, 60)
    expect(counted(kinds(await many(40)))).toEqual({ admitted: 30, tokens: 10 })
  })

  test('to and fro brings nothing', async () => {
    await many(60, perMinute(60))
    const tries = []
    for (let i = 0; i < 20; i++) tries.push(await one.admit(demand(perMinute(i % 2 ? 60 : 30))))
    expect(counted(kinds(tries))).toEqual({ tokens: 20 })
  })

  test('to and fro brings the new tokens of an upgrade once', async () => {
    await many(30)
    const tries = []
    for (let i = 0; i < 200; i++) tries.push(await one.admit(demand(perMinute(i % 2 ? 30 : 60))))
    const admitted = kinds(tries).filter((kind) => kind === 'admitted').length
    expect(admitted).toBeLessThanOrEqual(30)
  })
})

describe('slots', () => {
  const working = { takesSlot: true, ...perMinute(1_000) }

  test('are the account’s, over all its keys and all gateways', async () => {
    const admissions = await many(10, working)
    expect(counted(kinds(admissions))).toEqual({ admitted: 3, slots: 7 })
    expect((await one.admit(demand({ ...working, bucket: 'key:other' }))).kind).toBe('refused')
    expect((await one.admit(demand({ ...working, accountId: 'b' }))).kind).toBe('admitted')
  })

  test('do not concern what takes none, which is told how many are taken', async () => {
    await many(3, working)
    expect(await one.admit(demand())).toMatchObject({
      kind: 'admitted',
      state: { concurrency: 3, current: 3 },
    })
  })

  test('that are refused take no tokens', async () => {
    await many(3, working)
    const before = decided(await one.admit(demand({ ...working, takesSlot: false }))).remaining
    await many(20, { ...working, tokens: 2 })
    expect(
      decided(await one.admit(demand({ ...working, takesSlot: false }))).remaining,
    ).toBeGreaterThanOrEqual(before - 1)
  })

  test('are free once they are released, and releasing twice frees no other', async () => {
    const admissions = await many(3, working)
    const [first] = admissions
    if (first?.kind !== 'admitted') throw new Error('refused')
    first.release()
    first.release()
    await eventually(async () => expect(decided(await one.admit(demand())).current).toBe(2))
    expect(counted(kinds(await many(2, working)))).toEqual({ admitted: 1, slots: 1 })
  })

  test('of a gateway that died are free when their lease ends', async () => {
    const dying = await open()
    const alive = await one.admit(demand(working))
    await dying.limits.admit(demand(working))
    await dying.limits.admit(demand(working))
    dying.limits.close()
    dying.redis.disconnect()
    expect((await other.admit(demand(working))).kind).toBe('refused')
    await passTime(redis, 29)
    expect((await other.admit(demand(working))).kind).toBe('refused')
    await passTime(redis, 1)
    expect(alive.kind).toBe('admitted')
    expect((await other.admit(demand(working))).kind).toBe('admitted')
  })

  test('of a living gateway are kept for longer than a lease, and taken again where Redis forgot them', async () => {
    const { limits } = await open({ leaseMs: 150 })
    const admission = await limits.admit(demand(working))
    await redis.flushdb()
    await eventually(async () => expect(decided(await one.admit(demand())).current).toBe(1))
    await passTime(redis, 10)
    await eventually(async () => expect(decided(await one.admit(demand())).current).toBe(1))
    if (admission.kind === 'admitted') admission.release()
    await eventually(async () => expect(decided(await one.admit(demand())).current).toBe(0))
  })
})

describe('a window', () => {
  const window = { name: 'GET /things', limit: { requests: 3, seconds: 60 } }

  test('of an account lets so many through in any span, and says truly how long to wait', async () => {
    await many(2, { window })
    await passTime(redis, 50)
    expect(counted(kinds(await many(5, { window })))).toEqual({ admitted: 1, window: 4 })
    const wait = await refusedFor({ window })
    expect(wait).toBe(10)
    await passTime(redis, wait)
    expect(counted(kinds(await many(5, { window })))).toEqual({ admitted: 2, window: 3 })
  })

  test('that is full takes no tokens, and tokens that lack take nothing of it', async () => {
    expect(counted(kinds(await many(20, { window })))).toEqual({ admitted: 3, window: 17 })
    expect(decided(await one.admit(demand())).remaining).toBe(26)
    await one.admit(demand({ tokens: 26 }))
    expect(kinds(await many(3, { window: { ...window, name: 'GET /others' } }))).toEqual(
      Array(3).fill('tokens'),
    )
    await passTime(redis, 10)
    expect(counted(kinds(await many(4, { window: { ...window, name: 'GET /others' } })))).toEqual({
      admitted: 3,
      window: 1,
    })
  })

  test('names the longer of two waits', async () => {
    await many(3, { window })
    await one.admit(demand({ tokens: 27 }))
    expect(await refusedFor({ window })).toBe(60)
    await passTime(redis, 59)
    await one.admit(demand({ tokens: 29 }))
    expect(await refusedFor({ window, tokens: 2 })).toBeGreaterThan(1)
  })

  test('of an address holds over all gateways', async () => {
    const waits = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? one : other).admitAddress('1.2.3.4', 'x', window.limit)),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
    expect(Math.max(...waits)).toBe(60)
    expect(await one.admitAddress('1.2.3.5', 'x', window.limit)).toBe(0)
    expect(await one.admitAddress('1.2.3.4', 'y', window.limit)).toBe(0)
  })

  test('of an address is that of its IPv6 network', async () => {
    const take = (address: string) => one.admitAddress(address, 'x', { requests: 1, seconds: 60 })
    expect(await take('2001:db8::1')).toBe(0)
    expect(await take('2001:db8::2')).toBe(60)
    expect(await take('2001:db8:0:1::1')).toBe(0)
  })
})
