import { hasCome, type Queryable } from '@gleaner/db'
import type { Logger } from '@gleaner/runtime'
import { type SecretBox, SecretUnreadable } from '@gleaner/security/secret-box'
import { type Mailer, MailRefused } from './mailer.ts'
import { openMail } from './outbox.ts'

export interface OutboxContext {
  pool: Queryable
  secretBox: SecretBox
  mailer: Mailer
  logger: Logger
}

/** What a turn did with mails, in numbers. */
export interface Delivered {
  sent: number
  /** To be tried again. */
  postponed: number
  /** Refused by the mail server, or not sent for as long as they were of use. */
  dropped: number
}

const BATCH = 10
/** Longer than the mailer takes: a mail that is taken and not settled after this was lost with its process, and is sent again. */
const LEASE_MS = 2 * 60_000
/** The first pause after a failure; each one doubles, to at most the second. */
const RETRY_MS = { first: 10_000, most: 15 * 60_000 }

interface MailRow {
  id: string
  content: Uint8Array
  attempts: number
  expired: boolean
}

/**
 * Sends what is due in the outbox. At least once: a mail whose process dies between sending and noting it is sent again, under the same
 * Message-ID. What becomes of one mail cannot keep others from being sent: faults are thrown at the end.
 */
export async function deliverMails(ctx: OutboxContext): Promise<Delivered> {
  const delivered: Delivered = { sent: 0, postponed: 0, dropped: 0 }
  const faults: unknown[] = []
  for (let size = BATCH; size === BATCH; ) {
    const mails = await takeDue(ctx.pool)
    size = mails.length
    for (const settled of await Promise.allSettled(mails.map((mail) => deliver(ctx, mail)))) {
      if (settled.status === 'fulfilled') delivered[settled.value]++
      else faults.push(settled.reason)
    }
  }
  if (faults.length > 0)
    throw new AggregateError(faults, `what became of ${faults.length} mails is not noted`)
  return delivered
}

async function takeDue(db: Queryable): Promise<MailRow[]> {
  const { rows } = await db.query<MailRow>(
    `UPDATE mail SET attempts = attempts + 1, due_at = now() + ${LEASE_MS} * interval '1 millisecond'
     WHERE id IN (SELECT id FROM mail WHERE ${hasCome('due_at')} ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
     RETURNING id, content, attempts, ${hasCome('expires_at')} AS expired`,
  )
  return rows
}

async function deliver(ctx: OutboxContext, mail: MailRow): Promise<keyof Delivered> {
  const { pool, logger } = ctx
  if (mail.expired) {
    logger.error(
      { mail: mail.id, attempts: mail.attempts - 1 },
      'a mail could not be sent while it was of use',
    )
    return await settle(pool, mail.id, 'dropped')
  }
  try {
    await ctx.mailer.send({ id: mail.id, ...openMail(ctx.secretBox, mail) })
  } catch (error) {
    const isHopeless = error instanceof MailRefused || error instanceof SecretUnreadable
    logger.warn({ mail: mail.id, attempts: mail.attempts, err: error }, 'a mail was not sent')
    if (isHopeless) return await settle(pool, mail.id, 'dropped')
    await postpone(pool, mail)
    return 'postponed'
  }
  return await settle(pool, mail.id, 'sent')
}

async function settle<Result extends keyof Delivered>(
  db: Queryable,
  id: string,
  result: Result,
): Promise<Result> {
  await db.query('DELETE FROM mail WHERE id = $1', [id])
  return result
}

async function postpone(db: Queryable, { id, attempts }: MailRow): Promise<void> {
  const pauseMs = Math.min(RETRY_MS.first * 2 ** (attempts - 1), RETRY_MS.most)
  await db.query(`UPDATE mail SET due_at = now() + $2 * interval '1 millisecond' WHERE id = $1`, [
    id,
    pauseMs,
  ])
}
