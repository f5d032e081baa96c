import { POOL_SIZES } from '@gleaner/connections'
import { createDeploymentEgress, type Egress } from '@gleaner/egress'
import { type JobsContext, openJobs } from '@gleaner/jobs'
import type { Service, ServiceDeps } from '@gleaner/runtime'
import { createLiveBlockedDomains } from '@gleaner/switches/blocked-domains'
import type { Config } from './config.ts'

/** What the parts of this service work with. */
export interface CrawlerContext {
  readonly config: Config
  readonly deps: ServiceDeps
  readonly jobs: JobsContext
  readonly redis: ReturnType<typeof openJobs>['redis']
  readonly egress: Egress
  readonly checks: Service['checks']
  readonly report: NonNullable<Service['report']>
  /** Reads what is to be known before any site is asked. */
  start(): Promise<void>
  close(): Promise<void>
}

/** Opens the databases, and the way to the sites. */
export function openCrawler(config: Config, deps: ServiceDeps): CrawlerContext {
  const { logger, opsPort } = deps
  const { jobs, redis, checks, keys, report, close } = openJobs(config, logger, { max: POOL_SIZES.crawler })
  const blocked = createLiveBlockedDomains(jobs.pool, config.EGRESS_BLOCKED_DOMAINS, deps)
  const egress = createDeploymentEgress(config, blocked.names, [opsPort])
  return {
    config,
    deps,
    jobs,
    redis,
    egress,
    checks: { ...checks, keys: keys.check },
    report,
    async start() {
      await keys.start()
      await blocked.start()
    },
    async close() {
      await Promise.all([blocked.stop(), egress.close()])
      await close()
    },
  }
}

/** A kind of work of this service. `stop` hands back what is at hand, so that another process takes it up. */
export interface CrawlerPart {
  start(): void | Promise<void>
  stop(): Promise<void>
}
