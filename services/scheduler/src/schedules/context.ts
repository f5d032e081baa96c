import { createDeploymentEgress } from '@gleaner/egress'
import { createWaitingWebhooks, type IntakeContext } from '@gleaner/intake'
import type { JobsContext } from '@gleaner/jobs'
import { parseOperatorProxies } from '@gleaner/proxies'
import type { ServiceDeps } from '@gleaner/runtime'
import { createSearchEngine } from '@gleaner/search'
import { createLiveBlockedDomains, type LiveBlockedDomains } from '@gleaner/switches/blocked-domains'
import type { Config } from '../config.ts'

/** What runs of schedules are checked with, as the gateway checks requests. The scheduler itself connects to no target; it asks the search engine. */
export interface RunsContext {
  intake: IntakeContext
  blockedDomains: LiveBlockedDomains
  close(): Promise<void>
}

export function openRuns(
  config: Config,
  jobs: JobsContext,
  deps: Pick<ServiceDeps, 'logger' | 'metrics' | 'opsPort'>,
): RunsContext {
  const blockedDomains = createLiveBlockedDomains(jobs.pool, config.EGRESS_BLOCKED_DOMAINS, deps)
  const egress = createDeploymentEgress(config, blockedDomains.names, [deps.opsPort])
  return {
    intake: {
      config,
      jobs,
      egress,
      operatorProxies: parseOperatorProxies(config.PROXIES),
      waitingWebhooks: createWaitingWebhooks(jobs.pool),
      searchEngine: createSearchEngine(config, jobs.pool),
      logger: deps.logger,
    },
    blockedDomains,
    async close() {
      await blockedDomains.stop()
      await egress.close()
    },
  }
}
