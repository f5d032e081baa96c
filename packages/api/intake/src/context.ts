import type { Egress } from '@gleaner/egress'
import type { JobsContext } from '@gleaner/jobs'
import type { OperatorProxy } from '@gleaner/proxies'
import type { Logger } from '@gleaner/runtime'
import type { SearchEngine } from '@gleaner/search'
import type { WaitingWebhooks } from './check-waiting-webhooks.ts'

/** What a request is checked with, in whichever service. */
export interface IntakeContext {
  config: {
    /** Whether tier 5 may be used. */
    CAPTCHA_TIER: boolean
    /** In development, webhooks may go to plain http. */
    NODE_ENV: 'development' | 'production' | 'test'
  }
  jobs: JobsContext
  /** Checks URLs. */
  egress: Egress
  operatorProxies: readonly OperatorProxy[]
  /** What accounts' receivers have yet to be told. */
  waitingWebhooks: WaitingWebhooks
  /** What answers searches. */
  searchEngine: SearchEngine
  logger: Logger
}
