import type { Queryable } from '@gleaner/db'
import { queueMail } from '@gleaner/mail'
import { storedHash } from '@gleaner/security/stored-hash'
import { answerRequests, type MailedLinksContext } from '../mailed-links/answer-requests.ts'
import { hourlyMails } from '../mailed-links/hourly-mails.ts'
import { createMailedToken } from '../mailed-links/mailed-token.ts'
import { resetMail } from './mails.ts'

export const RESET_MINUTES = 60

/**
 * Queues a mail with a new token for every request whose address is a user's, and forgets all requests. The new token voids the one
 * before it. Returns how many mails were queued.
 */
export async function answerPasswordResetRequests(ctx: MailedLinksContext): Promise<number> {
  return await answerRequests(
    ctx.db,
    'password_reset_request',
    async (sql, { email, userId }) => userId !== null && (await queueReset(ctx, sql, userId, email)),
  )
}

async function queueReset(
  ctx: MailedLinksContext,
  sql: Queryable,
  userId: string,
  email: string,
): Promise<boolean> {
  const token = createMailedToken()
  const { rowCount } = await sql.query(NEW_TOKEN, [userId, storedHash(token)])
  if (rowCount === 0) return false
  const mail = resetMail({ to: email, publicUrl: ctx.publicUrl, token, minutes: RESET_MINUTES })
  await queueMail(sql, ctx.secretBox, { ...mail, userId, usefulMs: RESET_MINUTES * 60_000 })
  return true
}

const { countOneMore, isBelowMost } = hourlyMails('reset')
/** No row when the user's mails of this hour are used up. */
const NEW_TOKEN = `
  INSERT INTO password_reset AS reset (user_id, token_hash, expires_at)
  VALUES ($1, $2, now() + interval '${RESET_MINUTES} minutes')
  ON CONFLICT (user_id) DO UPDATE SET token_hash = $2, expires_at = excluded.expires_at, ${countOneMore}
  WHERE ${isBelowMost}`
