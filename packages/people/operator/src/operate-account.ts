import { type Actor, recordAudit } from '@gleaner/audit-log'
import type { Queryable, TransactionHandles } from '@gleaner/db'
import { noSuchAccount } from './accounts.ts'

/** What is operated, and who does it. */
export interface Act {
  accountId: string
  actor: Actor
}

/**
 * Blocks an account, or lets it in again; verifiers see it within half a second. What the account has under way goes on. False when it
 * was so already. Throws NOT_FOUND.
 */
export async function setBlocked(
  both: TransactionHandles,
  { accountId, actor }: Act,
  blocked: boolean,
  reason?: string,
): Promise<boolean> {
  const account = await lockAccount(both.sql, accountId)
  if ((account.blocked_at !== null) === blocked) return false
  await both.sql.query('UPDATE account SET blocked_at = CASE WHEN $2 THEN now() END WHERE id = $1', [
    accountId,
    blocked,
  ])
  await recordAudit(both, {
    accountId,
    actor,
    action: blocked ? 'account.blocked' : 'account.unblocked',
    target: `account:${accountId}`,
    ...(reason !== undefined && { details: { reason } }),
  })
  return true
}

/** What an operator sets for one account. Null stands for the limit of its tier; what is absent stays. */
export interface OwnLimits {
  enterprise?: boolean | undefined
  requestsPerMinute?: number | null | undefined
  concurrentRequests?: number | null | undefined
}

/** Sets limits and returns all of them. Throws NOT_FOUND. */
export async function setLimits(
  both: TransactionHandles,
  { accountId, actor }: Act,
  limits: OwnLimits,
): Promise<Required<OwnLimits>> {
  await lockAccount(both.sql, accountId)
  const { account } = both.prisma
  const data = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
  const select = { enterprise: true, requestsPerMinute: true, concurrentRequests: true }
  const set = await account.update({ where: { id: accountId }, data, select })
  const target = `account:${accountId}`
  await recordAudit(both, { accountId, actor, action: 'account.limits_set', target, details: data })
  return set
}

/** Holds an account until the transaction ends. Throws NOT_FOUND, also for one that was deleted. */
export async function lockAccount(sql: Queryable, id: string): Promise<{ blocked_at: Date | null }> {
  const { rows } = await sql.query<{ blocked_at: Date | null }>(
    'SELECT blocked_at FROM account WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    [id],
  )
  return rows[0] ?? noSuchAccount(id)
}
