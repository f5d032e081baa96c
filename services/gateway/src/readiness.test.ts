import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectRedis, whenReady } from '@gleaner/queue'
import { createMetrics, loadConfig, silentLogger } from '@gleaner/runtime'
import { eventually, freePort, type RunningRedis, startRedis } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { config } from './config.ts'
import { createService } from './service.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
let redis: RunningRedis
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gleaner-full-redis-'))
  redis = await startRedis({ dir })
  fixture = await createGatewayFixture({ REDIS_URL: redis.url })
  account = await fixture.account()
})
afterAll(async () => {
  await fixture.close()
  await redis.stop()
  await rm(dir, { recursive: true, force: true })
})

const readiness = async () => {
  const response = await fetch(`${fixture.url}/readyz`)
  return [response.status, await response.json()]
}
const statusOf = async (path: string) => {
  const response = await fetch(fixture.url + path)
  await response.text()
  return response.status
}
const READY = [200, { status: 'ready', failing: [] }]

describe('a gateway', () => {
  test('whose Redis is full reads, refuses work as a whole, and says that it is degraded', async () => {
    const admin = connectRedis(redis.url, 'request', () => {})
    await whenReady(admin, 20_000)
    await admin.config('SET', 'maxmemory', '1')
    const before = await fixture.balance(account)
    try {
      expect(await readiness()).toEqual([200, { status: 'degraded', failing: ['redis'] }])
      const { status, body } = await fixture.scrape(account, { url: fixture.site.url })
      expect([status, body.error]).toEqual([502, 'QUEUE_UNAVAILABLE'])
      expect((await fixture.get(account, '/usage')).status).toBe(200)
    } finally {
      await admin.config('SET', 'maxmemory', '0')
      admin.disconnect()
    }
    const { rows } = await fixture.pool.query('SELECT 1 FROM job WHERE finished_at IS NULL')
    expect(rows).toEqual([])
    expect(await fixture.balance(account)).toEqual(before)
    await eventually(async () => expect(await readiness()).toEqual(READY))
  })

  test('whose Postgres is read-only reads, answers 503 to what would write, and says that it is degraded', async () => {
    const name = new URL(fixture.env.DATABASE_URL!).pathname.slice(1)
    const set = async (state: 'on' | 'off') => {
      await fixture.pool.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${state}`)
      await fixture.pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
        [name],
      )
    }
    await set('on')
    try {
      await eventually(async () =>
        expect(await readiness()).toEqual([200, { status: 'degraded', failing: ['writable'] }]),
      )
      // On a busy machine the queue, which was full a moment ago, may be away for as long as its connection is opened anew.
      await eventually(async () => {
        const { status, body } = await fixture.scrape(account, { url: fixture.site.url })
        expect([status, body.error]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      })
    } finally {
      await fixture.pool.query('SET default_transaction_read_only = off')
      await set('off')
    }
    await eventually(async () => expect(await readiness()).toEqual(READY))
  })

  test('without a schema is not ready', async () => {
    await fixture.pool.query('ALTER TABLE _prisma_migrations RENAME TO kept')
    expect(await readiness()).toEqual([503, { status: 'not_ready', failing: ['schema'] }])
    await fixture.pool.query('ALTER TABLE kept RENAME TO _prisma_migrations')
    expect(await readiness()).toEqual(READY)
  })

  test('that is about to stop serves on, says so, and ends connections with its replies', async () => {
    const port = await freePort()
    const settings = loadConfig(config, { ...fixture.env, PORT: String(port) })
    const gateway = createService(settings, {
      logger: silentLogger(),
      metrics: createMetrics({ service: 'gateway' }),
    })
    await gateway.start()
    const agent = new Agent({ keepAlive: true })
    const ask = async (path: string) => {
      const response = await new Promise<IncomingMessage>((resolve, reject) =>
        get({ port, path, agent }, resolve).on('error', reject),
      )
      response.resume()
      return [response.statusCode, response.headers.connection]
    }
    expect(await ask('/api/v1')).toEqual([200, 'keep-alive'])
    gateway.drain!()
    expect(await ask('/readyz')).toEqual([503, 'close'])
    expect(await ask('/api/v1')).toEqual([200, 'close'])
    agent.destroy()
    await gateway.stop()
  })

  test('answers no path that is not declared', async () => {
    for (const path of ['/docs', '/docs/', '/openapi.json', '/', '/api/v1/', '/healthz', '/reset-password'])
      expect([path, await statusOf(path)]).toEqual([path, 200])
    expect(await statusOf('/admin/queues')).toBe(401)
    expect(await statusOf('/docsx')).toBe(404)
  })
})
