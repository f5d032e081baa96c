import { randomUUID } from 'node:crypto'
import {
  type Consumer,
  createConsumer,
  createMessagePlaces,
  type MessagePlaces,
  type MessageWork,
} from '@gleaner/queue'
import { keepClaim, onceFree } from '@gleaner/queue/claim'
import { WORK } from '@gleaner/queue/work'
import { inLineOf, type Logger, type Metrics } from '@gleaner/runtime'
import { onMapEnded } from '../life/await-map.ts'
import { type ClaimedMap, claimMap, mapClaims, readWanted, type WantedMap } from '../life/claim-map.ts'
import type { MapsContext } from '../life/map.ts'
import { DEADLY, giveUpMap, type MakeMapContext, makeMap } from './make-map.ts'
import { createNetworkAccess, type NetworkOptions } from './network-access.ts'
import { sampleAccess } from './sample-access.ts'

export interface MapWorkerOptions extends NetworkOptions {
  redisUrl: string
  /** For short commands. */
  redis: Parameters<typeof createMessagePlaces>[0]['redis']
  maps: MapsContext
  logger: Logger
  metrics: Metrics
}

/** Makes the maps that callers wait for. */
export interface MapWorker {
  start(): Promise<void>
  /** What is at hand after a while is taken up by another process. */
  stop(): Promise<void>
}

/** Messages taken beyond the places: when one account has its share, those of others must still be met. */
const SPARE_HANDLERS = 16
/** How long a stopping process lets maps finish; what is left is taken up by another. */
const STOP_GRACE_MS = 10_000
/** A map that so many processes have vanished with is not tried again. */
const MOST_LOST_LEASES = 2

export function createMapWorker(options: MapWorkerOptions): MapWorker {
  const { redisUrl, redis, maps, logger, metrics } = options
  const network = createNetworkAccess(options)
  const brings = { map: WORK.map.places, estimate: WORK.estimate.places }
  const { producer } = maps
  const places = createMessagePlaces({ redis, producer, worker: randomUUID(), brings, logger, metrics })
  const ctx: WorkerContext = {
    ...maps,
    logger,
    places,
    accessFor: ({ test }) => (test ? sampleAccess : network),
  }
  let consumer: Consumer | undefined
  return {
    async start() {
      await places.start()
      consumer = createConsumer({
        redisUrl,
        queue: 'map',
        concurrency: brings.map + brings.estimate + SPARE_HANDLERS,
        handle: ({ mapId }, stopping) => handleMap(ctx, mapId, stopping),
        onError: (error) => logger.warn({ err: error }, 'the queue connection failed'),
        onFailedTry: (error, task) => logger.error({ err: error, task }, 'a try of a map failed'),
      })
    },
    async stop() {
      await consumer?.stop(STOP_GRACE_MS)
      await places.stop()
      await network.close()
    },
  }
}

interface WorkerContext extends MakeMapContext {
  places: MessagePlaces
  logger: Logger
}

/** Runs again after a crash at any line: the claim then finds what is left to do. */
async function handleMap(ctx: WorkerContext, id: string, stopping: AbortSignal): Promise<void> {
  const wanted = await readWanted(ctx.pool, id)
  if (!wanted) return
  const work = workOf(id, wanted)
  if (wanted.hasEnded) return ctx.places.leave(work)
  using _place = await ctx.places.take(work, wanted.leftMs)
  const claim = await claimMap(ctx.pool, id)
  switch (claim.kind) {
    case 'stale':
      return
    case 'held':
      throw onceFree(claim)
    case 'claimed':
      if (claim.row.lostLeases > MOST_LOST_LEASES) return await giveUpMap(ctx, claim.row, DEADLY)
      return await make(ctx, claim.row, stopping)
  }
}

function workOf(id: string, { accountId, kind }: WantedMap): MessageWork {
  return { kind, accountId, queue: 'map', messageId: id }
}

async function make(ctx: WorkerContext, map: ClaimedMap, stopping: AbortSignal): Promise<void> {
  const { pool, pubSub, logger } = ctx
  await using claim = keepClaim({ name: 'renew-map', renew: () => mapClaims.renew(pool, map), logger })
  // Its caller has gone away: the place is for somebody else.
  const unsubscribe = await onMapEnded(pubSub, map.id, () => void claim.renew().catch(() => {}))
  try {
    await inLineOf(map.accountId, () => makeMap(ctx, map, AbortSignal.any([stopping, claim.lost])))
  } catch (error) {
    // Ended by its caller, who went away, or in another process's hands: nothing is left to do.
    if (claim.lost.aborted) return
    await mapClaims.release(pool, map).catch(() => {})
    throw error
  } finally {
    unsubscribe()
  }
}
