import { trackingFields } from '@gleaner/change-tracking'
import { hostFields } from '@gleaner/jobs'
import { archiveFields } from '@gleaner/page-archive'
import {
  connectionFields,
  durationField,
  egressFields,
  intField,
  proxyFields,
  settingFacts,
  settings,
} from '@gleaner/runtime'
import { fileFields } from '@gleaner/storage'
import { z } from 'zod'

/** Settings of every tier service; a service adds its own. */
export const tierConfig = z.object({
  ...connectionFields,
  ...fileFields,
  ...archiveFields,
  ...trackingFields,
  ...egressFields,
  ...proxyFields,
  ...hostFields,
  ...settings('files', {
    DOCUMENT_MB: intField({ min: 0, max: 50, fallback: 50, unit: 'MB' }).describe(
      'largest file (PDF, office document, picture) of a batch or crawl that is kept beside its result, so that exports have it; 0: none',
    ),
  }),
  ...settings('hosts', {
    DOMAIN_GAP: durationField(0).describe('least time between the starts of two requests to one host'),
    RETRY_AFTER_MAX: durationField(10_000).describe(
      'longest Retry-After of a host that is waited for; a longer one counts as a refusal, and the next tier is tried',
    ),
  }),
  ...settings('fetching', {
    TIER_CONCURRENCY: intField({ min: 1, max: 1_000, fallback: 0, unit: 'jobs' })
      .describe('jobs that a tier service works on at once')
      .register(settingFacts, { byDefault: 'by tier' }),
    BODY_MEMORY_MB: intField({ min: 256, max: 1_048_576, fallback: 512, unit: 'MB' }).describe(
      'memory for fetched bodies above 1 MB, in each service of tiers 1 to 3. A body that finds none waits for it',
    ),
  }),
  ...settings('reading', {
    EXTRACT_THREADS: intField({ min: 1, max: 64, fallback: 0, unit: 'threads' })
      .describe('threads that read fetched pages, in each tier service')
      .register(settingFacts, { byDefault: 'one a core' }),
    EXTRACT_KEPT: intField({ min: 0, max: 64, fallback: 1, unit: 'threads' }).describe(
      'of them, those of a process that stay while there is nothing to read, some 40 MB each; those of tier 1 warm up soon after its start',
    ),
    EXTRACT_PROCESSES: intField({ min: 1, max: 64, fallback: 0, unit: 'processes' })
      .describe(
        'processes that read documents (PDF, office, images) and pages above 2 MB, in each tier service',
      )
      .register(settingFacts, { byDefault: 'one a core, at least 2' }),
    EXTRACT_MEMORY_MB: intField({ min: 64, max: 65_536, fallback: 512, unit: 'MB' }).describe(
      'memory that reading one page may take; one that takes more ends as EXTRACTION_FAILED',
    ),
    EXTRACT_CPU: durationField(10_000).describe('CPU time that reading one page may take, likewise'),
    EXTRACT_OCR_CPU: durationField(60_000).describe(
      'CPU time that reading one page may take where images are read',
    ),
  }),
})

export type TierConfig = z.infer<typeof tierConfig>
