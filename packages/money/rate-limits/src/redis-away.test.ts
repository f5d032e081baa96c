import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectRedis, whenReady } from '@gleaner/queue'
import { eventually, type RunningRedis, startRedis } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Redis } from 'ioredis'
import { createRateLimits, type Demand, type RateLimits } from './rate-limits.ts'

/** A Redis of this file's own, to be stopped and continued. */
let server: RunningRedis
beforeAll(async () => {
  server = await startRedis({ dir: await mkdtemp(join(tmpdir(), 'gleaner-limits-')), persistent: false })
})
afterAll(() => server.stop())

let redis: Redis
let limits: RateLimits
let changes: (Error | undefined)[]
beforeEach(async () => {
  redis = connectRedis(server.url, 'request', () => {})
  await whenReady(redis, 5_000)
  await redis.flushdb()
  changes = []
  limits = createRateLimits(redis, { onChange: (error) => changes.push(error), deadlineMs: 100 })
})
afterEach(() => {
  limits.close()
  redis.disconnect()
})

const demand: Demand = {
  accountId: 'a',
  bucket: 'key:k',
  limits: { requestsPerMinute: 30, concurrency: 3 },
  tokens: 1,
  takesSlot: true,
}

test('a lost connection leaves nothing known at once; it is said once, and once when it is back', async () => {
  redis.disconnect(true)
  const admissions = await Promise.all([limits.admit(demand), limits.admit(demand)])
  expect(admissions).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }])
  expect(changes).toEqual([expect.any(Error)])
  await eventually(async () => expect((await limits.admit(demand)).kind).toBe('admitted'))
  expect(changes).toEqual([expect.any(Error), undefined])
})

test('a Redis that hangs is waited for by the first, asked by few of the others, and what it grants late is given back', async () => {
  process.kill(server.pid, 'SIGSTOP')
  try {
    const sent = countOf(() => redis.commandQueue.length)
    expect(await limits.admit(demand)).toEqual({ kind: 'unknown' })
    for (let i = 0; i < 1_000; i++) expect(await limits.admit(demand)).toEqual({ kind: 'unknown' })
    expect(sent()).toBeLessThan(20)
  } finally {
    process.kill(server.pid, 'SIGCONT')
  }
  const reading = { ...demand, takesSlot: false }
  await eventually(async () => expect(await limits.admit(reading)).toMatchObject({ state: { current: 0 } }))
})

test('an address keeps its limit at this gateway', async () => {
  redis.disconnect()
  const take = () => limits.admitAddress('1.2.3.4', 'x', { requests: 2, seconds: 60 })
  expect([await take(), await take(), await take()]).toEqual([0, 0, 60])
  expect(await limits.admitAddress('1.2.3.5', 'x', { requests: 2, seconds: 60 })).toBe(0)
})

function countOf(read: () => number): () => number {
  const before = read()
  return () => read() - before
}
