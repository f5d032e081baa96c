import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@gleaner/local-servers/postgres'
import { startRedis } from '@gleaner/local-servers/redis'

interface Server {
  pid: number
  port: number
  stop(): Promise<void>
}

/** A server that can be stopped, and started anew at the same address with what it had kept. */
export interface Restartable {
  url: string
  server: Server
  restart(): Promise<void>
}

export interface Databases {
  redis: Restartable
  postgres: Restartable
  /** Leads a stack to them. */
  env: Record<string, string>
}

/** Runs `use` with databases of its own in a temporary folder, which no stack starts again by itself. */
export async function withDatabases<T>(use: (databases: Databases) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-databases-'))
  const redis = await restartable((port) => startRedis({ dir: join(folder, 'redis'), port }))
  const postgres = await restartable((port) => startPostgres({ dataDir: join(folder, 'postgres'), port }))
  try {
    return await use({ redis, postgres, env: { REDIS_URL: redis.url, DATABASE_URL: postgres.url } })
  } finally {
    await Promise.all([redis.server.stop(), postgres.server.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

async function restartable(
  start: (port?: number) => Promise<Server & { url: string }>,
): Promise<Restartable> {
  const first = await start()
  const self: Restartable = {
    url: first.url,
    server: first,
    restart: async () => {
      self.server = await start(first.port)
    },
  }
  return self
}
