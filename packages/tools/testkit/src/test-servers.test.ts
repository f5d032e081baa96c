import { expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import pg from 'pg'
import { createTestDatabase } from './database.ts'
import { createTestRedis } from './test-redis.ts'

test('two test databases do not see each other and are gone after close', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const ask = async (url: string, sql: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client.query(sql).finally(() => client.end())
  }
  await ask(one.url, 'CREATE TABLE only_here (id int)')
  const seen = await ask(two.url, "SELECT to_regclass('only_here') AS name")
  expect(seen.rows).toEqual([{ name: null }])
  await Promise.all([one.close(), two.close()])
  await expect(ask(one.url, 'SELECT 1')).rejects.toThrow('does not exist')
})

test('two test Redis databases do not see each other', async () => {
  const [one, two] = await Promise.all([createTestRedis(), createTestRedis()])
  const [first, second] = [new Redis(one.url), new Redis(two.url)]
  await first.set('key', 'value')
  expect(await second.get('key')).toBeNull()
  await one.close()
  expect(await first.get('key')).toBeNull()
  first.disconnect()
  second.disconnect()
  await two.close()
})
