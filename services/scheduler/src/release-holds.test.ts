import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditLedger, createBalance, deposit, holdCall, readBalance } from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts/ids'
import { createPool } from '@gleaner/db'
import { createMetrics, loadConfig, silentLogger } from '@gleaner/runtime'
import { generateKey } from '@gleaner/security/secret-box'
import { createTestDatabase, createTestRedis, eventually } from '@gleaner/testkit'
import { expect, test } from '@jest/globals'
import { config, createService } from './service.ts'

test('the scheduler gives back what calls hold past their time, and nothing else', async () => {
  const [database, redis, storage] = await Promise.all([
    createTestDatabase(),
    createTestRedis(),
    mkdtemp(join(tmpdir(), 'gleaner-scheduler-')),
  ])
  const pool = createPool({ url: database.url })
  const accountId = uuidv7()
  await pool.query("INSERT INTO account (id, name) VALUES ($1, 'Test')", [accountId])
  await createBalance(pool, accountId)
  await deposit(pool, accountId, 10_000n, 'test')
  // Their processes were killed, and one is at work.
  for (const [kind, ms] of [
    ['search', -1],
    ['map', -1],
    ['search', 600_000],
  ] as const)
    await holdCall(pool, { id: uuidv7(), accountId, apiKeyId: null, kind }, ms)
  expect(await readBalance(pool, accountId)).toMatchObject({ availableMicros: 7_000n, heldMicros: 3_000n })

  const env = {
    DATABASE_URL: database.url,
    DATABASE_CONNECT_TIMEOUT: '60s',
    REDIS_URL: redis.url,
    ENCRYPTION_KEYS: generateKey('test'),
    PUBLIC_URL: 'http://127.0.0.1:1',
    STORAGE_DIR: storage,
    NODE_ENV: 'development',
    SWEEP_EVERY: '1s',
  }
  const scheduler = createService(loadConfig(config, env), {
    logger: silentLogger(),
    metrics: createMetrics({ service: 'scheduler' }),
  })
  await scheduler.start()
  await eventually(async () =>
    expect(await readBalance(pool, accountId)).toMatchObject({ availableMicros: 9_000n, heldMicros: 1_000n }),
  )
  await scheduler.stop()
  expect(await auditLedger(pool)).toEqual([])

  await pool.end()
  await Promise.all([database.close(), redis.close(), rm(storage, { recursive: true, force: true })])
})
