import { USER_COLUMNS, type UserRow } from '@gleaner/accounts'
import { recordAudit } from '@gleaner/audit-log'
import type { Queryable, TransactionHandles } from '@gleaner/db'
import type { Identity } from './claims.ts'

type Named = Pick<Identity, 'issuer' | 'subject'>

/** The user whom a provider means by a subject. */
export async function findConnected(db: Queryable, { issuer, subject }: Named): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>(
    `SELECT ${USER_COLUMNS} FROM provider_identity JOIN app_user ON app_user.id = provider_identity.user_id
     JOIN account ON account.id = app_user.account_id
     WHERE provider_identity.issuer = $1 AND provider_identity.subject = $2`,
    [issuer, subject],
  )
  return rows[0]
}

/** Whoever the provider calls so signs in as this user from now on. Once: nothing happens where a subject has a user. */
export async function connect(
  handles: TransactionHandles,
  { issuer, subject }: Named,
  { id, accountId }: UserRow,
): Promise<boolean> {
  const { rowCount } = await handles.sql.query(
    'INSERT INTO provider_identity (issuer, subject, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [issuer, subject, id],
  )
  if (rowCount !== 1) return false
  const details = { issuer }
  await recordAudit(handles, { accountId, actor: `user:${id}`, action: 'provider.connected', details })
  return true
}
