import { createPool } from '@gleaner/db'
import { createTestRedis, freePort, type TestRedis } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createPubSub, type PubSub } from '../pub-sub.ts'
import { awaitEnd, type Look } from './await-end.ts'

let redis: TestRedis
let pubSub: PubSub
/** What statements throw while the database is away. */
let away: Error
beforeAll(async () => {
  redis = await createTestRedis()
  pubSub = createPubSub({ redisUrl: redis.url, onError: () => {} })
  const pool = createPool({ url: `postgres://127.0.0.1:${await freePort()}/none`, connectTimeoutMs: 20_000 })
  away = await pool.query('SELECT').then(
    () => new Error('somebody serves there'),
    (error: Error) => error,
  )
  await pool.end()
})
afterAll(async () => {
  await pubSub.close()
  await redis.close()
})

const never = new AbortController().signal
/** Looks that find these, one after the other; the last one again and again. */
function looks(...found: (Look<string> | Error)[]) {
  const state = { count: 0 }
  const look = async () => {
    const next = found[Math.min(state.count++, found.length - 1)]!
    if (next instanceof Error) throw next
    return next
  }
  return { state, look }
}
const wait = (look: () => Promise<Look<string>>, more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  awaitEnd({ pubSub, channel: 'work', id: 'one', look, signal: never, ...more })

test('an end that has come is seen with one look', async () => {
  const { look, state } = looks({ end: 'done' })
  expect(await wait(look)).toBe('done')
  expect(state.count).toBe(1)
})

test('an end that comes later is seen without a message, also when the database was away meanwhile', async () => {
  expect(await wait(looks({}, away, { end: 'done' }).look)).toBe('done')
})

test('a message wakes who waits', async () => {
  let looked = 0
  const waiting = wait(async () => {
    looked++
    if (looked === 1) pubSub.publish('work', 'one', '')
    return looked > 1 ? { end: 'done' } : {}
  })
  expect(await waiting).toBe('done')
})

test('who waits looks once more when the time is up, and then has nothing', async () => {
  const own = looks({})
  expect(await wait(own.look, { timeoutMs: 1 })).toBeUndefined()
  expect(own.state.count).toBeGreaterThan(0)
  expect(await wait(looks({ leftMs: 0 }, { end: 'done' }).look)).toBe('done')
  expect(await wait(looks({ leftMs: 0 }, { leftMs: 1_000_000 }).look)).toBeUndefined()
})

test('who leaves has nothing', async () => {
  expect(await wait(looks({}).look, { signal: AbortSignal.abort() })).toBeUndefined()
})

test('a fault is thrown, and a database that is away when the time is up', async () => {
  await expect(wait(looks(new Error('a bug')).look)).rejects.toThrow('a bug')
  await expect(wait(looks(away).look, { timeoutMs: 0 })).rejects.toBe(away)
})
