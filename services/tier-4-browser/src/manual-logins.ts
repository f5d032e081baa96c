import { createBrowserPool } from '@gleaner/browser-tiers'
import { createManualLoginWorker, type ManualLoginWorker } from '@gleaner/manual-logins/worker'
import { openPlaces } from '@gleaner/queue/work'
import type { ServiceDeps } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { TierParts } from '@gleaner/tier-worker'
import type { Config } from './config.ts'

/** A person's quarter of an hour, with its pictures: far more than a scrape's. */
const CPU_FACTOR = 5
const PROTOCOL_BYTES = 16 * 1024 * MEGABYTE

/** Browsers for logins by hand: apart from those of scrapes, and each for one login. */
export function createManualLogins(
  config: Config,
  { jobs, db, redis, egress, proxies }: TierParts,
  { logger, metrics }: Pick<ServiceDeps, 'logger' | 'metrics'>,
): ManualLoginWorker {
  const pool = createBrowserPool({
    egress,
    executablePath: config.CHROMIUM_PATH,
    places: openPlaces('manual-login-page'),
    networkNamespace: config.BROWSER_NETWORK_NAMESPACE,
    budgets: {
      memoryBytes: config.BROWSER_PAGE_MEMORY_MB * MEGABYTE,
      cpuMs: CPU_FACTOR * config.BROWSER_PAGE_CPU,
      protocolBytes: PROTOCOL_BYTES,
    },
  })
  const redisUrl = config.REDIS_URL
  const worker = createManualLoginWorker({
    redisUrl,
    redis,
    logins: jobs,
    db,
    pool,
    proxies,
    logger,
    metrics,
  })
  return {
    start: worker.start,
    async stop() {
      await worker.stop()
      await pool.close()
    },
  }
}
