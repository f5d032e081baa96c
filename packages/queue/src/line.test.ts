import { createTestRedis, type TestRedis } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Redis } from 'ioredis'
import { connectRedis, whenReady } from './connection.ts'
import { createFairSemaphore, type Ticket } from './fair-semaphore.ts'
import { lineBounds, lineName } from './line.ts'

let server: TestRedis
let redis: Redis
beforeAll(async () => {
  server = await createTestRedis()
  redis = connectRedis(server.url, 'worker', () => {})
  await whenReady(redis, 5_000)
})
beforeEach(() => redis.flushdb())
afterAll(async () => {
  redis.disconnect()
  await server.close()
})

let made = 0
const ticket = (...resources: string[]): Ticket => ({
  account: 'a',
  resources,
  queue: 'scrape-tier-1',
  messageId: `${made++}`,
})
const semaphore = () => createFairSemaphore(redis, { worker: 'w', brings: {}, defaultPermits: 100 })

test('the name of a line holds its bounds, and the name of a host none', () => {
  const bounds = { atOnce: 7, gapMs: 1_500 }
  expect(lineBounds(lineName('an-id', bounds))).toEqual(bounds)
  expect(lineBounds('line.example.com')).toBeUndefined()
  expect(lineBounds('example.com:8080')).toBeUndefined()
})

test('a line gives all of its permits to the one account that it is of, and no more, whatever its hosts would allow', async () => {
  const [one, other] = [semaphore(), semaphore()]
  const line = lineName('an-id', { atOnce: 3, gapMs: 0 })
  const tickets = Array.from({ length: 5 }, (_, index) => ticket(line, `host:${index}`))
  const kinds = []
  for (const [index, each] of tickets.entries())
    kinds.push((await (index % 2 ? one : other).acquire(each)).kind)
  expect(kinds).toEqual(['granted', 'granted', 'granted', 'waiting', 'waiting'])
  expect(await one.release(tickets[1]!)).toEqual([tickets[3]])
})

test('a line keeps its gap after each permit, also for the ticket that was woken by one that was given back', async () => {
  const from = semaphore()
  const line = lineName('an-id', { atOnce: 1, gapMs: 60_000 })
  const [first, second] = [ticket(line, 'host:x'), ticket(line, 'host:x')]
  expect(await from.acquire(first)).toEqual({ kind: 'granted' })
  const closed = await from.acquire(second)
  expect(closed).toEqual({ kind: 'closed', ms: expect.any(Number) })
  expect((closed as { ms: number }).ms).toBeGreaterThan(50_000)
  await from.release(first)
  expect((await from.acquire(second)).kind).toBe('closed')
  // Others go on at the host.
  expect(await from.acquire(ticket('host:x'))).toEqual({ kind: 'granted' })
})
