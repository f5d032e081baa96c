import { createEgress } from '@gleaner/egress'
import { createPubSub } from '@gleaner/queue'
import { silentLogger } from '@gleaner/runtime'
import { createMapWorker } from '@gleaner/site-map'
import type { GatewayFixture } from './fixture.ts'

/** What makes the maps that callers of the fixture's gateway wait for, until it is disposed of. */
export function startMaps({ env, pool }: Pick<GatewayFixture, 'env' | 'pool'>): AsyncDisposable {
  const { REDIS_URL: redisUrl = '', EGRESS_ALLOW: allow } = env
  const egress = createEgress({ allow })
  const pubSub = createPubSub({ redisUrl, onError: () => {} })
  const worker = createMapWorker({ redisUrl, maps: { pool, pubSub }, egress, logger: silentLogger() })
  worker.start()
  return {
    async [Symbol.asyncDispose]() {
      await worker.stop()
      await Promise.all([egress.close(), pubSub.close()])
    },
  }
}
