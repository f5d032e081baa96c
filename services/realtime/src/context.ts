import {
  createAccessTokenVerifier,
  createKeyUses,
  createKeyVerifier,
  type KeyUses,
  openAccessTokens,
} from '@gleaner/accounts'
import { type Connections, openConnections, POOL_SIZES } from '@gleaner/connections'
import type { REALTIME_ENDPOINTS } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { type ApiContext, createAuthenticators, type EndpointHandler, reportLimits } from '@gleaner/http-api'
import { createPubSub, type PubSub } from '@gleaner/queue'
import { openPlaces, type Places } from '@gleaner/queue/work'
import { createRateLimits } from '@gleaner/rate-limits'
import type { Checks, ServiceDeps } from '@gleaner/runtime'
import type { Config } from './config.ts'
import { createOpenFeeds, type OpenFeeds } from './feed/open-feeds.ts'
import { createLiveHub, type LiveHub } from './live/hub.ts'
import { createOpenStreams, type OpenStreams } from './streams/open-streams.ts'
import { createWatchedCallers, type WatchedCallers } from './watched-callers.ts'
import { createJobUpdates, type JobUpdates } from './ws/job-updates.ts'

export interface Context extends ApiContext {
  config: Config
  pool: Queryable
  pubSub: PubSub
  /** What keys were used for since it was last written. */
  keyUses: KeyUses
  watchedCallers: WatchedCallers
  hub: LiveHub
  streams: OpenStreams
  feeds: OpenFeeds
  updates: JobUpdates
  /** Places for messages that are made. */
  makers: Places
  checks: Checks
  partialChecks: Checks
  report: Connections['report']
  close(): Promise<void>
}

type Endpoints = typeof REALTIME_ENDPOINTS

/** The handler of an endpoint that this service answers: `Handler<'streamBatch'>`. */
export type Handler<Name extends keyof Endpoints> = EndpointHandler<Context, Endpoints[Name]>

export function createContext(config: Config, { logger, metrics }: ServiceDeps): Context {
  const { pool, redis, checks, report, onError, close } = openConnections(config, logger, {
    max: POOL_SIZES.realtime,
  })
  const pubSub = createPubSub({ redisUrl: config.REDIS_URL, onError })
  const keyUses = createKeyUses(pool)
  const limits = createRateLimits(redis, { onChange: reportLimits(logger, metrics) })
  const watchedCallers = createWatchedCallers(pool, { logger, metrics })
  const onUnavailable = (error: unknown) => logger.warn({ err: error }, 'results could not be read')
  const updates = createJobUpdates({ pool, publicUrl: config.PUBLIC_URL, onUnavailable })
  return {
    config,
    publicUrl: config.PUBLIC_URL,
    pool,
    pubSub,
    logger,
    metrics,
    authenticators: createAuthenticators(
      createKeyVerifier(pool),
      createAccessTokenVerifier(pool, openAccessTokens(config)),
      keyUses,
    ),
    limits,
    keyUses,
    watchedCallers,
    hub: createLiveHub({ jobs: { pool, pubSub }, logger, metrics }),
    streams: createOpenStreams({ watchedCallers, metrics }),
    feeds: createOpenFeeds(),
    updates,
    makers: openPlaces('live-messages'),
    checks: { postgres: checks.postgres, schema: checks.schema, clock: checks.clock },
    // Without it what has happened is read every few seconds.
    partialChecks: { redis: checks.redis },
    report,
    async close() {
      updates.stop()
      await keyUses.flush().catch((error) => logger.warn({ err: error }, 'uses of keys were not written'))
      limits.close()
      await pubSub.close()
      await close()
    },
  }
}
