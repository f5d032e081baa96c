import type { Socket } from 'node:net'
import { createQuietTicks, type QuietTicks, TICK_MS } from '@gleaner/runtime/quiet-ticks'
import pg from 'pg'

/** A statement that is not answered for so long is looked after at the server; most take milliseconds. */
const SUSPECT_TICKS = 3
const PROBE_TIMEOUT_MS = 3_000

/** What the driver knows of a connection, and does not declare. */
type Connection = pg.PoolClient & {
  readonly processID: number
  /** Whether no statement is under way. */
  readonly readyForQuery: boolean
}

const streamOf = ({ connection }: Connection) => connection.stream as Socket

interface Watched {
  connection: Connection
  quietTicks: QuietTicks
  /** As of the last tick. */
  quiet: number
}

/**
 * Destroys connections of `pool` that have fallen silent without being closed (a lost route, a frozen proxy), within some five
 * seconds once new ones can be made; their statements fail as those of any broken connection. A server that works on a long statement
 * is silent too: a connection of its own asks what the server is doing for those that wait.
 */
export function dropSilent(pool: pg.Pool, url: string): void {
  const all = new Map<Connection, Watched>()
  let timer: NodeJS.Timeout | undefined
  let isProbing = false

  pool.on('connect', (client) => {
    const connection = client as Connection
    all.set(connection, { connection, quietTicks: createQuietTicks(), quiet: 0 })
    client.once('end', () => {
      all.delete(connection)
      if (all.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
    timer ??= setInterval(look, TICK_MS).unref()
  })

  function look(): void {
    for (const one of all.values()) {
      const stream = streamOf(one.connection)
      one.quiet = one.quietTicks(stream)
      // The other side was told that this is the end, and does not say so.
      if (stream.writableEnded && one.quiet >= SUSPECT_TICKS) stream.destroy()
    }
    const suspects = [...all.values()].filter(isSuspect)
    if (suspects.length === 0 || isProbing) return
    isProbing = true
    dropLost(suspects)
      // The server cannot be asked: nothing is known, and statements end by their own time.
      .catch(() => {})
      .finally(() => {
        isProbing = false
      })
  }

  async function dropLost(suspects: readonly Watched[]): Promise<void> {
    const isAtWork = await askServer(
      url,
      suspects.map(({ connection }) => connection.processID),
    )
    // What came while the server was asked has been read by now.
    const lost = suspects.filter((one) => !isAtWork(one.connection.processID) && isStill(one))
    if (lost.length === 0) return
    // What became of one may have become of those that are idle. Nobody waits for them, so they are opened anew.
    const idle = [...all.values()].filter((one) => one.connection.readyForQuery && one.quiet >= SUSPECT_TICKS)
    for (const { connection } of [...lost, ...idle])
      streamOf(connection).destroy(new Error('Postgres does not answer on this connection any more'))
  }
}

function isSuspect({ connection, quiet }: Watched): boolean {
  return !connection.readyForQuery && quiet >= SUSPECT_TICKS
}

/** Nothing has come since the last tick either. */
function isStill({ connection, quiet, quietTicks }: Watched): boolean {
  return !connection.readyForQuery && quiet > 0 && quietTicks(streamOf(connection)) > quiet
}

/**
 * Asks the server which of its processes `pids` work on a statement at the moment. Behind a pooler, whose numbers are its own, all may
 * be at work. Throws when no connection can be made.
 */
async function askServer(url: string, pids: readonly number[]): Promise<(pid: number) => boolean> {
  const probe = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  })
  probe.on('error', () => {})
  try {
    await probe.connect()
    const { rows } = await probe.query<{ own: number; pid: number; idle: boolean }>(
      `SELECT pg_backend_pid() AS own, pid, state LIKE 'idle%' AS idle FROM pg_stat_activity
       WHERE pid = ANY($1) OR pid = pg_backend_pid()`,
      [pids],
    )
    const isBehindPooler = rows[0]?.own !== (probe as unknown as Connection).processID
    const working = new Set(rows.filter(({ idle }) => !idle).map(({ pid }) => pid))
    return (pid) => isBehindPooler || working.has(pid)
  } finally {
    endSoon(probe)
  }
}

/** Its own connection may have fallen silent by now: nobody waits for its end. */
function endSoon(probe: pg.Client): void {
  const { stream } = (probe as unknown as Connection).connection
  const timer = setTimeout(() => stream.destroy(), PROBE_TIMEOUT_MS).unref()
  probe.end().finally(() => clearTimeout(timer))
}
