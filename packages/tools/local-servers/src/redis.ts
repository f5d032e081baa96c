import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { claimFolder, recordServer } from './child/claim-folder.ts'
import { type ServerProcess, startServer } from './child/server-process.ts'
import { onFreePort } from './free-port.ts'
import { findRedis } from './redis/find-redis.ts'

export interface RedisOptions {
  dir: string
  /** A free one when absent. */
  port?: number | undefined
  /** Asked of whoever connects; letters, digits, "-" and "_". None when absent. */
  password?: string | undefined
  /** False: the data is deleted by `stop`. Default true. */
  persistent?: boolean
}

export interface RunningRedis {
  url: string
  port: number
  pid: number
  stop(): Promise<void>
}

/** How many database numbers there are: every test file takes one. */
export const DATABASES = 4096

// What the queues need: nothing acknowledged is lost by a kill of Redis, nothing is evicted.
const SETTINGS = [
  ...['--bind', '127.0.0.1'],
  ...['--appendonly', 'yes'],
  ...['--appendfsync', 'everysec'],
  ...['--save', ''],
  ...['--maxmemory-policy', 'noeviction'],
  ...['--databases', String(DATABASES)],
]

/**
 * Starts `redis-server` or `valkey-server` of this system with its data in `dir`. It ends with this process.
 * Throws how to install it when it is missing, and when `port` or the folder is in use.
 */
export async function startRedis(options: RedisOptions): Promise<RunningRedis> {
  const folder = resolve(options.dir)
  const program = await findRedis()
  await claimFolder(folder, 'SIGTERM')
  const start = (port: number) =>
    startServer(
      {
        program,
        // "-": the rest of the settings comes from standard input.
        args: ['-', ...SETTINGS, '--dir', folder, '--port', String(port)],
        input: options.password === undefined ? '' : `requirepass ${options.password}\n`,
        ready: /Ready to accept connections/,
        stopSignal: 'SIGTERM',
      },
      (pid) => recordServer(folder, pid),
    ).then((server) => ({ server, port }))
  const { server, port } = await onFreePort(options.port, start)
  const discard = options.persistent === false ? folder : undefined
  const login = options.password === undefined ? '' : `:${options.password}@`
  return {
    url: `redis://${login}127.0.0.1:${port}`,
    port,
    pid: server.pid,
    stop: () => stop(server, discard),
  }
}

async function stop(server: ServerProcess, discard: string | undefined): Promise<void> {
  await server.stop()
  if (discard) await rm(discard, { recursive: true, force: true })
}
