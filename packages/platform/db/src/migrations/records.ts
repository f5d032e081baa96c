import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Migration } from './migration-files.ts'

/** Which migrations the database has, of its table of records. */
export interface Records {
  applied: Set<string>
  /** Begun by a version that recorded that first, and of unknown end: applied whole, or not at all. */
  uncertain: Set<string>
  /** Begun likewise, and surely applied, or surely not. */
  unfinished: { id: string; isApplied: boolean }[]
}

/** The table as Prisma has it, whose tools read it. */
const TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`

interface Row {
  id: string
  name: string
  isFinished: boolean
  hasFailed: boolean
  steps: number
}

export async function readRecords(client: pg.Client): Promise<Records> {
  await client.query(TABLE)
  const { rows } = await client.query<Row>(
    `SELECT id, migration_name AS name, finished_at IS NOT NULL AS "isFinished", logs IS NOT NULL AS "hasFailed",
            applied_steps_count AS steps
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  )
  const open = rows.filter(({ isFinished }) => !isFinished)
  const applied = new Set(
    rows.filter(({ isFinished, steps }) => isFinished || steps > 0).map(({ name }) => name),
  )
  const unclear = open.filter(({ name, hasFailed }) => !hasFailed && !applied.has(name))
  return {
    applied,
    uncertain: new Set(unclear.map(({ name }) => name)),
    unfinished: open
      .filter((row) => !unclear.includes(row))
      .map(({ id, steps }) => ({ id, isApplied: steps > 0 })),
  }
}

/** Records a migration as applied, in the transaction that applies it, in place of whatever says that it was begun. */
export async function recordApplied(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL',
    [name],
  )
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  )
}
