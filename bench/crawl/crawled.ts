import { setTimeout as sleep } from 'node:timers/promises'
import { type MemorySample, sumOf } from '../scrape/peak-during.ts'

/** One crawl of one contender. */
export interface Crawled {
  /** That it says it has delivered. */
  pages: number
  seconds: number
  /** CPU milliseconds, by process. */
  cpuMs: Record<string, number>
  /** What the machine held for it, over the crawl. */
  memory: MemoryAt[]
}

export interface MemoryAt {
  /** Pages that were delivered by then; undefined where that is not known. */
  pages: number | undefined
  pssBytes: number
  byProcess: MemorySample
}

const SAMPLE_MS = 1_000

/** Looks at the memory of processes while `work` is under way. */
export async function watchMemory<T>(
  work: Promise<T>,
  take: () => Promise<MemorySample>,
  pages: () => number | undefined = () => undefined,
): Promise<{ result: T; memory: MemoryAt[] }> {
  const memory: MemoryAt[] = []
  let isDone = false
  const working = work.finally(() => {
    isDone = true
  })
  // Seen where it is awaited.
  working.catch(() => {})
  while (!isDone) {
    const byProcess = await take()
    memory.push({ pages: pages(), pssBytes: sumOf(byProcess, 'pssBytes'), byProcess })
    await Promise.race([sleep(SAMPLE_MS), working.catch(() => {})])
  }
  return { result: await working, memory }
}

export function peakOf(memory: readonly MemoryAt[]): MemoryAt {
  return memory.reduce((a, b) => (b.pssBytes > a.pssBytes ? b : a))
}
