import { deleteInBatches } from '@gleaner/db'
import { deleteJobsOf, endJobsOf, type JobsContext } from '@gleaner/jobs'
import type { Logger } from '@gleaner/runtime'
import type { BlobStore } from '@gleaner/storage'
import { TABLES } from './tables.ts'

export interface EraseContext {
  jobs: Pick<JobsContext, 'pool' | 'pubSub'>
  files: BlobStore
  logger: Logger
}

const ACCOUNTS_AT_ONCE = 1_000
const FILES_AT_ONCE = 20

/** Ends and deletes what there still is of an account that was deleted. May be repeated. */
export async function eraseAccount({ jobs, files }: EraseContext, accountId: string): Promise<void> {
  await endJobsOf(jobs, accountId)
  await deleteJobsOf(jobs.pool, accountId, async (keys) => {
    for (let i = 0; i < keys.length; i += FILES_AT_ONCE)
      await Promise.all(keys.slice(i, i + FILES_AT_ONCE).map((key) => files.delete(key)))
  })
  for (const table of [...TABLES.atOnce, ...TABLES.batches]) {
    await deleteInBatches(
      jobs.pool,
      (batch) =>
        `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE account_id = $1 LIMIT ${batch}))`,
      [accountId],
    )
  }
}

/** A request that was under way when its account was deleted has ended by then, and has left whatever it leaves. */
const SETTLED_AFTER = '1 hour'

/** Erases what is left of deleted accounts: by a crash, or by requests that were under way. Returns how many accounts are done with. */
export async function eraseDeletedAccounts(ctx: EraseContext): Promise<number> {
  const { rows } = await ctx.jobs.pool.query<{ id: string; isSettled: boolean }>(
    `SELECT id, deleted_at < now() - interval '${SETTLED_AFTER}' AS "isSettled" FROM account
     WHERE deleted_at IS NOT NULL AND erased_at IS NULL ORDER BY deleted_at LIMIT ${ACCOUNTS_AT_ONCE}`,
  )
  for (const { id } of rows) await eraseAccount(ctx, id)
  const settled = rows.filter(({ isSettled }) => isSettled).map(({ id }) => id)
  await ctx.jobs.pool.query('UPDATE account SET erased_at = now() WHERE id = ANY($1)', [settled])
  return settled.length
}
