import { type Actor, recordAudit } from '@gleaner/audit-log'
import { ApiError } from '@gleaner/contracts'
import type { Database, TransactionHandles } from '@gleaner/db'

export interface Operator {
  userId: string
  email: string
  since: Date
}

/**
 * Makes the user of an address an operator, who may call the endpoints of operators, or makes them none; verifiers see it within half a
 * second. No endpoint calls this: who is an operator is decided at the machine. False when it was so already. Throws NOT_FOUND.
 */
export async function setOperator(
  both: TransactionHandles,
  actor: Actor,
  email: string,
  isOperator: boolean,
): Promise<boolean> {
  const { rows } = await both.sql.query<{ id: string; accountId: string; was: boolean }>(
    `SELECT id, account_id AS "accountId", operator_since IS NOT NULL AS was FROM app_user WHERE email = $1 FOR NO KEY UPDATE`,
    [email],
  )
  const user = rows[0]
  if (!user) throw new ApiError('NOT_FOUND', 'No user has this e-mail address.')
  if (user.was === isOperator) return false
  await both.sql.query('UPDATE app_user SET operator_since = CASE WHEN $2 THEN now() END WHERE id = $1', [
    user.id,
    isOperator,
  ])
  const action = isOperator ? 'operator.granted' : 'operator.revoked'
  await recordAudit(both, { accountId: user.accountId, actor, action, target: `user:${user.id}` })
  return true
}

/** Who is an operator, the first one first. */
export async function listOperators(db: Pick<Database, 'pool'>): Promise<Operator[]> {
  const { rows } = await db.pool.query<Operator>(
    `SELECT id AS "userId", email, operator_since AS since FROM app_user WHERE operator_since IS NOT NULL ORDER BY operator_since, id`,
  )
  return rows
}
