import { ApiError, type ClientRegistration, type ClientRegistrationReply } from '@gleaner/contracts'
import { storedHash } from '@gleaner/security/stored-hash'
import { newClientId, newSecret } from '../clients.ts'
import type { OAuthContext } from '../context.ts'
import { readClientMetadata } from './client-metadata.ts'
import { storeClient } from './store-client.ts'

/** Registers a client that asks for it (RFC 7591). Throws FORBIDDEN where the operator has not opened this, and as `readClientMetadata`. */
export async function registerStranger(
  { db, doors, isDevelopment }: Pick<OAuthContext, 'db' | 'doors' | 'isDevelopment'>,
  said: ClientRegistration,
): Promise<ClientRegistrationReply> {
  if (!doors.registration)
    throw new ApiError('FORBIDDEN', 'The operator of this service registers clients; ask them for one.')
  const otherwise = { name: 'Unnamed tool', authentication: 'client_secret_basic', isDevelopment }
  const { name, redirectUris, authentication, grantTypes } = readClientMetadata(said, otherwise)
  const id = newClientId()
  const secret = authentication === 'none' ? undefined : newSecret()
  const secretHash = secret === undefined ? null : storedHash(secret)
  await storeClient(db, { id, name, redirectUris, secretHash, origin: 'registered' })
  return {
    client_id: id,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: name,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: authentication,
    grant_types: grantTypes,
    response_types: grantTypes.includes('authorization_code') ? ['code'] : [],
    scope: 'scrape',
  }
}
