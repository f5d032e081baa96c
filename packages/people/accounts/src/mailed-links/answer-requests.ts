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

/**
 * Takes every request that was noted in a table, and calls `answer` with it, each in a transaction of its own that forgets it. One that
 * cannot be answered stays, and keeps no other from its answer: the faults of all are thrown at the end. Returns how many mails were
 * queued, as `answer` tells by true.
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
  const faults = new Map<string, unknown>()
  for (;;) {
    const taken: (MailRequest & Noted)[] = []
    try {
      const isMailed = await db.transaction(async ({ sql }) => {
        const { rows } = await sql.query<MailRequest & Noted>(take(table), [[...faults.keys()]])
        taken.push(...rows)
        return rows[0] !== undefined && (await answer(sql, rows[0]))
      })
      if (isMailed) mails += 1
    } catch (error) {
      if (!taken[0]) throw error
      faults.set(taken[0].email, error)
    }
    if (taken.length === 0) break
  }
  if (faults.size > 0) throw new AggregateError(faults.values(), `${faults.size} requests for mails stay`)
  return mails
}

const take = (table: string) => `
  WITH taken AS (
    DELETE FROM ${table} WHERE email = (
      SELECT email FROM ${table} WHERE email <> ALL ($1::text[]) ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING *
  )
  SELECT taken.*, app_user.id AS "userId" FROM taken LEFT JOIN app_user USING (email)`
