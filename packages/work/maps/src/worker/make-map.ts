import { sentLabels } from '@gleaner/contracts/schemas/labels'
import { retryWhileUnavailable } from '@gleaner/db'
import { deadlineSignal } from '@gleaner/runtime'
import { announceMap } from '../life/await-map.ts'
import type { ClaimedMap } from '../life/claim-map.ts'
import { makingMs } from '../life/deadline.ts'
import { type MapCount, type MapError, type MapsContext, NOT_MADE } from '../life/map.ts'
import { deliverMap, failMap } from '../life/settle-map.ts'
import { type ReadSite, readSite } from '../read/read-site.ts'
import type { SiteAccess } from '../read/site-access.ts'
import { writeReply } from '../reply/write-reply.ts'

export interface MakeMapContext extends Pick<MapsContext, 'pool' | 'pubSub'> {
  /** The site over the network, or the sample site of test keys. */
  accessFor(map: ClaimedMap): SiteAccess
}

/** How long in ms a map that is made waits for a database that is away. */
const PATIENCE_MS = 8_000

/** Makes a map, delivers it or ends it with an error, and wakes who waits. `interrupted`: the claim is lost, or the process must end. */
export async function makeMap(ctx: MakeMapContext, map: ClaimedMap, interrupted: AbortSignal): Promise<void> {
  const { request, leftMs } = map
  const ms = makingMs(request.timeout, leftMs)
  if (ms === undefined) return await giveUpMap(ctx, map, NOT_MADE)
  using time = deadlineSignal(ms, [interrupted])
  const site = await readSite(ctx.accessFor(map), request, time.signal)
  interrupted.throwIfAborted()
  const settle = async (): Promise<boolean> => {
    if (site.failure !== undefined)
      return await failMap(ctx.pool, map, unreadable(site.failure, site.warnings))
    return await deliverMap(ctx.pool, map, pieces)
  }
  const pieces = site.failure === undefined ? await replyOf(map, site) : []
  await retryWhileUnavailable(settle, PATIENCE_MS)
  announceMap(ctx.pubSub, map.id)
}

async function replyOf(map: ClaimedMap, site: ReadSite): Promise<Buffer[]> {
  const { search, only_count } = map.request
  if (!only_count) {
    const labels = sentLabels(map.request)
    return await writeReply({ ...map, labels, isSearched: Boolean(search?.trim()) }, site)
  }
  const { collection, sitemapFound, warnings } = site
  const count: MapCount = { urls: collection.size, sitemap_found: sitemapFound, warnings }
  return [Buffer.from(JSON.stringify(count))]
}

/** Ends a map that is not made. */
export async function giveUpMap(
  ctx: Pick<MakeMapContext, 'pool' | 'pubSub'>,
  map: ClaimedMap,
  why: MapError,
): Promise<void> {
  await failMap(ctx.pool, map, why)
  announceMap(ctx.pubSub, map.id)
}

function unreadable(failure: string, warnings: readonly string[]): MapError {
  return {
    code: 'ALL_TIERS_FAILED',
    message: `No addresses of the site could be found, and nothing was charged. ${failure}`,
    details: { warnings },
  }
}

/** Its makers have vanished with it again and again. */
export const DEADLY: MapError = {
  code: 'RESOURCE_LIMIT_EXCEEDED',
  message: 'Reading this site ended the process that read it, several times. Nothing was charged.',
}
