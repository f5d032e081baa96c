import type { RateLimits } from '@gleaner/rate-limits'
import type { Logger, Metrics, Tracer } from '@gleaner/runtime'
import type { Authenticators } from './authenticate.ts'

/** What a service that answers endpoints has, whatever else its handlers work with. */
export interface ApiContext {
  logger: Logger
  metrics: Metrics
  tracer?: Tracer | undefined
  authenticators: Authenticators
  limits: RateLimits
  /** Where callers reach the service. */
  publicUrl: string
}
