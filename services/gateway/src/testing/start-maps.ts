import { createEgress } from '@gleaner/egress'
import { createMapWorker } from '@gleaner/maps'
import { connectRedis, createProducer, createPubSub } from '@gleaner/queue'
import { createMetrics, silentLogger } from '@gleaner/runtime'
import type { GatewayFixture } from './fixture.ts'

/** What makes the maps that callers of the fixture's gateway wait for, until it is disposed of. */
export function startMaps({ env, pool }: Pick<GatewayFixture, 'env' | 'pool'>): AsyncDisposable {
  const { REDIS_URL: redisUrl = '', EGRESS_ALLOW: allow } = env
  const onError = () => {}
  const egress = createEgress({ allow })
  const redis = connectRedis(redisUrl, 'worker', onError)
  const pubSub = createPubSub({ redisUrl, onError })
  const producer = createProducer({ redisUrl, onError })
  const maps = { pool, pubSub, producer }
  const worker = createMapWorker({
    redisUrl,
    redis,
    maps,
    egress,
    logger: silentLogger(),
    metrics: createMetrics({ service: 'test' }),
  })
  const started = worker.start()
  return {
    async [Symbol.asyncDispose]() {
      await started
      await worker.stop()
      await Promise.all([egress.close(), pubSub.close(), producer.close()])
      redis.disconnect()
    },
  }
}
