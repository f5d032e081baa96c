import { createMetrics, loadConfig, type Service, silentLogger } from '@gleaner/runtime'
import { createTestDatabase, createTestRedis, eventually } from '@gleaner/testkit'
import { describe, expect, test } from '@jest/globals'
import { config, createService } from './service.ts'

let service: Service
const deps = { logger: silentLogger(), metrics: createMetrics({ service: 'webhooks' }) }
const checks = () => Promise.all(Object.values(service.checks).map((check) => check()))

describe('webhooks', () => {
  test('is ready once Postgres and Redis answer', async () => {
    const database = await createTestDatabase()
    const redis = await createTestRedis()
    service = createService(loadConfig(config, { DATABASE_URL: database.url, REDIS_URL: redis.url }), deps)
    await service.start()
    await eventually(checks)
    await service.stop()
    await Promise.all([database.close(), redis.close()])
  })

  test('starts without them, and says that it is not ready', async () => {
    const nobody = { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', REDIS_URL: 'redis://127.0.0.1:1' }
    service = createService(loadConfig(config, nobody), deps)
    await service.start()
    await expect(service.checks.postgres!()).rejects.toThrow(/ECONNREFUSED/)
    await expect(service.checks.redis!()).rejects.toThrow(/Redis connection is/)
    await service.stop()
  })
})
