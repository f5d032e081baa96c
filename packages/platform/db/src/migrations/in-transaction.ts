import type pg from 'pg'

/** Runs `work` in a transaction of the connection: committed when it returns, rolled back when it throws. */
export async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    // A connection that is broken cannot be told, and has rolled back.
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
