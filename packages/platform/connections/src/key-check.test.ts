import { createPool, type Pool } from '@gleaner/db'
import { ConfigError, silentLogger } from '@gleaner/runtime'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { createTestDatabase, startDatabaseProxy, type TestDatabase } from '@gleaner/testkit'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createKeyCheck, replaceKeyCheck } from './key-check.ts'

let database: TestDatabase
let pool: Pool
beforeEach(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, connectTimeoutMs: 20_000 })
})
afterEach(async () => {
  await pool.end()
  await database.close()
})

const [K1, K2] = [generateKey('k1'), generateKey('k2')]
const keysOf = (...keys: string[]) => createKeyCheck(pool, createSecretBox(keys.join()), silentLogger())
const start = (...keys: string[]) => keysOf(...keys).start()

describe('a process', () => {
  test('with the keys of the deployment works, the first one with any', async () => {
    for (const _ of [1, 2]) await start(K1)
  })

  test.each([
    ['others', [K2]],
    ['others under the same name', [generateKey('k1')]],
  ])('with %s does not start, is not ready, and says what to do', async (_title, keys) => {
    await start(K1)
    await expect(start(...keys)).rejects.toBeInstanceOf(ConfigError)
    await expect(keysOf(...keys).check()).rejects.toThrow(
      /ENCRYPTION_KEYS \(.*give this process the keys of the others/,
    )
  })

  test('works through a change of keys in the documented order, and not when the old one is taken out too early', async () => {
    await start(K1)
    await start(K1, K2)
    await start(K2, K1)
    await expect(start(K2)).rejects.toThrow('rotate-keys')
    await replaceKeyCheck(pool, createSecretBox(K2))
    await start(K2)
    await expect(start(K1)).rejects.toThrow('ENCRYPTION_KEYS')
  })

  test('starts while Postgres is away, and is not ready', async () => {
    const proxy = await startDatabaseProxy(database.url)
    const away = createPool({ url: proxy.url, connectTimeoutMs: 200 })
    proxy.refuse('key_check')
    const keys = createKeyCheck(away, createSecretBox(K1), silentLogger())
    await keys.start()
    await expect(keys.check()).rejects.toThrow()
    proxy.restore()
    await keys.check()
    await keys.stop()
    await away.end()
    await proxy.close()
  })
})
