import { randomBytes } from 'node:crypto'
import { hasCome, isAhead, type Queryable } from '@gleaner/db'
import { storedHash } from '@gleaner/security/stored-hash'

export type ChallengeKind = 'second_factor' | 'passkey' | 'new_passkey' | 'single_sign_on'

/** How long one can be answered. */
export const CHALLENGE_SECONDS = 5 * 60
const CHALLENGE_BYTES = 32

/** Whom a challenge is for, as they were when it was made: undefined where a passkey tells it. */
interface Challenged {
  userId: string
  passwordVersion: number
}

/** Who has to bring it back: nobody in particular for a passkey that may be anybody's; one who has signed in, in the same sign-in. */
interface Asker {
  userId?: string
  sessionId?: string
}

/** A text that has to come back once, within minutes. Only its hash is stored. */
export async function newChallenge(
  sql: Queryable,
  kind: ChallengeKind,
  { userId, sessionId }: Asker = {},
): Promise<string> {
  const text = randomBytes(CHALLENGE_BYTES).toString('base64url')
  await sql.query(INSERT, [storedHash(text), kind, userId ?? null, sessionId ?? null])
  return text
}

const INSERT = `
  INSERT INTO sign_in_challenge (hash, kind, user_id, session_id, password_version, expires_at)
  SELECT $1, $2, $3, $4, (SELECT password_version FROM app_user WHERE id = $3), now() + interval '${CHALLENGE_SECONDS} seconds'`

/** Whom a challenge that waits is for. Undefined when there is none, or its user has another password. */
export async function readChallenge(
  sql: Queryable,
  kind: ChallengeKind,
  text: string,
): Promise<Challenged | undefined> {
  const { rows } = await sql.query<Challenged>(
    `SELECT user_id AS "userId", app_user.password_version AS "passwordVersion"
     FROM sign_in_challenge JOIN app_user ON app_user.id = user_id
     WHERE hash = $1 AND kind = $2 AND ${isAhead('expires_at')}
       AND app_user.password_version = sign_in_challenge.password_version`,
    [storedHash(text), kind],
  )
  return rows[0]
}

/** Uses up a challenge, for one of several that bring it. */
export async function takeChallenge(
  sql: Queryable,
  kind: ChallengeKind,
  text: string,
  { userId, sessionId }: Asker = {},
): Promise<boolean> {
  const { rows } = await sql.query<{ isLate: boolean }>(
    `DELETE FROM sign_in_challenge WHERE hash = $1 AND kind = $2 AND user_id IS NOT DISTINCT FROM $3::uuid
       AND session_id IS NOT DISTINCT FROM $4::uuid
     RETURNING ${hasCome('expires_at')} AS "isLate"`,
    [storedHash(text), kind, userId ?? null, sessionId ?? null],
  )
  return rows[0]?.isLate === false
}

/**
 * Ends the sign-ins of a user that wait for a code. Before the others are ended: one that is answered at this moment then has begun, and is
 * ended with them.
 */
export async function endPendingSignIns(sql: Queryable, userId: string): Promise<void> {
  await sql.query("DELETE FROM sign_in_challenge WHERE user_id = $1 AND kind = 'second_factor'", [userId])
}
