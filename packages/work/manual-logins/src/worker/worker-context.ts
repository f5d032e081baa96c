import type { BrowserPool } from '@gleaner/browser-tiers'
import type { Database } from '@gleaner/db'
import type { OperatorProxy } from '@gleaner/proxies'
import type { createMessagePlaces, MessagePlaces } from '@gleaner/queue'
import type { Logger, Metrics } from '@gleaner/runtime'
import type { ManualLoginsContext, Times } from '../life/manual-login.ts'

export interface ManualLoginWorkerOptions {
  redisUrl: string
  /** For short commands. */
  redis: Parameters<typeof createMessagePlaces>[0]['redis']
  logins: ManualLoginsContext
  db: Database
  pool: BrowserPool
  proxies: readonly OperatorProxy[]
  /** Shorter ones for tests. */
  times?: Times
  logger: Logger
  metrics: Metrics
}

export type WorkerContext = Omit<ManualLoginWorkerOptions, 'redisUrl' | 'redis' | 'times'> & {
  times: Times
  places: MessagePlaces
  /** Browsers of this process that are open. */
  open: { count: number }
}
