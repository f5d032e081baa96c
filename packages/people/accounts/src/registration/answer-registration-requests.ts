import type { Queryable } from '@gleaner/db'
import { queueMail } from '@gleaner/mail'
import { HOUR_MS } from '@gleaner/runtime/units'
import { storedHash } from '@gleaner/security/stored-hash'
import { answerRequests, type MailedLinksContext, type MailRequest } from '../mailed-links/answer-requests.ts'
import { hourlyMails } from '../mailed-links/hourly-mails.ts'
import { createMailedToken } from '../mailed-links/mailed-token.ts'
import { confirmRegistrationMail, hasAccountMail } from './mails.ts'

const CONFIRM_HOURS = 24

interface NotedRegistration {
  name: string
  password_hash: string
}

/**
 * Queues a mail for every request to register: with a new token, which voids the one before it, or to the holder of an account, who is
 * told so. Forgets all requests. Returns how many mails were queued.
 */
export async function answerRegistrationRequests(ctx: MailedLinksContext): Promise<number> {
  return await answerRequests<NotedRegistration>(ctx.db, 'registration_request', (sql, request) =>
    answer(ctx, sql, request),
  )
}

async function answer(
  { secretBox, publicUrl }: MailedLinksContext,
  sql: Queryable,
  { email, userId, name, password_hash }: MailRequest & NotedRegistration,
): Promise<boolean> {
  const token = createMailedToken()
  const pending = userId === null ? [name, password_hash, storedHash(token)] : [null, null, null]
  const { rowCount } = await sql.query(NEW_PENDING, [email, ...pending])
  if (rowCount === 0) return false
  const mail =
    userId === null
      ? confirmRegistrationMail({ to: email, publicUrl, token, hours: CONFIRM_HOURS })
      : { ...hasAccountMail({ to: email, publicUrl }), userId }
  await queueMail(sql, secretBox, { ...mail, usefulMs: CONFIRM_HOURS * HOUR_MS })
  return true
}

const { countOneMore, isBelowMost } = hourlyMails('pending')
/** No row when the address's mails of this hour are used up; what was mailed before then stays good. */
const NEW_PENDING = `
  INSERT INTO pending_registration AS pending (email, name, password_hash, token_hash, expires_at)
  VALUES ($1, $2, $3, $4, now() + interval '${CONFIRM_HOURS} hours')
  ON CONFLICT (email) DO UPDATE SET
    name = $2, password_hash = $3, token_hash = $4, expires_at = excluded.expires_at, ${countOneMore}
  WHERE ${isBelowMost}`
