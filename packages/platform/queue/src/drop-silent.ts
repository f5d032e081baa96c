import { createQuietTicks, TICK_MS } from '@gleaner/runtime/quiet-ticks'
import type { Redis } from 'ioredis'
import { LONGEST_BLOCK_S } from './short-blocks.ts'

/** A blocked command answers nothing else meanwhile; beyond it Redis has this many ticks for an answer. */
const ANSWER_TICKS = 3
const MOST_QUIET_TICKS = LONGEST_BLOCK_S + ANSWER_TICKS

/**
 * Destroys the socket of `redis` when nothing comes on it for some five seconds although Redis was asked: a connection that falls
 * silent without being closed (a lost route, a frozen proxy) looks whole for ever. It is then opened anew as after any break. One
 * that was ended, and whose other side does not say so, is destroyed too.
 */
export function dropSilent(redis: Redis): void {
  const quietTicks = createQuietTicks()
  const timer = setInterval(() => {
    const quiet = quietTicks(redis.stream)
    if (quiet >= MOST_QUIET_TICKS)
      redis.stream.destroy(new Error(`Redis has said nothing for ${quiet} s: the connection is opened anew`))
    else if (quiet === 1 && redis.status === 'ready') redis.ping().catch(() => {})
  }, TICK_MS)
  timer.unref()
  redis.once('end', () => clearInterval(timer))
}
