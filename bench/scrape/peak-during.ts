import { setTimeout as sleep } from 'node:timers/promises'
import type { Memory } from '../lib/process-usage.ts'

const SAMPLE_MS = 500

/** Memory by process. */
export type MemorySample = Record<string, Memory>

/** The sample with the largest sum of PSS, of those taken while `work` is under way. */
export async function peakDuring(
  work: () => Promise<void>,
  takeSample: () => Promise<MemorySample>,
): Promise<MemorySample> {
  let peak: MemorySample = {}
  let done = false
  const working = work().finally(() => {
    done = true
  })
  while (!done) {
    const sample = await takeSample()
    if (sumOf(sample, 'pssBytes') > sumOf(peak, 'pssBytes')) peak = sample
    await sleep(SAMPLE_MS)
  }
  await working
  return peak
}

export function sumOf(sample: MemorySample, what: keyof Memory): number {
  return Object.values(sample).reduce((sum, one) => sum + one[what], 0)
}
