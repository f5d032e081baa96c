import { recordAudit } from '@gleaner/audit-log'
import { ApiError, type EmailChange } from '@gleaner/contracts'
import { isAhead, isUniqueViolation, type Queryable } from '@gleaner/db'
import { queueMail } from '@gleaner/mail'
import { DAY_MS, HOUR_MS } from '@gleaner/runtime/units'
import { storedHash } from '@gleaner/security/stored-hash'
import type { AccountsContext } from '../context.ts'
import { noteMailbox } from '../free-credits/note-mailbox.ts'
import { hourlyMails } from '../mailed-links/hourly-mails.ts'
import { badMailedToken, createMailedToken } from '../mailed-links/mailed-token.ts'
import type { Changing } from '../second-factor/enrol.ts'
import { requireCode } from '../second-factor/use-code.ts'
import { endSignInsOf } from '../sign-in/begin-sign-in.ts'
import { forgetNetworks } from '../sign-in/known-networks.ts'
import { provePassword } from '../users/prove-password.ts'
import { confirmEmailMail, emailChangedMail } from './mails.ts'

const CONFIRM_HOURS = 24
/** For so long the old mailbox can take the change back, and nobody else gets the old address. */
export const UNDO_DAYS = 7

/**
 * Mails a link to a new address, whether or not it is somebody's: nothing tells that before the link is opened, by who reads that mailbox.
 * Throws INVALID_REQUEST and RATE_LIMITED as `provePassword` and `requireCode` do, RATE_LIMITED also for the sixth mail of an hour.
 */
export async function requestEmailChange(
  ctx: AccountsContext,
  { userId, network, publicUrl }: Changing,
  { email, password, code }: EmailChange,
): Promise<void> {
  await provePassword(ctx, userId, { password, network }, 'password')
  await requireCode(ctx, userId, code, network)
  const token = createMailedToken()
  await ctx.db.transaction(async ({ sql }) => {
    const { rowCount } = await sql.query(NEW_CHANGE, [userId, email, storedHash(token)])
    if (rowCount !== 1)
      throw new ApiError('RATE_LIMITED', 'Five mails were sent in this hour; try again later.', {
        retry_after_seconds: HOUR_MS / 1000,
      })
    const mail = confirmEmailMail({ to: email, publicUrl, token, hours: CONFIRM_HOURS })
    await queueMail(sql, ctx.secretBox, { ...mail, userId, usefulMs: CONFIRM_HOURS * HOUR_MS })
  })
}

const { countOneMore, isBelowMost } = hourlyMails('change')
const NEW_CHANGE = `
  INSERT INTO email_change AS change (user_id, new_email, token_hash, password_version, expires_at)
  SELECT id, $2, $3, password_version, now() + interval '${CONFIRM_HOURS} hours' FROM app_user WHERE id = $1
  ON CONFLICT (user_id) DO UPDATE SET new_email = $2, token_hash = $3, password_version = excluded.password_version,
    expires_at = excluded.expires_at, ${countOneMore}
  WHERE ${isBelowMost}`

interface Changed {
  userId: string
  accountId: string
  former: string
  email: string
}

/**
 * Gives a user the address that a token was mailed to, and tells the old one, with a way to undo it. A new password voids the token. Throws
 * INVALID_REQUEST for any other token, and CONFLICT when the address is somebody's: told only to who reads its mails.
 */
