import { silentLogger } from '@gleaner/runtime'
import { createTestDatabase, createTestRedis, eventually } from '@gleaner/testkit'
import { describe, expect, test } from '@jest/globals'
import { openConnections } from './open-connections.ts'

const PATIENT = { DATABASE_CONNECT_TIMEOUT: 60_000 }

describe('the connections of a service', () => {
  test('are ready once Postgres and Redis answer', async () => {
    const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()])
    const settings = { ...PATIENT, DATABASE_URL: database.url, REDIS_URL: redis.url }
    const { checks, close } = openConnections(settings, silentLogger())
    await eventually(() => Promise.all(Object.values(checks).map((check) => check())))
    await close()
    await Promise.all([database.close(), redis.close()])
  })

  test('say what is away, and close without it', async () => {
    const settings = {
      ...PATIENT,
      DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x',
      REDIS_URL: 'redis://127.0.0.1:1',
    }
    const { checks, close } = openConnections(settings, silentLogger())
    await expect(checks.postgres!()).rejects.toThrow(/ECONNREFUSED/)
    await expect(checks.redis!()).rejects.toThrow(/Redis does not answer/)
    await close()
  })
})
