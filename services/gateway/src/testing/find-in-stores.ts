import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from '@gleaner/db'
import { connectRedis } from '@gleaner/queue'

/** Tables in any row of which one of these texts stands. */
export async function findInTables(pool: Pool, texts: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1",
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await pool.query<{ text: string }>(
      `SELECT DISTINCT t.text FROM ${name} AS row, unnest($1::text[]) AS t(text) WHERE strpos(row::text, t.text) > 0 ORDER BY 1`,
      [texts],
    )
    found.push(...hits.map(({ text }) => `${name}: ${text}`))
  }
  return found
}

/** Keys of Redis in whose name or value one of these texts stands. */
export async function findInRedis(redisUrl: string, texts: readonly string[]): Promise<string[]> {
  const redis = connectRedis(redisUrl, 'worker', () => {})
  if (redis.status !== 'ready') await once(redis, 'ready')
  try {
    const found: string[] = []
    for (const key of await redis.keys('*')) {
      const read = READERS[await redis.type(key)]
      if (!read) throw new Error(`${key} is of a type that is not read`)
      const value = JSON.stringify([key, await read(redis, key)])
      if (texts.some((text) => value.includes(text))) found.push(key)
    }
    return found
  } finally {
    redis.disconnect()
  }
}

type Redis = ReturnType<typeof connectRedis>

const READERS: Record<string, (redis: Redis, key: string) => Promise<unknown>> = {
  string: (redis, key) => redis.get(key),
  hash: (redis, key) => redis.hgetall(key),
  list: (redis, key) => redis.lrange(key, 0, -1),
  set: (redis, key) => redis.smembers(key),
  zset: (redis, key) => redis.zrange(key, '0', '-1'),
  stream: (redis, key) => redis.xrange(key, '-', '+'),
  // Gone meanwhile.
  none: async () => undefined,
}

/** Files below a folder in whose name or content one of these texts stands. */
export async function findInFiles(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const content = `${path} ${await readFile(path, 'latin1')}`
    if (texts.some((text) => content.includes(text))) found.push(path)
  }
  return found
}