export async function confirmEmailChange(
  ctx: Pick<AccountsContext, 'db' | 'secretBox'>,
  token: string,
  publicUrl: string,
): Promise<void> {
  await ctx.db.transaction(async (handles) => {
    const { sql } = handles
    const { rows } = await sql.query<Changed>(TAKE_CHANGE, [storedHash(token)])
    const change = rows[0]
    if (!change) throw badMailedToken('POST /auth/email mails a new one.')
    const { userId, accountId, former, email } = change
    await setEmail(sql, userId, email)
    await noteMailbox(sql, ctx.secretBox, email)
    // A link that was mailed to the old address sets no password any more.
    await sql.query('UPDATE password_reset SET token_hash = NULL WHERE user_id = $1', [userId])
    const undo = createMailedToken()
    await sql.query(
      `INSERT INTO email_undo (token_hash, user_id, old_email, expires_at)
       VALUES ($1, $2, $3, now() + interval '${UNDO_DAYS} days')`,
      [storedHash(undo), userId, former],
    )
    const mail = emailChangedMail({ to: former, publicUrl, token: undo, days: UNDO_DAYS })
    await queueMail(sql, ctx.secretBox, { ...mail, userId, usefulMs: UNDO_DAYS * DAY_MS })
    const entry = { accountId, actor: `user:${userId}`, target: `user:${userId}` } as const
    await recordAudit(handles, { ...entry, action: 'email.changed' })
  })
}

/** The user goes first, as in a change of the password, and then one of several that bring the same token has it. */
const TAKE_CHANGE = `
  WITH taken AS (
    UPDATE email_change SET token_hash = NULL FROM (
      SELECT app_user.id, account_id, email, app_user.password_version
      FROM app_user JOIN email_change ON email_change.user_id = app_user.id
      WHERE token_hash = $1 FOR NO KEY UPDATE OF app_user) AS who
    WHERE email_change.user_id = who.id AND token_hash = $1 AND ${isAhead('expires_at')}
      AND email_change.password_version = who.password_version
    RETURNING who.id AS "userId", account_id AS "accountId", email AS former, new_email AS email
  ) SELECT * FROM taken`

/**
 * Gives a user the address back that they had, by the token that was mailed there, and ends all their sign-ins: whoever took it has got in.
 * Throws INVALID_REQUEST for any other token.
 */
export async function undoEmailChange(
  ctx: Pick<AccountsContext, 'db' | 'secretBox'>,
  token: string,
): Promise<void> {
  await ctx.db.transaction(async (handles) => {
    const { sql } = handles
    const { rows } = await sql.query<Omit<Changed, 'former'>>(TAKE_UNDO, [storedHash(token)])
    const undone = rows[0]
    if (!undone) throw badMailedToken('Ask the operator of this service for help.')
    const { userId, accountId, email } = undone
    // Links of later changes undo what is undone by this.
    await sql.query('DELETE FROM email_undo WHERE user_id = $1', [userId])
    await setEmail(sql, userId, email)
    await sql.query('UPDATE email_change SET token_hash = NULL WHERE user_id = $1', [userId])
    await sql.query('UPDATE password_reset SET token_hash = NULL WHERE user_id = $1', [userId])
    await endSignInsOf(sql, userId)
    await forgetNetworks(sql, userId)
    await recordAudit(handles, {
      accountId,
      actor: 'system',
      action: 'email.change_undone',
      target: `user:${userId}`,
    })
  })
}

const TAKE_UNDO = `
  SELECT app_user.id AS "userId", account_id AS "accountId", old_email AS email
  FROM email_undo JOIN app_user ON app_user.id = user_id
  WHERE token_hash = $1 AND ${isAhead('expires_at')} FOR NO KEY UPDATE OF app_user, email_undo`

/** Throws CONFLICT when the address is another user's, or may be taken back by one. */
async function setEmail(sql: Queryable, userId: string, email: string): Promise<void> {
  await refuseReserved(sql, email, userId)
  await sql.query('UPDATE app_user SET email = $2 WHERE id = $1', [userId, email]).catch((error: unknown) => {
    if (!isUniqueViolation(error, 'app_user_email_key')) throw error
    throw taken()
  })
}

/** Throws CONFLICT for an address that another user can still take back. */
export async function refuseReserved(sql: Queryable, email: string, userId?: string): Promise<void> {
  const { rowCount } = await sql.query(
    `SELECT FROM email_undo WHERE old_email = $1 AND user_id IS DISTINCT FROM $2::uuid AND ${isAhead('expires_at')} LIMIT 1`,
    [email, userId ?? null],
  )
  if (rowCount !== 0) throw taken()
}

function taken(): ApiError {
  return new ApiError('CONFLICT', 'This e-mail address has an account already.')
}
