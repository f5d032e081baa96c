import { msUntil, type Queryable } from '@gleaner/db'
import type { Producer, PubSub } from '@gleaner/queue'
import { awaitEnd, isFree, type Look } from '@gleaner/queue/claim'
import type { EndedMap, MapError, MapsContext } from './map.ts'

/** Published on when a map has ended, by its id. */
const CHANNEL = 'site-maps'

/** A map that no crawler has at hand is put on the queue again so often: its message may be lost. */
const ENQUEUE_AGAIN_MS = 5_000

/** Wakes who waits for it. May be repeated, and may be lost. */
export function announceMap(pubSub: PubSub, id: string): void {
  pubSub.publish(CHANNEL, id, '')
}

/** Calls `listener` when a map has ended, whoever has ended it. Messages may be lost. */
export async function onMapEnded(pubSub: PubSub, id: string, listener: () => void): Promise<() => void> {
  return await pubSub.subscribe(CHANNEL, id, listener)
}

/** Puts a map on the queue; adding one again while it waits there changes nothing. Throws QueueUnavailable. */
export async function enqueueMap(producer: Pick<Producer, 'add'>, id: string): Promise<void> {
  await producer.add('map', { mapId: id }, { id })
}

/**
 * Waits for a map's end. Undefined when it has not ended by its deadline, when `signal` aborts, or when the account has no such map.
 * Throws when Postgres stays away.
 */
export async function awaitMap(
  { pool, producer, pubSub }: Pick<MapsContext, 'pool' | 'pubSub'> & { producer: Pick<Producer, 'add'> },
  accountId: string,
  id: string,
  signal: AbortSignal,
): Promise<EndedMap | undefined> {
  let enqueuedAt = performance.now()
  async function look(): Promise<Look<EndedMap>> {
    const state = await readState(pool, accountId, id)
    if (!state) return { leftMs: 0 }
    const { hasEnded, error, bytes, isFree, leftMs } = state
    if (hasEnded) return { end: { id, error, bytes } }
    if (isFree && leftMs > 0 && performance.now() - enqueuedAt >= ENQUEUE_AGAIN_MS) {
      enqueuedAt = performance.now()
      await enqueueMap(producer, id).catch(() => {})
    }
    return { leftMs }
  }
  return await awaitEnd({ pubSub, channel: CHANNEL, id, look, signal })
}

interface State {
  hasEnded: boolean
  error: MapError | null
  bytes: number
  isFree: boolean
  leftMs: number
}

async function readState(sql: Queryable, accountId: string, id: string): Promise<State | undefined> {
  const { rows } = await sql.query<State>(
    `SELECT ended_at IS NOT NULL AS "hasEnded", error, bytes, ${isFree('site_map')} AS "isFree",
       ${msUntil('deadline_at')} AS "leftMs"
     FROM site_map WHERE id = $1 AND account_id = $2`,
    [id, accountId],
  )
  return rows[0]
}
