import { setTimeout as pause } from 'node:timers/promises'
import type { FailureReason, Fetcher } from './fetcher.ts'

/** Long enough for a worker behind a load balancer to be replaced, short against any deadline. */
const PAUSE_MS = 300

const TARGETS_FAULTS: ReadonlySet<FailureReason> = new Set(['server_error', 'broken_body'])

/** Repeats a GET once at the same tier, after a short pause, when it met a server error or a body that breaks off. */
export function withServerErrorRetry(fetcher: Fetcher, pauseMs = PAUSE_MS): Fetcher {
  return {
    tier: fetcher.tier,
    close: () => fetcher.close(),
    async fetch(request, signal) {
      const first = await fetcher.fetch(request, signal)
      const isTargetsFault = first.kind === 'failed' && TARGETS_FAULTS.has(first.reason)
      if (request.method !== 'GET' || !isTargetsFault) return first
      const inTime = await pause(pauseMs, true, { signal }).catch(() => false)
      return inTime ? fetcher.fetch(request, signal) : first
    },
  }
}
