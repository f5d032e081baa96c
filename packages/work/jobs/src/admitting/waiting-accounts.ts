import type { Queryable } from '@gleaner/db'

/** Accounts with waiting bulk work, in the order of their ids after `cursor`: a probe of the index for each, however much waits. */
export async function findWaitingAccounts(db: Queryable, cursor: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ accountId: string }>({
    name: 'find-waiting-accounts',
    text: FIND_WAITING_ACCOUNTS,
    values: [cursor, limit],
  })
  return rows.map(({ accountId }) => accountId)
}

const firstAfter = (id: string) => `
  SELECT account_id FROM job WHERE finished_at IS NULL AND queued_at IS NULL AND account_id > ${id} ORDER BY account_id LIMIT 1`

const FIND_WAITING_ACCOUNTS = `
  WITH RECURSIVE waiting AS (
    (${firstAfter('$1')})
    UNION ALL
    SELECT (${firstAfter('waiting.account_id')}) FROM waiting WHERE waiting.account_id IS NOT NULL
  )
  SELECT account_id AS "accountId" FROM waiting WHERE account_id IS NOT NULL LIMIT $2`
