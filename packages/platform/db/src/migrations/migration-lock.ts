import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Any constant works as long as every process that migrates takes the same lock. */
const MIGRATION_LOCK = 7_305_512

const ASK_EVERY_MS = 250
const SAY_EVERY_MS = 10_000

export interface Waiting {
  say: (line: string) => void
  /** By the process's clock. */
  giveUpAt: number
}

/**
 * Takes the lock of those that migrate, until the connection ends. Asks again and again: a statement that waited for the lock would be
 * waited for by the index that its holder builds. Throws when it is not free in time.
 */
export async function takeMigrationLock(client: pg.Client, { say, giveUpAt }: Waiting): Promise<void> {
  let saidAt = 0
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      MIGRATION_LOCK,
    ])
    if (rows[0]!.taken) return
    if (Date.now() >= giveUpAt)
      throw new Error(
        `Another process migrates the database: ${await describeHolder(client)}. Start again when it is done.`,
      )
    if (Date.now() - saidAt >= SAY_EVERY_MS) {
      say(`waiting for another process that migrates: ${await describeHolder(client)}`)
      saidAt = Date.now()
    }
    await sleep(ASK_EVERY_MS)
  }
}

async function describeHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT format('%s, %s, since %s', pid, COALESCE(NULLIF(application_name, ''), 'no name'), date_trunc('second', backend_start)) AS text
     FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND objid = $1 AND pg_locks.database = (
       SELECT oid FROM pg_database WHERE datname = current_database())`,
    [MIGRATION_LOCK],
  )
  return rows[0]?.text ?? 'it has just ended'
}
