import { type Consumer, createConsumer, TryLater } from '@gleaner/queue'
import { createLoop, type Logger } from '@gleaner/runtime'
import { type ClaimedMap, claimMap, MAP_LEASE_MS, releaseMap, renewMap } from '../life/claim-map.ts'
import type { MapsContext } from '../life/map.ts'
import { giveUpMap, type MakeMapContext, makeMap } from './make-map.ts'
import { createNetworkAccess, type NetworkOptions } from './network-access.ts'
import { sampleAccess } from './sample-access.ts'

export interface MapWorkerOptions extends NetworkOptions {
  redisUrl: string
  maps: Pick<MapsContext, 'pool' | 'pubSub'>
  logger: Logger
}

/** Makes the maps that callers wait for. */
export interface MapWorker {
  start(): void
  /** What is at hand after a while is taken up by another process. */
  stop(): Promise<void>
}

/** Maps made at once by one process: each may hold some 50 MB. */
const MAPS_AT_ONCE = 8
/** How long a stopping process lets maps finish; what is left is taken up by another. */
const STOP_GRACE_MS = 10_000
/** A map that so many processes have vanished with is not tried again. */
const MOST_LOST_LEASES = 2

export function createMapWorker(options: MapWorkerOptions): MapWorker {
  const { redisUrl, maps, logger } = options
  const network = createNetworkAccess(options)
  const ctx: WorkerContext = {
    ...maps,
    logger,
    accessFor: ({ test }) => (test ? sampleAccess : network),
  }
  let consumer: Consumer | undefined
  return {
    start() {
      consumer = createConsumer({
        redisUrl,
        queue: 'map',
        concurrency: MAPS_AT_ONCE,
        handle: ({ mapId }, stopping) => handleMap(ctx, mapId, stopping),
        onError: (error) => logger.warn({ err: error }, 'the queue connection failed'),
        onFailedTry: (error, task) => logger.error({ err: error, task }, 'a try of a map failed'),
      })
    },
    async stop() {
      await consumer?.stop(STOP_GRACE_MS)
      await network.close()
    },
  }
}

interface WorkerContext extends MakeMapContext {
  logger: Logger
}

/** Runs again after a crash at any line: the claim then finds what is left to do. */
async function handleMap(ctx: WorkerContext, id: string, stopping: AbortSignal): Promise<void> {
  const claim = await claimMap(ctx.pool, id)
  switch (claim.kind) {
    case 'stale':
      return
    case 'held':
      throw new TryLater(Math.max(100, claim.until.getTime() - Date.now()))
    case 'claimed':
      if (claim.map.lostLeases > MOST_LOST_LEASES) return await giveUpMap(ctx, claim.map)
      return await make(ctx, claim.map, stopping)
  }
}

async function make(ctx: WorkerContext, map: ClaimedMap, stopping: AbortSignal): Promise<void> {
  const { pool, logger } = ctx
  const lost = new AbortController()
  const renewing = createLoop({
    name: 'renew-map',
    everyMs: MAP_LEASE_MS / 4,
    logger,
    run: async () => {
      if (!(await renewMap(pool, map))) lost.abort(LOST)
    },
  })
  renewing.start()
  try {
    await makeMap(ctx, map, AbortSignal.any([stopping, lost.signal]))
  } catch (error) {
    // Ended by its caller, who went away, or in another process's hands: nothing is left to do.
    if (lost.signal.aborted) return
    await releaseMap(pool, map).catch(() => {})
    throw error
  } finally {
    await renewing.stop()
  }
}

const LOST = new Error('the claim of the map was lost')
