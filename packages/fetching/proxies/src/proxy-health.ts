import type { OperatorProxy, ProxyPool } from './operator-proxies.ts'

/**
 * A circuit breaker for each of the operator's proxies: one that fails is paused. Keyed by the URL in the setting, before
 * a job's session is inserted, so that there are no more entries than proxies in the setting.
 */
export interface ProxyHealth {
  isPaused(proxy: OperatorProxy): boolean
  recordFailure(proxy: OperatorProxy): void
  recordSuccess(proxy: OperatorProxy): void
  /** For operators: without its login. */
  stateOf(proxy: OperatorProxy): ProxyState
}

export interface ProxyState {
  /** With its port. */
  host: string
  pool: ProxyPool
  /** In a row. */
  failures: number
  /** Milliseconds since the epoch; null while it is used. */
  pausedUntil: number | null
}

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 5 * 60_000

/** Exponential back-off per proxy: 5 s after the first failure, doubled by each further one, up to 5 minutes. */
export function createProxyHealth(now: () => number = Date.now): ProxyHealth {
  const failing = new Map<string, { failures: number; pausedUntil: number }>()

  function isPaused({ url }: OperatorProxy): boolean {
    return (failing.get(url)?.pausedUntil ?? 0) > now()
  }

  return {
    isPaused,
    recordFailure(proxy) {
      // Requests that were under way when the pause began fail for the same reason.
      if (isPaused(proxy)) return
      const failures = (failing.get(proxy.url)?.failures ?? 0) + 1
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
      failing.set(proxy.url, { failures, pausedUntil: now() + pauseMs })
    },
    recordSuccess: ({ url }) => void failing.delete(url),
    stateOf(proxy) {
      const { failures = 0, pausedUntil = 0 } = failing.get(proxy.url) ?? {}
      return {
        host: URL.parse(proxy.url)?.host ?? '',
        pool: proxy.pool,
        failures,
        pausedUntil: isPaused(proxy) ? pausedUntil : null,
      }
    },
  }
}
