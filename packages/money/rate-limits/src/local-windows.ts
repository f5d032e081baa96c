import type { WindowLimit } from '@gleaner/contracts'

/** Sliding windows in the memory of this process. */
export interface LocalWindows {
  /** Milliseconds for which the window is full; 0 when the request was counted. */
  take(key: string, limit: WindowLimit): number
  /** Takes back the latest one that was counted. */
  giveBack(key: string): void
}

const KEYS_MAX = 10_000

export function createLocalWindows(now: () => number = () => performance.now()): LocalWindows {
  /** When requests were let through, the oldest first. */
  const windows = new Map<string, number[]>()
  return {
    take(key, { requests, seconds }) {
      const at = now()
      const span = seconds * 1000
      const recent = (windows.get(key) ?? []).filter((then) => then > at - span)
      // Set anew, it stands last: the first ones are the oldest.
      windows.delete(key)
      windows.set(key, recent)
      if (windows.size > KEYS_MAX) windows.delete(windows.keys().next().value!)
      if (recent.length >= requests) return recent.at(-requests)! + span - at
      recent.push(at)
      return 0
    },
    giveBack: (key) => void windows.get(key)?.pop(),
  }
}
