import { silentLogger } from '@gleaner/runtime'
import { generateKey } from '@gleaner/security/secret-box'
import { createTestDatabase, createTestRedis, eventually } from '@gleaner/testkit'
import { expect, test } from '@jest/globals'
import { openJobs } from './open-jobs.ts'

test('what a service opens works, and is gone once it is closed', async () => {
  const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()])
  const settings = {
    DATABASE_URL: database.url,
    DATABASE_CONNECT_TIMEOUT: 60_000,
    REDIS_URL: redis.url,
    ENCRYPTION_KEYS: generateKey('test'),
  }
  const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const before = sockets()
  const opened = openJobs(settings, silentLogger())
  await opened.keys.start()
  const { pool, pubSub, producer, instanceId } = opened.jobs
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  // What Redis is asked before it is there fails at once, and messages are lost.
  const missing = new Set(['none'])
  await eventually(async () =>
    expect(await producer.missing([{ queue: 'map', id: 'none' }])).toEqual(missing),
  )
  const heard: string[] = []
  await pubSub.subscribe('channel', 'key', (message) => heard.push(message))
  await eventually(() => {
    pubSub.publish('channel', 'key', 'hello')
    expect(heard).toContain('hello')
  })
  expect(instanceId).toEqual(expect.any(String))
  expect(sockets()).toBeGreaterThan(before)
  await opened.close()
  await eventually(() => expect(sockets()).toBeLessThanOrEqual(before))
  await expect(pool.query('SELECT 1')).rejects.toThrow()
  await Promise.all([database.close(), redis.close()])
})
