import { createKeyVerifier, type KeyVerifier } from '@gleaner/accounts'
import { createPool } from '@gleaner/db'
import { createEgress, type Egress } from '@gleaner/egress'
import { createDomainKnowledge, type DomainKnowledge, type JobsContext } from '@gleaner/jobs'
import { type OperatorProxy, parseOperatorProxies } from '@gleaner/proxies'
import { checkRedis, connectRedis, createBells, createProducer } from '@gleaner/queue'
import type { Logger, Metrics, ServiceDeps } from '@gleaner/runtime'
import { createSecretBox } from '@gleaner/security/secret-box'
import { type Files, openFiles } from '@gleaner/storage'
import type { Config } from './config.ts'

export interface Context {
  config: Config
  logger: Logger
  metrics: Metrics
  jobs: JobsContext
  keys: KeyVerifier
  /** Judges addresses; the gateway itself connects to a target only to test a proxy. */
  egress: Egress
  files: Files
  domains: DomainKnowledge
  operatorProxies: readonly OperatorProxy[]
  checks: Record<string, () => Promise<void>>
  close(): Promise<void>
}

const POOL_SIZE = 20

export function createContext(config: Config, { logger, metrics }: ServiceDeps): Context {
  const onError = (error: Error) => logger.warn({ err: error }, 'a connection failed')
  const pool = createPool({ url: config.DATABASE_URL, max: POOL_SIZE, onError })
  const bells = createBells({ redisUrl: config.REDIS_URL, onError })
  const producer = createProducer({ redisUrl: config.REDIS_URL, onError })
  const redis = connectRedis(config.REDIS_URL, 'request', onError)
  const egress = createEgress({
    allow: config.EGRESS_ALLOW,
    ownAddresses: config.EGRESS_OWN_ADDRESSES,
    blockedDomains: config.EGRESS_BLOCKED_DOMAINS,
  })
  return {
    config,
    logger,
    metrics,
    jobs: { pool, bells, producer, secretBox: createSecretBox(config.ENCRYPTION_KEYS) },
    keys: createKeyVerifier(pool),
    domains: createDomainKnowledge(pool),
    egress,
    files: openFiles({
      folder: config.STORAGE_DIR,
      publicUrl: config.PUBLIC_URL,
      encryptionKeys: config.ENCRYPTION_KEYS,
    }),
    operatorProxies: parseOperatorProxies(config.PROXIES),
    checks: {
      postgres: async () => void (await pool.query('SELECT 1')),
      redis: () => checkRedis(redis),
    },
    async close() {
      await Promise.all([producer.close(), bells.close(), egress.close()])
      redis.disconnect()
      await pool.end()
    },
  }
}
