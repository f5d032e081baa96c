import type { TransactionHandles } from '@gleaner/db'
import { TABLES } from './tables.ts'

/** Deletes what an account works with, and its name. The row stays for the books, and tells the scheduler to delete the rest. */
export async function closeAccount({ sql }: TransactionHandles, accountId: string): Promise<void> {
  for (const table of TABLES.atOnce)
    await sql.query(`DELETE FROM ${table} WHERE account_id = $1`, [accountId])
  await sql.query(
    "UPDATE account SET name = 'deleted account', enterprise = false, deleted_at = now() WHERE id = $1",
    [accountId],
  )
}
