import { createKeyUses, createKeyVerifier, type KeyUses, type KeyVerifier } from '@gleaner/accounts'
import { openConnections } from '@gleaner/connections'
import type { REALTIME_ENDPOINTS } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { type ApiContext, type EndpointHandler, keyAuthenticators, reportLimits } from '@gleaner/http-api'
import { createPubSub } from '@gleaner/queue'
import { createRateLimits } from '@gleaner/rate-limits'
import type { Service, ServiceDeps } from '@gleaner/runtime'
import type { Config } from './config.ts'
import { createLiveHub, type LiveHub } from './live/hub.ts'
import { createOpenStreams, type OpenStreams } from './streams/open-streams.ts'
import { createWatchedKeys, type WatchedKeys } from './watched-keys.ts'

export interface Context extends ApiContext {
  config: Config
  pool: Queryable
  keys: KeyVerifier
  /** What keys were used for since it was last written. */
  keyUses: KeyUses
  watchedKeys: WatchedKeys
  hub: LiveHub
  streams: OpenStreams
  checks: Service['checks']
  close(): Promise<void>
}

type Endpoints = typeof REALTIME_ENDPOINTS

/** The handler of an endpoint that this service answers: `Handler<'streamBatch'>`. */
export type Handler<Name extends keyof Endpoints> = EndpointHandler<Context, Endpoints[Name]>

/** Reads are grouped, so that a few connections do for all who listen. */
const POOL_SIZE = 6

export function createContext(config: Config, { logger, metrics }: ServiceDeps): Context {
  const { pool, redis, checks, onError, close } = openConnections(config, logger, { max: POOL_SIZE })
  const pubSub = createPubSub({ redisUrl: config.REDIS_URL, onError })
  const keys = createKeyVerifier(pool)
  const keyUses = createKeyUses(pool)
  const limits = createRateLimits(redis, { onChange: reportLimits(logger, metrics) })
  const watchedKeys = createWatchedKeys(pool, logger)
  return {
    config,
    pool,
    logger,
    metrics,
    keys,
    authenticators: keyAuthenticators(keys, keyUses),
    limits,
    keyUses,
    watchedKeys,
    hub: createLiveHub({ jobs: { pool, pubSub }, logger }),
    streams: createOpenStreams({ watchedKeys, metrics }),
    checks,
    async close() {
      await keyUses.flush().catch((error) => logger.warn({ err: error }, 'uses of keys were not written'))
      limits.close()
      await pubSub.close()
      await close()
    },
  }
}
