import { startPostgres } from '@gleaner/local-servers/postgres'
import { startRedis } from '@gleaner/local-servers/redis'
import type { Environment } from './environment.ts'
import type { Home } from './home.ts'
import { type KeptServer, keepServer } from './keep-server.ts'
import type { Secrets } from './secrets.ts'

/** The databases that the fleet works with: the operator's, or our own with their data in the home folder. */
export interface Infrastructure {
  readonly databaseUrl: string
  readonly redisUrl: string
  /** Pids of those that are ours. */
  pids(): Record<string, number>
  /** Everything is about to stop: no server is restarted from now on. */
  stopRestarting(): void
  stop(): Promise<void>
}

export async function startInfrastructure(options: {
  home: Home
  env: Environment
  secrets: Pick<Secrets, 'redis_password'>
  say: (line: string) => void
  onRestart: () => void
}): Promise<Infrastructure> {
  const { home, env, secrets, say, onRestart } = options
  const starting: Record<string, Promise<KeptServer>> = {}
  if (!env.DATABASE_URL) {
    const start = (port?: number) => startPostgres({ dataDir: home.postgres, port })
    starting.postgres = keepServer({ name: 'Postgres', start, say, onRestart })
  }
  if (!env.REDIS_URL) {
    const start = (port?: number) => startRedis({ dir: home.redis, port, password: secrets.redis_password })
    starting.redis = keepServer({ name: 'Redis', start, say, onRestart })
  }
  const kept = await allOrNone(starting)
  return {
    databaseUrl: env.DATABASE_URL || kept.postgres!.url,
    redisUrl: env.REDIS_URL || kept.redis!.url,
    pids: () => Object.fromEntries(Object.entries(kept).map(([name, server]) => [name, server.pid])),
    stopRestarting: () => {
      for (const server of Object.values(kept)) server.stopRestarting()
    },
    stop: () => stopAll(Object.values(kept)),
  }
}

/** When one does not start, those that did are stopped again. */
async function allOrNone(starting: Record<string, Promise<KeptServer>>): Promise<Record<string, KeptServer>> {
  const names = Object.keys(starting)
  const results = await Promise.allSettled(Object.values(starting))
  const failed = results.find((result) => result.status === 'rejected')
  const running = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  if (failed) {
    await stopAll(running)
    throw failed.reason
  }
  return Object.fromEntries(names.map((name, index) => [name, running[index]!]))
}

async function stopAll(servers: readonly KeptServer[]): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()))
}
