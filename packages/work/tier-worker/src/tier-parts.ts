import { availableParallelism } from 'node:os'
import { createExtractPool, type ExtractPool } from '@gleaner/extract'
import type { TierConfig } from './config.ts'

/** What reads pages in a tier service. */
export function createTierExtractPool(
  config: TierConfig,
  options: { threads?: number; onWorkerLost?: (error: Error) => void } = {},
): ExtractPool {
  return createExtractPool({
    threads: config.EXTRACT_THREADS || availableParallelism(),
    kept: config.EXTRACT_KEPT,
    processes: config.EXTRACT_PROCESSES || Math.max(2, availableParallelism()),
    memoryMb: config.EXTRACT_MEMORY_MB,
    cpuMs: config.EXTRACT_CPU,
    ocrCpuMs: config.EXTRACT_OCR_CPU,
    ...options,
  })
}
