import { consentStands } from '@gleaner/accounts'
import { OAuthError, type OAuthErrorCode } from '@gleaner/contracts'
import { hasCome, type Queryable } from '@gleaner/db'
import { storedHash } from '@gleaner/security/stored-hash'
import type { OAuthClient } from '../clients.ts'
import type { OAuthContext } from '../context.ts'
import { type Grant, issueKey } from '../issue-key.ts'
import { notGranted, readResources } from '../resources.ts'

/** RFC 8628 section 3.5. */
const SLOWER_SECONDS = 5
/** A poll that comes so much too early was on its way for less long than the one before. */
const TOLERANCE_MS = 500

type Outcome = { key: string } | { error: OAuthError }

/**
 * The key that a device asked for, once a person has allowed it: given once. Throws authorization_pending, slow_down (the device then
 * waits five seconds more between all further polls), access_denied, expired_token, invalid_grant or invalid_target.
 */
export async function pollDevice(
  { db, publicUrl }: Pick<OAuthContext, 'db' | 'publicUrl'>,
  client: OAuthClient,
  deviceCode: string,
  resource: string | readonly string[] | null | undefined,
): Promise<string> {
  const resources = readResources(publicUrl, resource)
  // A refusal is returned, not thrown: what it changes is committed with it.
  const outcome = await db.transaction(async (handles): Promise<Outcome> => {
    // Before the device, as an exchange of a code locks them.
    await handles.sql.query('SELECT FROM oauth_client WHERE id = $1 FOR KEY SHARE', [client.id])
    const device = await lockDevice(handles.sql, deviceCode)
    if (device?.clientId !== client.id)
      return refusal('invalid_grant', 'The device_code is not known, or was used already.')
    if (device.state === 'pending') return await keepWaiting(handles.sql, device)
    if (device.isExpired) return refusal('expired_token', EXPIRED)
    const fault = notGranted(device.resources, resources)
    if (fault) return { error: fault }
    await handles.sql.query('DELETE FROM oauth_device WHERE hash = $1', [device.hash])
    if (device.state === 'denied') return refusal('access_denied', 'The person denied it.')
    if (!device.stands)
      return refusal(
        'access_denied',
        'Who gave the consent may not give it any more, or has another password.',
      )
    const issued = await issueKey(handles, client, device)
    return 'key' in issued ? issued : refusal('invalid_grant', issued.fault)
  })
  if ('error' in outcome) throw outcome.error
  return outcome.key
}

const EXPIRED = 'The device_code has expired: it is good for ten minutes. Start again.'

interface Device extends Grant {
  hash: Uint8Array
  clientId: string
  resources: string[]
  state: 'pending' | 'allowed' | 'denied'
  isExpired: boolean
  isEarly: boolean
  stands: boolean
}

async function lockDevice(sql: Queryable, deviceCode: string): Promise<Device | undefined> {
  const { rows } = await sql.query<Device>(
    `SELECT device.hash, device.client_id AS "clientId", device.user_id AS "userId", device.account_id AS "accountId",
       device.membership_term AS "membershipTerm", device.source, device.resources, device.state,
       ${hasCome('device.expires_at')} AS "isExpired",
       device.polled_at IS NOT NULL AND device.polled_at >
         now() - device.interval_seconds * interval '1 second' + interval '${TOLERANCE_MS} milliseconds' AS "isEarly",
       account.blocked_at IS NULL AND app_user.password_version = device.password_version AND ${STANDS} AS stands
     FROM oauth_device AS device LEFT JOIN account ON account.id = device.account_id
       LEFT JOIN app_user ON app_user.id = device.user_id
     WHERE device.hash = $1 FOR UPDATE OF device`,
    [storedHash(deviceCode)],
  )
  return rows[0]
}

const STANDS = consentStands({
  person: 'device.user_id',
  account: 'device.account_id',
  term: 'device.membership_term',
})

async function keepWaiting(sql: Queryable, { hash, isExpired, isEarly }: Device): Promise<Outcome> {
  if (isExpired) return refusal('expired_token', EXPIRED)
  await sql.query(
    'UPDATE oauth_device SET polled_at = now(), interval_seconds = interval_seconds + $2 WHERE hash = $1',
    [hash, isEarly ? SLOWER_SECONDS : 0],
  )
  return isEarly
    ? refusal('slow_down', 'Wait five seconds more between polls.')
    : refusal('authorization_pending', 'The person has not answered yet.')
}

function refusal(code: OAuthErrorCode, message: string): Outcome {
  return { error: new OAuthError(code, message) }
}
