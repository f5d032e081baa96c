import type { Redis } from 'ioredis'

/** What an operator owes the sites that are fetched. All workers of a fleet keep to it together. */
export interface PolitenessLimits {
  /** Requests at once to one host. */
  maxAtOnce: number
  /** Least time between the starts of two requests to one host, in milliseconds. */
  gapMs: number
  /** A host's Retry-After up to this long is waited for by everybody, in milliseconds; a longer one is a refusal. */
  maxRetryAfterMs: number
}

export interface Politeness {
  /** Takes a turn at a host, or says in how many milliseconds to ask again. */
  enter(host: string, jobId: string): Promise<Turn>
  /** Keeps the places that this process holds; to be called more often than every PLACE_MS. */
  renew(): Promise<void>
  /** Leaves the host alone for as long as it asked. */
  pause(host: string, retryAfterMs: number): Promise<void>
}

/**
 * How long a place is kept without being renewed. A host gets the places of a worker that was killed, or that could not
 * give them back while Redis was away, after this time.
 */
export const PLACE_MS = 10_000

export type Turn = { kind: 'granted'; leave: () => Promise<void> } | { kind: 'wait'; ms: number }

/**
 * One step on the server, so that workers cannot pass each other: drop turns whose worker vanished, refuse while the
 * host is paused, the gap has not passed or all places are taken, else take a place.
 * KEYS: places (sorted set, job -> lease end), next start. ARGV: now, places, gap, job, lease end. Returns ms to wait.
 */
const ENTER = `
local now = tonumber(ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local nextStart = tonumber(redis.call('GET', KEYS[2]) or '0')
if nextStart > now then return nextStart - now end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) and not redis.call('ZSCORE', KEYS[1], ARGV[4]) then return -1 end
redis.call('ZADD', KEYS[1], ARGV[5], ARGV[4])
redis.call('PEXPIRE', KEYS[1], 600000)
local gap = tonumber(ARGV[3])
if gap > 0 then redis.call('SET', KEYS[2], now + gap, 'PX', gap) end
return 0`

/** How soon to ask again for one of a host's places; spread, so that waiting jobs do not ask all at once. */
const FULL_RETRY_MS = { least: 500, spread: 1_000 }

interface PoliteRedis extends Redis {
  enterHost(places: string, nextStart: string, ...args: (string | number)[]): Promise<number>
}

export function createPoliteness(redis: Redis, limits: PolitenessLimits): Politeness {
  // As a command of its own the script is sent once, and then named by its digest.
  redis.defineCommand('enterHost', { numberOfKeys: 2, lua: ENTER })
  const { enterHost } = redis as PoliteRedis
  /** Key of the places by job. */
  const held = new Map<string, string>()
  const keys = (host: string) => [`{polite:${host}}:at-once`, `{polite:${host}}:next-start`] as const

  return {
    async enter(host, jobId) {
      const [places, nextStart] = keys(host)
      const now = Date.now()
      const args = [now, limits.maxAtOnce, limits.gapMs, jobId, now + PLACE_MS]
      const waitMs = await enterHost.call(redis, places, nextStart, ...args)
      if (waitMs !== 0) return { kind: 'wait', ms: waitMs < 0 ? fullRetryMs() : waitMs }
      held.set(jobId, places)
      return {
        kind: 'granted',
        leave: async () => {
          held.delete(jobId)
          await redis.zrem(places, jobId)
        },
      }
    },
    async renew() {
      if (held.size === 0) return
      const until = Date.now() + PLACE_MS
      const renewal = redis.pipeline()
      for (const [jobId, places] of held) renewal.zadd(places, until, jobId)
      await renewal.exec()
    },
    async pause(host, retryAfterMs) {
      if (retryAfterMs <= 0 || retryAfterMs > limits.maxRetryAfterMs) return
      await redis.set(keys(host)[1], Date.now() + retryAfterMs, 'PX', retryAfterMs)
    },
  }
}

function fullRetryMs(): number {
  return Math.round(FULL_RETRY_MS.least + Math.random() * FULL_RETRY_MS.spread)
}
