import type { Database, Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'

/** What requests that wait for a mail are answered with. */
export interface MailedLinksContext {
  db: Database
  secretBox: SecretBox
  /** Where callers reach the service. */
  publicUrl: string
}

/** What a request has noted. `userId` is null where the address is nobody's. */
export interface MailRequest {
  email: string
  userId: string | null
}

const BATCH = 50

/**
 * Takes every request that was noted in a table, and calls `answer` with it, in the transaction that forgets it. Returns how many
 * mails were queued, as `answer` tells by true.
 */
export async function answerRequests<Noted extends object>(
  db: Database,
  table: 'password_reset_request' | 'registration_request',
  answer: (sql: Queryable, request: MailRequest & Noted) => Promise<boolean>,
): Promise<number> {
  // Mostly there are none, and the process has no other use for the Prisma client.
  const { rowCount } = await db.pool.query(`SELECT FROM ${table} LIMIT 1`)
  if (rowCount === 0) return 0
  let mails = 0
  for (let size = BATCH; size === BATCH; ) {
    await db.transaction(async ({ sql }) => {
      const { rows } = await sql.query<MailRequest & Noted>(take(table))
      size = rows.length
      for (const request of rows) if (await answer(sql, request)) mails += 1
    })
  }
  return mails
}

const take = (table: string) => `
  WITH taken AS (
    DELETE FROM ${table} WHERE email IN (
      SELECT email FROM ${table} ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING *
  )
  SELECT taken.*, app_user.id AS "userId" FROM taken LEFT JOIN app_user USING (email)`
