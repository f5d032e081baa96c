import { randomBytes } from 'node:crypto'
import { type DeviceAuthorization, type DeviceAuthorizationRequest, OAuthError } from '@gleaner/contracts'
import { isAhead } from '@gleaner/db'
import { storedHash } from '@gleaner/security/stored-hash'
import { scopeFault } from '../authorization-request.ts'
import type { OAuthClient } from '../clients.ts'
import type { OAuthContext } from '../context.ts'
import { issuerOf } from '../issuer.ts'
import { readResources } from '../resources.ts'
import { newUserCode, userCodeHashes } from './user-code.ts'

/** Path of the gateway's page. */
export const DEVICE_PAGE = '/device'
const CODE_BYTES = 32
const LIFETIME_SECONDS = 10 * 60
export const INTERVAL_SECONDS = 5
/** That wait for a person, of one client: more than strangers of a few networks can fill, and so many that no guess of a code finds one. */
const MOST_PENDING = 10_000

/** Begins the device flow (RFC 8628 section 3.1). Throws invalid_scope, invalid_request, invalid_target or temporarily_unavailable. */
export async function startDevice(
  { db, secretBox, publicUrl }: Pick<OAuthContext, 'db' | 'secretBox' | 'publicUrl'>,
  client: OAuthClient,
  { scope, source, resource }: DeviceAuthorizationRequest,
): Promise<DeviceAuthorization> {
  const fault = scopeFault(scope)
  if (fault) throw fault
  const [deviceCode, userCode] = [randomBytes(CODE_BYTES).toString('base64url'), newUserCode()]
  const [userCodeHash] = userCodeHashes(secretBox, userCode)
  const about = [client.id, source || null, readResources(publicUrl, resource)]
  const { rowCount } = await db.pool.query(INSERT, [storedHash(deviceCode), userCodeHash, ...about])
  if (rowCount !== 1)
    throw new OAuthError('temporarily_unavailable', 'Too many devices of this client wait for a person.')
  const page = issuerOf(publicUrl) + DEVICE_PAGE
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: LIFETIME_SECONDS,
    interval: INTERVAL_SECONDS,
  }
}

const INSERT = `
  INSERT INTO oauth_device (hash, user_code_hash, client_id, source, resources, interval_seconds, expires_at)
  SELECT $1, $2, $3, $4, $5, ${INTERVAL_SECONDS}, now() + ${LIFETIME_SECONDS} * interval '1 second'
  WHERE (SELECT count(*) FROM (
    SELECT FROM oauth_device WHERE client_id = $3 AND state = 'pending' AND ${isAhead('expires_at')} LIMIT ${MOST_PENDING}) AS waiting
  ) < ${MOST_PENDING}
  ON CONFLICT DO NOTHING`
