import { setTimeout as sleep } from 'node:timers/promises'
import type { Memory } from './process-usage.ts'

const SAMPLE_MS = 500

/** Memory by process. */
export type MemorySample = Record<string, Memory>

/** What `work` resolves with, and of the samples taken until then the one with the largest sum of PSS. */
export async function watchPeak<T>(
  work: Promise<T>,
  take: () => Promise<MemorySample>,
): Promise<{ result: T; peak: MemorySample }> {
  let peak: MemorySample = {}
  let isDone = false
  const working = work.finally(() => {
    isDone = true
  })
  // Seen where it is awaited.
  working.catch(() => {})
  while (!isDone) {
    const sample = await take()
    if (sumOf(sample, 'pssBytes') > sumOf(peak, 'pssBytes')) peak = sample
    await Promise.race([sleep(SAMPLE_MS), working.catch(() => {})])
  }
  return { result: await working, peak }
}

export function sumOf(sample: MemorySample, what: keyof Memory): number {
  return Object.values(sample).reduce((sum, one) => sum + one[what], 0)
}
