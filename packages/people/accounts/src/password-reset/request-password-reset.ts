import type { Queryable } from '@gleaner/db'

/**
 * Notes that a password reset was asked for, and nothing else: whether the address is anybody's is looked up later, by
 * `answerPasswordResetRequests`, so that neither the reply nor its time can tell.
 */
export async function requestPasswordReset(db: Queryable, email: string): Promise<void> {
  await db.query('INSERT INTO password_reset_request (email) VALUES ($1) ON CONFLICT DO NOTHING', [email])
}
