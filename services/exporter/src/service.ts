import { createKeyCheck, openConnections, POOL_SIZES } from '@gleaner/connections'
import { createDeploymentEgress } from '@gleaner/egress'
import { createExporter } from '@gleaner/exports/worker'
import { createPubSub } from '@gleaner/queue'
import type { Service, ServiceDeps } from '@gleaner/runtime'
import { createSecretBox } from '@gleaner/security/secret-box'
import { openFiles } from '@gleaner/storage'
import { createLiveBlockedDomains } from '@gleaner/switches/blocked-domains'
import type { Config } from './config.ts'

export { config } from './config.ts'

/** Writes exports: Postgres holds them, and a message over Redis says when there are new ones. */
export function createService(config: Config, deps: ServiceDeps): Service {
  const { logger, metrics, opsPort } = deps
  const { pool, checks, report, onError, close } = openConnections(config, logger, {
    max: POOL_SIZES.exporter,
  })
  const pubSub = createPubSub({ redisUrl: config.REDIS_URL, onError })
  const blockedDomains = createLiveBlockedDomains(pool, config.EGRESS_BLOCKED_DOMAINS, deps)
  const egress = createDeploymentEgress(config, blockedDomains.names, [opsPort])
  const secretBox = createSecretBox(config.ENCRYPTION_KEYS)
  const keys = createKeyCheck(pool, secretBox, logger)
  const { redis, ...needed } = checks
  const turns = metrics.counter('gleaner_exports_total')
  const exporter = createExporter({
    pool,
    pubSub,
    secretBox,
    egress,
    logger,
    files: openFiles(config).store,
    folders: config.EXPORT_FOLDERS,
    httpsOnly: config.NODE_ENV === 'production',
    publicUrl: config.PUBLIC_URL,
    onTurn: (result, format) => turns.inc({ format, result }),
  })

  return {
    name: 'exporter',
    checks: { ...needed, keys: keys.check },
    // Without it due exports are looked for unasked.
    partialChecks: { redis },
    report,
    async start() {
      await keys.start()
      await blockedDomains.start()
      await exporter.start()
    },
    async stop() {
      await exporter.stop()
      await Promise.all([keys.stop(), blockedDomains.stop(), egress.close(), pubSub.close()])
      await close()
    },
  }
}
