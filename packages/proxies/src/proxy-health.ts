/** Remembers which proxies fail, and leaves them alone for a while. */
export interface ProxyHealth {
  isUsable(url: string): boolean
  failed(url: string): void
  worked(url: string): void
}

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 5 * 60_000
/** Addresses with a job's session in them are many; only so many are remembered. */
const REMEMBERED = 1_000

/** Exponential back-off per proxy: 5 s after the first failure, doubled by each further one, up to 5 minutes. */
export function createProxyHealth(now: () => number = Date.now): ProxyHealth {
  const failures = new Map<string, { count: number; usableAt: number }>()
  return {
    isUsable: (url) => (failures.get(url)?.usableAt ?? 0) <= now(),
    failed(url) {
      const count = (failures.get(url)?.count ?? 0) + 1
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), LONGEST_PAUSE_MS)
      if (failures.size >= REMEMBERED) failures.clear()
      failures.set(url, { count, usableAt: now() + pauseMs })
    },
    worked: (url) => void failures.delete(url),
  }
}
