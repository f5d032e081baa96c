import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Runs `use` with a question to the stack's database: how many of the jobs since then are in which state. */
export async function withJobCounts<T>(
  databaseUrl: string,
  use: (count: () => Promise<{ open: number; completed: number }>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const since = (await client.query('SELECT now() AS now')).rows[0].now
    return await use(async () => {
      const { rows } = await client.query(
        `SELECT count(*) FILTER (WHERE finished_at IS NULL)::int AS open,
                count(*) FILTER (WHERE status = 'completed')::int AS completed
         FROM job WHERE created_at >= $1`,
        [since],
      )
      return rows[0]
    })
  } finally {
    await client.end()
  }
}

/** Waits until no job is open; throws after `timeoutMs`. */
export async function untilDone(count: () => Promise<{ open: number }>, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while ((await count()).open > 0) {
    if (Date.now() > deadline) throw new Error('the jobs do not end')
    await sleep(100)
  }
}
