import type { Tier } from '@gleaner/contracts'
import type { Attempt } from '@gleaner/jobs'
import type { Metrics } from '@gleaner/runtime'

export interface TierMetrics {
  attempted(tier: Tier, attempt: Attempt): void
}

export function createTierMetrics(metrics: Metrics): TierMetrics {
  const attempts = metrics.counter('gleaner_attempts_total')
  const seconds = metrics.histogram('gleaner_attempt_seconds')
  return {
    attempted(tier, { result, durationMs }) {
      attempts.inc({ tier, result })
      seconds.observe(durationMs / 1000, { tier, result })
    },
  }
}
