import { DATABASES } from '@gleaner/local-servers/redis'
import { Redis } from 'ioredis'
import { addressOf } from './database.ts'

export interface TestRedis {
  /** Ends in a database number that no other test file has. */
  url: string
  /** Empties the database. */
  close(): Promise<void>
}

/** An empty Redis database of one's own on the server of this jest run. */
export async function createTestRedis(): Promise<TestRedis> {
  const server = addressOf('GLEANER_TEST_REDIS')
  const taken = await withRedis(server, (redis) => redis.incr('gleaner-test:databases'))
  const url = `${server}/${1 + (taken % (DATABASES - 1))}`
  const empty = () => withRedis(url, (redis) => redis.flushdb())
  await empty()
  return { url, close: async () => void (await empty()) }
}

async function withRedis<T>(url: string, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url)
  try {
    return await use(redis)
  } finally {
    redis.disconnect()
  }
}
