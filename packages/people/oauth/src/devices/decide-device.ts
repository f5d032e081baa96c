import { guessCode, type UserCaller } from '@gleaner/accounts'
import { ApiError, type DeviceDecision, type DeviceQuestionReply } from '@gleaner/contracts'
import { isAhead } from '@gleaner/db'
import type { OAuthClient } from '../clients.ts'
import type { OAuthContext } from '../context.ts'
import { keepClient } from '../keep-client.ts'
import { keyName } from '../key-name.ts'
import { userCodeHashes } from './user-code.ts'

type DeviceContext = Pick<OAuthContext, 'db' | 'secretBox' | 'guesses'>

/** Who types a code, and the network that they come from, as `networkKeyOf` names it. */
interface Asking {
  caller: UserCaller
  network: string
}

/** Wrong codes of one person, and of one network. */
const WINDOWS = [{ requests: 10, seconds: 15 * 60 }]

/** Which client's device shows a code. Throws NOT_FOUND, counted, and RATE_LIMITED. */
export async function describeDevice(
  ctx: DeviceContext,
  asking: Asking,
  userCode: string,
): Promise<DeviceQuestionReply> {
  const found = await guarded(ctx, asking, async () => {
    const { rows } = await ctx.db.pool.query<
      Pick<OAuthClient, 'name' | 'firstParty'> & { source: string | null }
    >(
      `SELECT name, first_party AS "firstParty", source
       FROM oauth_device JOIN oauth_client ON oauth_client.id = client_id WHERE ${IS_OPEN}`,
      [userCodeHashes(ctx.secretBox, userCode)],
    )
    return rows[0]
  })
  return { client_name: found.name, key_name: keyName(found, found.source) }
}

/**
 * Allows or denies the device that shows a code, once: with what the consent rests on, as a code of the authorization flow. Throws as
 * `describeDevice`, and UNAUTHENTICATED when the person's session has ended meanwhile.
 */
export async function decideDevice(
  ctx: DeviceContext,
  asking: Asking,
  { user_code, allow }: DeviceDecision,
): Promise<void> {
  const { userId, sessionId, accountId } = asking.caller
  const hashes = userCodeHashes(ctx.secretBox, user_code)
  const decided = await guarded(ctx, asking, () =>
    ctx.db.transaction(async ({ sql }) => {
      const { rows } = await sql.query<{ clientId: string; isSignedIn: boolean }>(DECIDE, [
        hashes,
        allow ? 'allowed' : 'denied',
        userId,
        accountId,
        sessionId,
      ])
      if (rows[0]?.isSignedIn && allow) await keepClient(sql, rows[0].clientId)
      return rows[0]
    }),
  )
  if (!decided.isSignedIn)
    throw new ApiError('UNAUTHENTICATED', 'The session of this access token has ended; sign in again.')
}

const IS_OPEN = `user_code_hash = ANY ($1::bytea[]) AND state = 'pending' AND ${isAhead('oauth_device.expires_at')}`

/** A session that has ended denies: the code was typed, and is used up. */
const DECIDE = `
  UPDATE oauth_device SET state = CASE WHEN who.id IS NULL THEN 'denied' ELSE $2 END, user_id = who.id,
    account_id = CASE WHEN who.id IS NOT NULL THEN $4::uuid END, password_version = who.password_version,
    membership_term = who.term, session_id = $5
  FROM (SELECT) AS one LEFT JOIN LATERAL (
    SELECT app_user.id, password_version, term
    FROM user_session JOIN app_user ON app_user.id = user_session.user_id
      LEFT JOIN membership ON membership.user_id = app_user.id AND membership.account_id = $4
    WHERE user_session.id = $5 AND app_user.id = $3 AND ${isAhead('user_session.expires_at')}
    FOR KEY SHARE OF user_session) AS who ON true
  WHERE ${IS_OPEN}
  RETURNING client_id AS "clientId", who.id IS NOT NULL AS "isSignedIn"`

/** Counts a code that finds nothing, for the person and for their network: a code is short, and many may wait. */
async function guarded<T>(
  { guesses }: DeviceContext,
  { caller, network }: Asking,
  find: () => Promise<T | undefined>,
): Promise<T> {
  const guessedFor = [`user-code:${caller.userId}`, `user-code:${network}`].map(
    (subject) => [subject, WINDOWS] as const,
  )
  const found = await guessCode(guesses, guessedFor, find)
  if (found === undefined)
    throw new ApiError(
      'NOT_FOUND',
      'No device that waits shows this code. Compare it with the device, which shows another one after ten minutes.',
    )
  return found
}
