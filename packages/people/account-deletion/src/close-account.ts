import type { TransactionHandles } from '@gleaner/db'
import type { Logger } from '@gleaner/runtime'
import { endWorkOf } from './end-work.ts'
import type { EraseContext } from './erase-account.ts'
import { TABLES } from './tables.ts'

/** Of what an account has used up there may be much: the scheduler deletes that. */
const STILL_WORKS: Partial<Record<(typeof TABLES.atOnce)[number], string>> = {
  api_key: 'revoked_at IS NULL',
  login_session: 'deleted_at IS NULL',
}

/** Deletes what an account works with, and its name. The row stays for the books, and tells the scheduler to delete the rest. */
export async function closeAccount({ sql }: TransactionHandles, accountId: string): Promise<void> {
  for (const table of TABLES.atOnce)
    await sql.query(`DELETE FROM ${table} WHERE account_id = $1 AND ${STILL_WORKS[table] ?? 'true'}`, [
      accountId,
    ])
  await sql.query(
    "UPDATE account SET name = 'deleted account', enterprise = false, deleted_at = now() WHERE id = $1",
    [accountId],
  )
}

/** Ends what is under way once the account is closed. What this does not come to, the scheduler does. */
export async function endWorkOfClosed(
  { jobs, logger }: Pick<EraseContext, 'jobs'> & { logger: Logger },
  accountId: string,
): Promise<void> {
  await endWorkOf(jobs, accountId).catch((error: unknown) =>
    logger.warn({ err: error, accountId }, 'the work of a deleted account is ended later'),
  )
}
