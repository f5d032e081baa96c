import {
  type ConnectionSettings,
  type Connections,
  createKeyCheck,
  type KeyCheck,
  openConnections,
  type PoolSettings,
} from '@gleaner/connections'
import { createProducer, createPubSub } from '@gleaner/queue'
import type { Logger } from '@gleaner/runtime'
import { createSecretBox } from '@gleaner/security/secret-box'
import type { JobsContext } from '../context.ts'
import { createInstanceId } from '../ending/job-events.ts'

/** The databases, with all that the functions of this package work with. */
export function openJobs(
  settings: ConnectionSettings & { ENCRYPTION_KEYS: string },
  logger: Logger,
  poolSettings?: PoolSettings,
): Connections & { readonly jobs: JobsContext; readonly keys: KeyCheck } {
  const connections = openConnections(settings, logger, poolSettings)
  const options = {
    redisUrl: settings.REDIS_URL,
    connection: connections.redis,
    onError: connections.onError,
  }
  const jobs: JobsContext = {
    pool: connections.pool,
    pubSub: createPubSub(options),
    producer: createProducer(options),
    secretBox: createSecretBox(settings.ENCRYPTION_KEYS),
    logger,
    instanceId: createInstanceId(),
  }
  const keys = createKeyCheck(connections.pool, jobs.secretBox, logger)
  return {
    ...connections,
    jobs,
    keys,
    async close() {
      await keys.stop()
      await Promise.all([jobs.producer.close(), jobs.pubSub.close()])
      await connections.close()
    },
  }
}
