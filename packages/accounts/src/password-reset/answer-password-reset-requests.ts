import { randomBytes } from 'node:crypto'
import type { Database, Queryable } from '@gleaner/db'
import { queueMail } from '@gleaner/mail'
import type { SecretBox } from '@gleaner/security/secret-box'
import { storedHash } from '../sign-in/refresh-token.ts'
import { resetMail } from './mails.ts'

export const RESET_MINUTES = 60
/** For one user: whoever asks in their name fills their mailbox no further. */
const MAILS_PER_HOUR = 5
/** So few that the link stays on one line of the mail, also where a person reads its source in MAIL_DIR. */
const TOKEN_BYTES = 16
const BATCH = 50

export interface ResetContext {
  db: Database
  secretBox: SecretBox
  /** Where callers reach the service. */
  publicUrl: string
}

/**
 * Queues a mail with a new token for every request whose address is a user's, and forgets all requests. The new token voids the one
 * before it. Returns how many mails were queued.
 */
export async function answerPasswordResetRequests(ctx: ResetContext): Promise<number> {
  // Mostly there are none, and the process has no other use for the Prisma client.
  const { rowCount } = await ctx.db.pool.query('SELECT FROM password_reset_request LIMIT 1')
  if (rowCount === 0) return 0
  let mails = 0
  for (let size = BATCH; size === BATCH; ) {
    await ctx.db.transaction(async ({ sql }) => {
      const users = await takeRequests(sql)
      size = users.length
      for (const user of users) if (user.id !== null) mails += await queueReset(ctx, sql, user.id, user.email)
    })
  }
  return mails
}

/** `id` is null where the address is nobody's. */
async function takeRequests(sql: Queryable): Promise<{ email: string; id: string | null }[]> {
  const { rows } = await sql.query<{ email: string; id: string | null }>(
    `WITH taken AS (
       DELETE FROM password_reset_request WHERE email IN (
         SELECT email FROM password_reset_request ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING email
     )
     SELECT taken.email, app_user.id FROM taken LEFT JOIN app_user USING (email)`,
  )
  return rows
}

async function queueReset(ctx: ResetContext, sql: Queryable, userId: string, email: string): Promise<number> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const { rowCount } = await sql.query(NEW_TOKEN, [userId, storedHash(token)])
  if (rowCount === 0) return 0
  const mail = resetMail({ to: email, publicUrl: ctx.publicUrl, token, minutes: RESET_MINUTES })
  await queueMail(sql, ctx.secretBox, { ...mail, userId, usefulMs: RESET_MINUTES * 60_000 })
  return 1
}

/** No row when the user's mails of this hour are used up. */
const NEW_TOKEN = `
  INSERT INTO password_reset AS reset (user_id, token_hash, expires_at)
  VALUES ($1, $2, now() + interval '${RESET_MINUTES} minutes')
  ON CONFLICT (user_id) DO UPDATE SET token_hash = $2, expires_at = excluded.expires_at,
    hour_began_at = CASE WHEN reset.hour_began_at > now() - interval '1 hour' THEN reset.hour_began_at ELSE now() END,
    mails = CASE WHEN reset.hour_began_at > now() - interval '1 hour' THEN reset.mails + 1 ELSE 1 END
  WHERE reset.hour_began_at <= now() - interval '1 hour' OR reset.mails < ${MAILS_PER_HOUR}`
