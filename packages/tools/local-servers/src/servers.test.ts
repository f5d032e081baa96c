import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readProcess } from '@gleaner/runtime/process-table'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import pg from 'pg'
import { type RunningPostgres, startPostgres } from './postgres.ts'
import { type RunningRedis, startRedis } from './redis.ts'

const HOLDER = fileURLToPath(new URL('./fixtures/hold-servers.ts', import.meta.url))

interface Held {
  postgres: RunningPostgres
  redis: RunningRedis
}

let folder: string
let holder: ChildProcess
let held: Held

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-test-servers-'))
  holder = spawn(process.execPath, [HOLDER, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(holder.stdout!, 'data')
  held = JSON.parse(String(line)) as Held
})

afterAll(async () => {
  holder.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test('a folder whose servers are in use is refused', async () => {
  await expect(startPostgres({ dataDir: join(folder, 'postgres') })).rejects.toThrow(/in use by process/)
  await expect(startRedis({ dir: join(folder, 'redis') })).rejects.toThrow(/in use by process/)
})

test('Postgres keeps what it is told over a power cut, Redis evicts nothing and writes everything down', async () => {
  const [settings] = await query<{ fsync: string }>(held.postgres.url, 'SHOW fsync')
  expect(settings).toEqual({ fsync: 'on' })
  const redis = new Redis(held.redis.url)
  expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction'])
  expect(await redis.config('GET', 'appendfsync')).toEqual(['appendfsync', 'everysec'])
  expect(await redis.config('GET', 'appendonly')).toEqual(['appendonly', 'yes'])
  redis.disconnect()
})

test('after a run is killed the next one takes over its folders with all that was written', async () => {
  await query(held.postgres.url, 'CREATE TABLE boats AS SELECT 7 AS count')
  const before = new Redis(held.redis.url)
  await before.set('boat', 'Maren')
  before.disconnect()

  holder.kill('SIGKILL')
  await once(holder, 'close')
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  const redis = await startRedis({ dir: join(folder, 'redis') })

  expect(await query(postgres.url, 'SELECT count FROM boats')).toEqual([{ count: 7 }])
  const after = new Redis(redis.url)
  expect(await after.get('boat')).toBe('Maren')
  after.disconnect()
  await Promise.all([postgres.stop(), redis.stop()])
  for (const pid of [held.postgres.pid, held.redis.pid, postgres.pid, redis.pid]) {
    await eventually(() => expect(readProcess(pid)).toBeUndefined())
  }
})

test('a lock file whose number belongs to another process by now is no obstacle', async () => {
  const lock = join(folder, 'postgres', 'cluster', 'postmaster.pid')
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  const text = await readFile(lock, 'utf8')
  await postgres.stop()
  await writeFile(lock, text.replace(/^\d+/, String(process.pid)))
  const next = await startPostgres({ dataDir: join(folder, 'postgres') })
  expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await next.stop()
})

test('a wished port that is taken is an error, and throw-away data is gone after stop', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const dir = join(folder, 'redis-2')
  await expect(startRedis({ dir, port })).rejects.toThrow(/address already in use/i)
  taken.close()
  const redis = await startRedis({ dir, port, persistent: false })
  expect(redis.port).toBe(port)
  await redis.stop()
  await expect(stat(dir)).rejects.toThrow('ENOENT')
})

async function query<T>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as T[]
  } finally {
    await client.end()
  }
}
