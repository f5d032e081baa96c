import { setTimeout as pause } from 'node:timers/promises'
import type { FailureReason, Fetcher, FetchOutcome } from './fetcher.ts'

/** Long enough for a worker behind a load balancer to be replaced, short against any deadline. */
const PAUSE_MS = 300

const TARGETS_FAULTS: ReadonlySet<FailureReason> = new Set(['server_error', 'broken_body'])

/** Repeats a GET once at the same tier, after a short pause, when the target has failed or was not there. */
export function withTargetRetry(fetcher: Fetcher, pauseMs = PAUSE_MS): Fetcher {
  return {
    tier: fetcher.tier,
    requestHeaders: fetcher.requestHeaders,
    close: () => fetcher.close(),
    async fetch(request, signal) {
      const first = await fetcher.fetch(request, signal)
      if (request.method !== 'GET' || !isTargetsFault(first)) return first
      const inTime = await pause(pauseMs, true, { signal })
        .then(() => request.keepGap?.(signal))
        .then(
          () => true,
          () => false,
        )
      return inTime ? fetcher.fetch(request, signal) : first
    },
  }
}

function isTargetsFault(outcome: FetchOutcome): boolean {
  return outcome.kind === 'failed' && (TARGETS_FAULTS.has(outcome.reason) || outcome.unreachable === true)
}
