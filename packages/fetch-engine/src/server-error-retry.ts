import { setTimeout as pause } from 'node:timers/promises'
import type { Fetcher } from './fetcher.ts'

/** Long enough for a worker behind a load balancer to be replaced, short against any deadline. */
const PAUSE_MS = 300

/** Repeats a GET once at the same tier, after a short pause, when the response was a server error. */
export function withServerErrorRetry(fetcher: Fetcher, pauseMs = PAUSE_MS): Fetcher {
  return {
    tier: fetcher.tier,
    close: () => fetcher.close(),
    async fetch(request, signal) {
      const first = await fetcher.fetch(request, signal)
      const isServerError = first.kind === 'failed' && first.reason === 'server_error'
      if (request.method !== 'GET' || !isServerError) return first
      const inTime = await pause(pauseMs, true, { signal }).catch(() => false)
      return inTime ? fetcher.fetch(request, signal) : first
    },
  }
}
