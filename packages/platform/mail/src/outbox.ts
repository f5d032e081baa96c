import { uuidv7 } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'
import type { SecretBox } from '@gleaner/security/secret-box'
import type { Mail } from './mailer.ts'

export interface QueuedMail extends Mail {
  /** To whom it goes, where that is a user: it is not sent any more once the user is deleted. */
  userId?: string
  /** How long it is tried to send it, in ms: as long as it is of use. Default: a day. */
  usefulMs?: number
}

const USEFUL_MS = DAY_MS

/**
 * Puts a mail into the outbox, sealed, to be sent by the scheduler within seconds. In the transaction of what it is about, both happen
 * or neither; a request neither waits for the mail server nor fails with it.
 */
export async function queueMail(db: Queryable, secretBox: SecretBox, mail: QueuedMail): Promise<void> {
  const { to, subject, text, userId, usefulMs = USEFUL_MS } = mail
  const id = uuidv7()
  const content: Mail = { to, subject, text }
  await db.query(
    `INSERT INTO mail (id, user_id, content, expires_at) VALUES ($1, $2, $3, now() + $4 * interval '1 millisecond')`,
    [id, userId ?? null, secretBox.seal(JSON.stringify(content), mailContext(id)), usefulMs],
  )
}

/** Throws SecretUnreadable. */
export function openMail(secretBox: SecretBox, { id, content }: { id: string; content: Uint8Array }): Mail {
  return JSON.parse(secretBox.open(content, mailContext(id))) as Mail
}

/** What a sealed mail is bound to. */
export function mailContext(id: string): string {
  return `mail/${id}`
}
