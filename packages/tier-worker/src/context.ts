import type { Tier } from '@gleaner/contracts'
import type { ExtractPool } from '@gleaner/extract/pool'
import type { Fetcher } from '@gleaner/fetch-engine'
import type { BodyMemory } from '@gleaner/fetch-engine/read-body/body-memory'
import type { DomainRecorder, JobsContext } from '@gleaner/jobs'
import type { Logger } from '@gleaner/runtime'
import type { Admission } from './admission.ts'
import type { Artifacts } from './artifacts.ts'
import type { HeldJobs } from './held-jobs.ts'
import type { SoloRunner } from './solo/runner.ts'
import type { TierMetrics } from './tier-metrics.ts'
import type { OperatorProxies } from './way-out.ts'

/** What one lane (a tier and its queue) works with. */
export interface TierContext {
  tier: Tier
  jobs: JobsContext
  fetcher: Fetcher
  /** Answers jobs of test keys from built-in pages. */
  sampleFetcher: Fetcher
  extract: ExtractPool
  /** Of this process, for large bodies. */
  bodies: BodyMemory
  artifacts: Artifacts
  held: HeldJobs
  proxies: OperatorProxies
  admission: Admission
  solo: SoloRunner
  domains: DomainRecorder
  metrics: TierMetrics
  logger: Logger
}
