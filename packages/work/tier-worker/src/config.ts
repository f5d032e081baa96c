import { hostFields } from '@gleaner/jobs'
import { connectionFields, durationField, egressFields, intField } from '@gleaner/runtime'
import { fileFields } from '@gleaner/storage'
import { z } from 'zod'

/** Settings of every tier service; a service adds its own. */
export const tierConfig = z.object({
  ...connectionFields,
  ...fileFields,
  ...egressFields,
  PROXIES: z
    .string()
    .optional()
    .describe('JSON array of {"url", "pool"?, "country"?}; see docs/operations.md'),
  ...hostFields,
  DOMAIN_GAP: durationField(0).describe('least time between two requests to one host, e.g. 200ms'),
  RETRY_AFTER_MAX: durationField(10_000).describe(
    'a longer Retry-After of a host is not waited for, e.g. 10s',
  ),
  TIER_CONCURRENCY: intField({ min: 1, max: 1_000, fallback: 0 }).describe('jobs at once; default: by tier'),
  BODY_MEMORY_MB: intField({ min: 256, max: 1_048_576, fallback: 512 }).describe(
    'memory for fetched bodies above 1 MB, at tiers 1 to 3',
  ),
  EXTRACT_THREADS: intField({ min: 1, max: 64, fallback: 0 }).describe(
    'threads that read pages; default: one a core',
  ),
  EXTRACT_PROCESSES: intField({ min: 1, max: 64, fallback: 0 }).describe(
    'processes that read documents and very large pages; default: one a core, at least 2',
  ),
  EXTRACT_MEMORY_MB: intField({ min: 64, max: 65_536, fallback: 512 }).describe(
    'memory that reading a page may take',
  ),
  EXTRACT_CPU: durationField(10_000).describe('CPU time that reading a page may take, e.g. 10s'),
  EXTRACT_OCR_CPU: durationField(60_000).describe('the same where images are read'),
})

export type TierConfig = z.infer<typeof tierConfig>
