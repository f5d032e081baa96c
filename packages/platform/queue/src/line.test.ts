import { createTestRedis, type TestRedis } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Redis } from 'ioredis'
import { connectRedis, whenReady } from './connection.ts'
import { createFairSemaphore, FAIR_PREFIX, type Ticket } from './fair-semaphore.ts'
import { lineBounds, lineName, mostInLine } from './line.ts'
import type { Resource } from './work/index.ts'

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
const ticket = (...names: string[]): Ticket => ({
  account: 'a',
  resources: names as Resource[],
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

test.each([
  [{ atOnce: 10, gapMs: 0 }, 20],
  [{ atOnce: 10, gapMs: 300 }, 10],
  [{ atOnce: 10, gapMs: 1_000 }, 5],
  [{ atOnce: 10, gapMs: 30_000 }, 2],
  [{ atOnce: 1, gapMs: 30_000 }, 1],
])('of a line with %j there are no more under way than begin soon', (bounds, items) => {
  expect(mostInLine(bounds)).toBe(items)
})

test('who keeps a start of a line comes a gap after the last one, and everybody else a gap after that', async () => {
  const line = lineName('1', { atOnce: 5, gapMs: 10_000 })
  const from = semaphore()
  expect((await from.acquire(ticket('slot', line))).kind).toBe('granted')
  expect(await from.reserve(line)).toBeGreaterThan(9_000)
  const next = await from.acquire(ticket('slot', line))
  expect(next.kind === 'closed' && next.ms).toBeGreaterThan(19_000)
})

test('the gap counts from the first request, which comes after the permit', async () => {
  const line = lineName('1', { atOnce: 5, gapMs: 10_000 })
  const from = semaphore()
  await from.acquire(ticket('slot', line))
  await redis.set(`${FAIR_PREFIX}closed:${line}`, 1, 'PX', 1)
  await from.begin(line)
  const next = await from.acquire(ticket('slot', line))
  expect(next.kind === 'closed' && next.ms).toBeGreaterThan(9_000)
})

test('a line without a gap is never closed', async () => {
  const line = lineName('1', { atOnce: 5, gapMs: 0 })
  const from = semaphore()
  await from.begin(line)
  expect(await from.reserve(line)).toBe(0)
  expect((await from.acquire(ticket('slot', line))).kind).toBe('granted')
})
