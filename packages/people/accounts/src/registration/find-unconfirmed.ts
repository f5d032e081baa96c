import { isAhead, type Queryable } from '@gleaner/db'

/** The password of a registration that waits for its mail to be answered: before it was mailed, and after. */
export async function findUnconfirmed(
  db: Queryable,
  email: string,
): Promise<{ passwordHash: string } | undefined> {
  const { rows } = await db.query<{ passwordHash: string }>({
    name: 'find-unconfirmed',
    text: FIND,
    values: [email],
  })
  return rows[0]
}

/** The newest is the one whose password counts. */
const FIND = `
  SELECT password_hash AS "passwordHash" FROM (
    SELECT password_hash, 1 AS age FROM registration_request WHERE email = $1
    UNION ALL
    SELECT password_hash, 2 FROM pending_registration
    WHERE email = $1 AND password_hash IS NOT NULL AND ${isAhead('expires_at')}
  ) AS asked ORDER BY age LIMIT 1`
