import type pg from 'pg'
import type { Records } from './records.ts'

/**
 * Settles what versions that recorded a migration as begun have left when they were interrupted: a script was sent whole, so that it was
 * applied or rolled back as one. Those of unknown end are tried, and settled when they are applied.
 */
export async function settleUnfinished(client: pg.Client, { unfinished }: Records): Promise<void> {
  for (const { id, isApplied } of unfinished) {
    const column = isApplied ? 'finished_at' : 'rolled_back_at'
    await client.query(`UPDATE _prisma_migrations SET ${column} = now() WHERE id = $1`, [id])
  }
}
