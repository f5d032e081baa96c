import { type Actor, recordAudit } from '@gleaner/audit-log'
import { ApiError, type SecondFactor, type TotpEnrolment } from '@gleaner/contracts'
import type { Queryable, TransactionHandles } from '@gleaner/db'
import { queueMail } from '@gleaner/mail'
import type { AccountsContext } from '../context.ts'
import { findUser, type UserRow } from '../users/find-user.ts'
import { provePassword } from '../users/prove-password.ts'
import { secondFactorMail } from './mails.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, otpauthUri } from './totp.ts'
import { isRightCode, readFactor, requireCode, totpContext, wrongCode } from './use-code.ts'

/** Who changes their second factor, and where callers reach the service. */
export interface Changing {
  userId: string
  network: string
  publicUrl: string
}

/** What a user has besides their password. */
export async function describeSecondFactor(db: Queryable, userId: string): Promise<SecondFactor> {
  const { rows } = await db.query<{ confirmedAt: Date | null; codes: number; passkeys: number }>(
    `SELECT (SELECT confirmed_at FROM second_factor WHERE user_id = $1) AS "confirmedAt",
       (SELECT count(*)::int FROM recovery_code WHERE user_id = $1) AS codes,
       (SELECT count(*)::int FROM passkey WHERE user_id = $1) AS passkeys`,
    [userId],
  )
  const { confirmedAt, codes, passkeys } = rows[0]!
  return {
    totp: confirmedAt !== null,
    enabled_at: confirmedAt?.toISOString() ?? null,
    recovery_codes_left: codes,
    passkeys,
  }
}

/**
 * Makes a secret for the app of a user who knows their password. It is asked for by nothing until it is confirmed; another call makes another
 * one. Throws INVALID_REQUEST for a wrong password, and CONFLICT where an app is set up.
 */
export async function beginTotp(
  ctx: AccountsContext,
  { userId, network, publicUrl }: Changing,
  password: string,
): Promise<TotpEnrolment> {
  const user = await provePassword(ctx, userId, { password, network }, 'password')
  const secret = newTotpSecret()
  const sealed = ctx.secretBox.seal(secret, totpContext(userId))
  const { rowCount } = await ctx.db.pool.query(
    `INSERT INTO second_factor (user_id, secret) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET secret = $2, last_step = 0 WHERE second_factor.confirmed_at IS NULL`,
    [userId, sealed],
  )
  if (rowCount !== 1)
    throw new ApiError('CONFLICT', 'An authenticator app is set up already; DELETE /auth/totp turns it off.')
  const issuer = new URL(publicUrl).host
  return { secret, otpauth_uri: otpauthUri(secret, { issuer, label: user.email }) }
}

/** Turns the second factor on, once a code shows that the app has the secret. Returns the recovery codes, this once. */
export async function confirmTotp(
  ctx: AccountsContext,
  changing: Changing,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  const { userId, network } = changing
  const factor = await readFactor(ctx.db.pool, userId)
  if (!factor || factor.isConfirmed)
    throw new ApiError('CONFLICT', 'No authenticator app waits to be confirmed; POST /auth/totp begins.')
  if (!(await isRightCode(ctx, userId, code, network))) throw wrongCode()
  return await ctx.db.transaction(async (handles) => {
    const { rowCount } = await handles.sql.query(
      'UPDATE second_factor SET confirmed_at = now() WHERE user_id = $1 AND confirmed_at IS NULL AND secret = $2',
      [userId, factor.secret],
    )
    if (rowCount !== 1)
      throw new ApiError('CONFLICT', 'The authenticator app was changed meanwhile; begin again.')
    const codes = await replaceRecoveryCodes(handles.sql, userId)
    await noteChange(ctx, handles, changing, 'second_factor.enabled', 'was turned on')
    return { recovery_codes: codes }
  })
}

/** Turns the second factor off, by a password and a code. */
export async function removeTotp(
  ctx: AccountsContext,
  changing: Changing,
  { password, code }: { password: string; code?: string | undefined },
): Promise<void> {
  const { userId, network } = changing
  await provePassword(ctx, userId, { password, network }, 'password')
  await requireCode(ctx, userId, code, network)
  await ctx.db.transaction(async (handles) => {
    const { rows } = await handles.sql.query<{ wasOn: boolean }>(
      'DELETE FROM second_factor WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL AS "wasOn"',
      [userId],
    )
    await handles.sql.query('DELETE FROM recovery_code WHERE user_id = $1', [userId])
    if (rows[0]?.wasOn) await noteChange(ctx, handles, changing, 'second_factor.disabled', 'was turned off')
  })
}

/** The same by the operator, for who has lost app and codes. Passkeys stay. False for who has none. */
export async function clearSecondFactor(
  both: TransactionHandles,
  actor: Actor,
  email: string,
): Promise<boolean> {
  const { rows } = await both.sql.query<{ id: string; accountId: string }>(
    `DELETE FROM second_factor USING app_user WHERE app_user.id = user_id AND email = $1
     RETURNING app_user.id, account_id AS "accountId"`,
    [email],
  )
  for (const { id, accountId } of rows) {
    await both.sql.query('DELETE FROM recovery_code WHERE user_id = $1', [id])
    await recordAudit(both, { accountId, actor, action: 'second_factor.disabled', target: `user:${id}` })
  }
  return rows.length > 0
}

/** Gives a user other recovery codes, for a code of the app or one that is left. */
export async function renewRecoveryCodes(
  ctx: AccountsContext,
  changing: Changing,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  const { userId, network } = changing
  if (!(await readFactor(ctx.db.pool, userId))?.isConfirmed)
    throw new ApiError('CONFLICT', 'There is no second factor; POST /auth/totp begins one.')
  await requireCode(ctx, userId, code, network)
  return await ctx.db.transaction(async (handles) => {
    await handles.sql.query('SELECT FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [userId])
    const codes = await replaceRecoveryCodes(handles.sql, userId)
    await noteChange(ctx, handles, changing, 'second_factor.codes_renewed', 'has new recovery codes')
    return { recovery_codes: codes }
  })
}

/** Audits a change, and tells the user of it, who may not have made it. */
async function noteChange(
  { secretBox }: Pick<AccountsContext, 'secretBox'>,
  handles: TransactionHandles,
  { userId, publicUrl }: Changing,
  action: string,
  what: string,
): Promise<void> {
  const user: UserRow | undefined = await findUser(handles.sql, { id: userId })
  if (!user) return
  await queueMail(handles.sql, secretBox, {
    ...secondFactorMail({ to: user.email, publicUrl, what }),
    userId,
  })
  const entry = { accountId: user.accountId, actor: `user:${userId}`, target: `user:${userId}` } as const
  await recordAudit(handles, { ...entry, action })
}
