import { availableParallelism } from 'node:os'
import { createEgress, type Egress, type EgressOptions } from '@gleaner/egress'
import { createExtractPool, type ExtractPool } from '@gleaner/extract'
import type { TierConfig } from './config.ts'

/** The egress policy and connections of a tier service; `opsPort` is one of the addresses that nobody may reach through it. */
export function createTierEgress(
  config: TierConfig,
  opsPort: number | undefined,
  blockedDomains: EgressOptions['blockedDomains'] = config.EGRESS_BLOCKED_DOMAINS,
): Egress {
  return createEgress({
    allow: config.EGRESS_ALLOW,
    ownAddresses: config.EGRESS_OWN_ADDRESSES,
    blockedDomains,
    ownUrls: [config.DATABASE_URL, config.REDIS_URL],
    publicUrls: [config.PUBLIC_URL, config.S3_ENDPOINT],
    ownPorts: opsPort === undefined ? [] : [opsPort],
  })
}

/** What reads pages in a tier service. */
export function createTierExtractPool(
  config: TierConfig,
  options: { threads?: number; onWorkerLost?: (error: Error) => void } = {},
): ExtractPool {
  return createExtractPool({
    threads: config.EXTRACT_THREADS || availableParallelism(),
    processes: config.EXTRACT_PROCESSES || Math.max(2, availableParallelism()),
    memoryMb: config.EXTRACT_MEMORY_MB,
    cpuMs: config.EXTRACT_CPU,
    ocrCpuMs: config.EXTRACT_OCR_CPU,
    ...options,
  })
}
