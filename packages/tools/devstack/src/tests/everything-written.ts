import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createPool, type Pool } from '@gleaner/db'
import { QUEUE_NAMES } from '@gleaner/queue'
import { eventually } from '@gleaner/testkit'
import { Redis } from 'ioredis'
import type { Fleet } from '../fleet.ts'

/** Where something was found, and its bytes. */
export interface Written {
  place: string
  bytes: Buffer
}

/**
 * Listens to every command that any process sends to Redis, from now on: keys, values, queue messages and pub/sub. A plain socket: the
 * client takes a command that comes together with the answer to MONITOR for an answer that nobody has asked for.
 */
export async function listenToRedis(fleet: Fleet): Promise<{ commands(): Written[]; stop(): void }> {
  const { hostname, port, username, password } = new URL(fleet.info.redis_url)
  const socket = connect({ host: hostname, port: Number(port) })
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  if (password) socket.write(`AUTH ${username || 'default'} ${password}\r\n`)
  socket.write('MONITOR\r\n')
  const text = () => Buffer.concat(chunks).toString('latin1')
  const listens = password ? /^\+OK\r\n\+OK/ : /^\+OK/
  await eventually(() => {
    if (!listens.test(text()))
      throw new Error(`Redis answered MONITOR with ${JSON.stringify(text().slice(0, 200))}`)
  })
  return {
    commands: () =>
      text()
        .split('\r\n')
        .map((line) => ({
          place: `redis command ${/"([^"]*)"/.exec(line)?.[1]}`,
          bytes: Buffer.from(line.replaceAll(/\\(["\\])/g, '$1'), 'latin1'),
        })),
    stop: () => void socket.destroy(),
  }
}

/** All that a stack has written by now: tables, Redis, files (logs and the databases' own among them), pages for operators. */
export async function everythingWritten(fleet: Fleet): Promise<Written[]> {
  const pool = createPool({ url: fleet.info.database_url, max: 1 })
  try {
    // The files of both databases then hold what their memory holds.
    await pool.query('CHECKPOINT')
    const parts = await Promise.all([
      tables(pool),
      redisKeys(fleet),
      files(fleet.home.root),
      operatorPages(fleet),
    ])
    return parts.flat()
  } finally {
    await pool.end()
  }
}

/** Every column of every row as text; bytes as what ASCII there is in them. */
async function tables(pool: Pool): Promise<Written[]> {
  const { rows } = await pool.query<{ table: string; columns: { name: string; type: string }[] }>(
    `SELECT table_name AS table, json_agg(json_build_object('name', column_name, 'type', data_type)) AS columns
     FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`,
  )
  const written: Written[] = []
  for (const { table, columns } of rows) {
    const list = columns.map(({ name, type }) =>
      type === 'bytea' ? `encode("${name}", 'escape')` : `"${name}"::text`,
    )
    const found = await pool.query<{ row: string }>(
      `SELECT concat_ws(E'\\n', ${list.join()}) AS row FROM "${table}"`,
    )
    written.push(...found.rows.map(({ row }) => ({ place: `table ${table}`, bytes: Buffer.from(row) })))
  }
  return written
}

const READ_BY_TYPE: Record<string, (redis: Redis, key: string) => Promise<unknown>> = {
  string: (redis, key) => redis.get(key),
  hash: (redis, key) => redis.hgetall(key),
  list: (redis, key) => redis.lrange(key, 0, -1),
  set: (redis, key) => redis.smembers(key),
  zset: (redis, key) => redis.zrange(key, '0', '-1'),
  stream: (redis, key) => redis.xrange(key, '-', '+'),
}

async function redisKeys({ info }: Fleet): Promise<Written[]> {
  const redis = new Redis(info.redis_url)
  try {
    const keys = await redis.keys('*')
    return await Promise.all(
      keys.map(async (key) => {
        const value = await READ_BY_TYPE[await redis.type(key)]?.(redis, key)
        return { place: `redis key ${key}`, bytes: Buffer.from(`${key}\n${JSON.stringify(value ?? null)}`) }
      }),
    )
  } finally {
    redis.disconnect()
  }
}

async function files(root: string): Promise<Written[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const written = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      // Databases remove files of theirs at any moment.
      return { place: path, bytes: await readFile(path).catch(() => Buffer.alloc(0)) }
    })
  return await Promise.all(written)
}

const QUEUE_STATES = ['latest', 'active', 'waiting', 'completed', 'failed', 'delayed', 'prioritized']

async function operatorPages({ info }: Fleet): Promise<Written[]> {
  const login = Buffer.from(`${info.admin.user}:${info.admin.password}`).toString('base64')
  const headers = { authorization: `Basic ${login}` }
  const queues = QUEUE_NAMES.flatMap((queue) =>
    QUEUE_STATES.map(
      (state) => `${info.queue_ui}/api/queues?activeQueue=${queue}&status=${state}&page=1&jobsPerPage=100`,
    ),
  )
  const pages = [
    info.queue_ui,
    ...queues,
    ...Object.values(info.ops).flatMap((ops) => [`${ops}/metrics`, `${ops}/readyz`, `${ops}/healthz`]),
  ]
  return await Promise.all(
    pages.map(async (url) => {
      const response = await fetch(url, { headers })
      return { place: url, bytes: Buffer.from(await response.arrayBuffer()) }
    }),
  )
}
