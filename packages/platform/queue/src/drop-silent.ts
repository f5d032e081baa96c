import { createQuietTicks, TICK_MS } from '@gleaner/runtime/quiet-ticks'
import type { Redis } from 'ioredis'
import { LONGEST_BLOCK_S } from './short-blocks.ts'

/** How a connection is used. `request`: commands fail at once while Redis is away. `worker`: commands wait until it is back, and some block. */
export type ConnectionUse = 'request' | 'worker'

/** How many ticks in a row Redis may say nothing, although it was asked in the first; a blocked command answers nothing else meanwhile. */
const MOST_QUIET_TICKS: Record<ConnectionUse, number> = { request: 3, worker: LONGEST_BLOCK_S + 3 }

/**
 * Destroys the socket of `redis`, and with it the commands that wait, when nothing comes on it for some seconds although Redis was asked:
 * a connection that falls silent without being closed (a lost route, a frozen proxy) looks whole for ever. It is then opened anew as
 * after any break. One that was ended, and whose other side does not say so, is destroyed too.
 */
export function dropSilent(redis: Redis, use: ConnectionUse): void {
  const quietTicks = createQuietTicks()
  const timer = setInterval(() => {
    const quiet = quietTicks(redis.stream)
    if (quiet >= MOST_QUIET_TICKS[use])
      redis.stream.destroy(new Error(`Redis has said nothing for ${quiet} s: the connection is opened anew`))
    else if (quiet === 1 && redis.status === 'ready') redis.ping().catch(() => {})
  }, TICK_MS)
  timer.unref()
  redis.once('end', () => clearInterval(timer))
}
