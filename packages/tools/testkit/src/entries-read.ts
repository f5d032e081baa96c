import { createPool, type Pool } from '@gleaner/db'

/** Counts what work reads of an index. */
export interface EntryCounter {
  /** One connection, whose statements are counted. */
  pool: Pool
  /** Entries that `work`, which goes by `pool`, reads of an index, or of all indexes of a table; also those of rows that are gone. */
  of(name: string, work: () => Promise<unknown>): Promise<number>
  close(): Promise<void>
}

/** `others`: a pool that has read beside it; what its connections have counted and not told yet is told before. */
export function createEntryCounter(databaseUrl: string, others: Pool): EntryCounter {
  const pool = createPool({ url: databaseUrl, max: 1 })
  const watching = createPool({ url: databaseUrl, max: 1 })

  async function read(name: string): Promise<number> {
    await pool.query('SELECT pg_stat_force_next_flush()')
    await pool.query('SELECT 1')
    const { rows } = await watching.query(
      'SELECT sum(idx_tup_read)::int AS entries FROM pg_stat_user_indexes WHERE $1 IN (indexrelname, relname)',
      [name],
    )
    if (rows[0].entries === null) throw new Error(`there is no index ${name}`)
    return rows[0].entries as number
  }

  return {
    pool,
    async of(name, work) {
      await tellCounts(others)
      const before = await read(name)
      await work()
      return (await read(name)) - before
    },
    async close() {
      await pool.end()
      await watching.end()
    },
  }
}

/** An idle connection tells what it has counted within 10 s: https://www.postgresql.org/docs/current/monitoring-stats.html */
async function tellCounts(pool: Pool): Promise<void> {
  const connections = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  for (const connection of connections) {
    await connection.query('SELECT pg_stat_force_next_flush()')
    await connection.query('SELECT 1')
    connection.release()
  }
}

/** Opens a transaction that keeps everything that is there now in the indexes (as a dump does), until it is disposed of. */
export async function keepOldSnapshot(pool: Pool): Promise<AsyncDisposable> {
  const dump = await pool.connect()
  await dump.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await dump.query('SELECT count(*) FROM account')
  return {
    async [Symbol.asyncDispose]() {
      await dump.query('ROLLBACK')
      dump.release()
    },
  }
}
