import type { Lane, LaneLimit } from '@gleaner/outgoing-webhooks'

/** How the receivers of this process's deliveries have answered last, so that slow ones get fewer at once. */
export interface LaneHealth {
  /** A receiver did not answer in time. */
  stalled(lane: Lane): void
  answered(lane: Lane): void
  /** A receiver asked to be left alone for so long. */
  pause(lane: Lane, ms: number): void
  /** The lanes that may not have as many as others. */
  limits(): LaneLimit[]
}

/** Lanes that are remembered; the oldest is forgotten first. */
const MOST_LANES = 1_000

interface State extends Lane {
  limit: number
  pausedUntil: number
}

/**
 * A receiver that lets deliveries run out of time gets half as many at once each time, down to `least`: what it keeps waiting takes
 * slots of this process that others could use. An answer gives it one more.
 */
export function createLaneHealth({ most, least }: { most: number; least: number }): LaneHealth {
  const lanes = new Map<string, State>()

  const keyOf = ({ host, accountId }: Lane) => `${accountId} ${host}`

  function stateOf(lane: Lane): State {
    const key = keyOf(lane)
    const known = lanes.get(key)
    if (known) return known
    const state = { host: lane.host, accountId: lane.accountId, limit: most, pausedUntil: 0 }
    lanes.set(key, state)
    if (lanes.size > MOST_LANES) lanes.delete(lanes.keys().next().value!)
    return state
  }

  return {
    stalled(lane) {
      const state = stateOf(lane)
      state.limit = Math.max(Math.min(least, most), Math.floor(state.limit / 2))
    },
    answered(lane) {
      const state = lanes.get(keyOf(lane))
      if (state && ++state.limit >= most && state.pausedUntil <= Date.now()) lanes.delete(keyOf(lane))
    },
    pause(lane, ms) {
      if (ms === 0) return
      const state = stateOf(lane)
      state.pausedUntil = Math.max(state.pausedUntil, Date.now() + ms)
    },
    limits() {
      const now = Date.now()
      return [...lanes.values()].map(({ host, accountId, limit, pausedUntil }) => ({
        host,
        accountId,
        limit: pausedUntil > now ? 0 : Math.min(limit, most),
      }))
    },
  }
}
