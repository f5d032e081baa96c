import { QUEUE_PREFIX } from '@gleaner/queue'
import type { Redis } from 'ioredis'

/** As if so much time had passed since requests were admitted. */
export async function passTime(redis: Redis, seconds: number): Promise<void> {
  const micros = seconds * 1_000_000
  for (const key of await redis.keys(`${QUEUE_PREFIX}:limits:*`)) {
    if ((await redis.type(key)) === 'hash') await redis.hincrby(key, 'fullAt', -micros)
    else for (const member of await redis.zrange(key, '0', '-1')) await redis.zincrby(key, -micros, member)
  }
}
