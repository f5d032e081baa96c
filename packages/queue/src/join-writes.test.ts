import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually, type RunningRedis, startRedis } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Redis } from 'ioredis'
import { checkRedis, connectRedis } from './connection.ts'
import { createPubSub } from './pub-sub.ts'

let dir: string
let server: RunningRedis
let redis: Redis
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gleaner-writes-'))
  server = await startRedis({ dir })
  redis = connectRedis(server.url, 'request', () => {})
  await eventually(() => checkRedis(redis))
})
afterAll(async () => {
  redis.disconnect()
  await server.stop()
  await rm(dir, { recursive: true, force: true })
})

/** How often the server has read from its clients, this question included. */
async function reads(): Promise<number> {
  return Number(/total_reads_processed:(\d+)/.exec(await redis.info('stats'))![1])
}

test('commands that are made together reach the server together, in their order', async () => {
  const before = await reads()
  const pubSub = createPubSub({ redisUrl: server.url, connection: redis, onError: () => {} })
  const answers = Array.from({ length: 200 }, (_, index) => redis.incrby('sum', index))
  pubSub.publish('channel', 'key', 'message')
  const last = redis.get('sum')
  expect(await Promise.all(answers)).toEqual([...answers.keys()].map((index) => (index * (index + 1)) / 2))
  expect(await last).toBe('19900')
  expect((await reads()) - before).toBe(2)
  await pubSub.close()
  expect(redis.status).toBe('ready')
})
