import type { Registration } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { hashUserPassword } from '../users/passwords.ts'
import { nameOf } from '../users/register.ts'

/**
 * Notes that somebody asks for an account, and nothing else: whether the address has one is looked up later, by
 * `answerRegistrationRequests`, so that neither the reply nor its time can tell. Throws SERVICE_UNAVAILABLE while too many passwords
 * are being hashed.
 */
export async function requestRegistration(
  db: Queryable,
  { email, password, name = nameOf(email) }: Registration,
): Promise<void> {
  const passwordHash = await hashUserPassword(password)
  await db.query(
    `INSERT INTO registration_request (email, name, password_hash) VALUES ($1, $2, $3)
     ON CONFLICT (email) DO UPDATE SET name = $2, password_hash = $3`,
    [email, name, passwordHash],
  )
}
