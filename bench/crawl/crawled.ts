import type { MemorySample } from '../lib/peak-memory.ts'

/** One crawl of one contender. */
export interface Crawled {
  /** That it says it has delivered. */
  pages: number
  seconds: number
  /** CPU milliseconds, by process. */
  cpuMs: Record<string, number>
  /** What the machine held for it, at most. */
  peak: MemorySample
}
