import type { Histories } from '@gleaner/change-tracking'
import type { Tier } from '@gleaner/contracts'
import type { ExtractPool } from '@gleaner/extract'
import type { BodyMemory, Fetcher } from '@gleaner/http-tiers'
import type { DomainRecorder, JobsContext } from '@gleaner/jobs'
import type { GuardedFetch } from '@gleaner/llm/client/guarded-fetch'
import type { Archiver } from '@gleaner/page-archive'
import type { OperatorProxy, ProxyHealth } from '@gleaner/proxies'
import type { Logger, Tracer } from '@gleaner/runtime'
import type { KeptPages } from './attempt/kept-pages.ts'
import type { BulkGate } from './bulk-gate/bulk-gate.ts'
import type { HostLimiter } from './host-limiter.ts'
import type { IsolatedProcessPool } from './isolated/process-pool.ts'
import type { LeaseRenewer } from './lease-renewer.ts'
import type { Permits } from './permits.ts'
import type { Artifacts } from './result/artifacts.ts'
import type { ValidationMetrics } from './session-validation/validation-metrics.ts'
import type { TierMetrics } from './tier-metrics.ts'

/** What the worker of one tier works with. */
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
  keptPages: KeptPages
  archiver: Archiver
  /** What pages were at their last scrape. */
  histories: Histories
  /** Leads to the providers of callers' language models. */
  models: Pick<GuardedFetch, 'fetch'>
  leases: LeaseRenewer
  /** The operator's proxies and what is known of their health. */
  proxies: { list: readonly OperatorProxy[]; health: ProxyHealth }
  permits: Permits
  bulkGate: BulkGate
  hosts: HostLimiter
  isolated: IsolatedProcessPool
  domains: DomainRecorder
  metrics: TierMetrics
  validationMetrics: ValidationMetrics
  logger: Logger
  /** Where traces are wanted. */
  tracer?: Tracer | undefined
}
