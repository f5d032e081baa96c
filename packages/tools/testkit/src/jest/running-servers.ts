import type { RunningPostgres } from '@gleaner/local-servers/postgres'
import type { RunningRedis } from '@gleaner/local-servers/redis'

export interface RunningServers {
  folder: string
  postgres: RunningPostgres
  redis: RunningRedis
}

// Jest loads setup and teardown as separate module graphs in one process: they meet on the global object.
const KEY = Symbol.for('gleaner.testkit.servers')
const shared = globalThis as { [KEY]?: RunningServers }

export function keepForTeardown(servers: RunningServers): void {
  shared[KEY] = servers
}

export function serversOfThisRun(): RunningServers | undefined {
  return shared[KEY]
}
