import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectRedis, whenReady } from '@gleaner/queue'
import { type RunningRedis, startRedis } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Redis } from 'ioredis'
import { createRateLimits, type RateLimits } from './rate-limits.ts'

/** Two processes, and a Redis of this file's own, to be stopped and continued. */
let server: RunningRedis
let connections: Redis[]
let processes: [RateLimits, RateLimits]
beforeAll(async () => {
  server = await startRedis({ dir: await mkdtemp(join(tmpdir(), 'gleaner-windows-')), persistent: false })
  connections = [0, 1].map(() => connectRedis(server.url, 'request', () => {}))
  await Promise.all(connections.map((redis) => whenReady(redis, 5_000)))
  processes = connections.map((redis) => createRateLimits(redis, { onChange: () => {} })) as typeof processes
})
beforeEach(() => connections[0]!.flushdb())
afterAll(async () => {
  for (const limits of processes) limits.close()
  for (const redis of connections) redis.disconnect()
  await server.stop()
})

const WINDOWS = [
  { requests: 3, seconds: 60 },
  { requests: 4, seconds: 3_600 },
]
const take = (at = 0, subject = 'a') => processes[at % 2]!.take(subject, WINDOWS)
/** The wait that a refused try is told: of the last seconds of this window. */
const waitsFor = async (taking: Promise<{ waitSeconds: number }>, seconds: number) => {
  const { waitSeconds } = await taking
  expect(waitSeconds).toBeGreaterThan(seconds / 2)
  expect(waitSeconds).toBeLessThanOrEqual(seconds)
}
const waits = async (tries: Promise<{ waitSeconds: number }>[]) =>
  (await Promise.all(tries)).map(({ waitSeconds }) => waitSeconds > 0)

test('of many at once, over two processes, so many get a place as there are', async () => {
  const full = await waits(Array.from({ length: 40 }, (_, at) => take(at)))
  expect(full.filter((isFull) => !isFull)).toHaveLength(3)
  expect((await take(0, 'b')).waitSeconds).toBe(0)
})

test('what is given back can be taken again, once, and who was refused holds nothing', async () => {
  const first = await take()
  expect(await waits([take(1), take()])).toEqual([false, false])
  await waitsFor(take(), 60)
  first.release()
  first.release()
  expect(await waits([take(1)])).toEqual([false])
  expect(await waits([take(), take(1)])).toEqual([true, true])
  // The second window has counted three, and none of those that the first one refused.
  await connections[0]!.del(...(await connections[0]!.keys('*a:60')))
  expect((await take()).waitSeconds).toBe(0)
  await waitsFor(take(), 3_600)
})

test('without Redis each process counts by itself, and gives back', async () => {
  process.kill(server.pid, 'SIGSTOP')
  try {
    for (const at of [0, 1]) {
      const taken = [await take(at, 'away'), await take(at, 'away'), await take(at, 'away')]
      expect(taken.map(({ waitSeconds }) => waitSeconds)).toEqual([0, 0, 0])
      await waitsFor(take(at, 'away'), 60)
      taken[0]!.release()
      expect((await take(at, 'away')).waitSeconds).toBe(0)
    }
  } finally {
    process.kill(server.pid, 'SIGCONT')
  }
})
