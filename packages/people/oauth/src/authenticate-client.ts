import { timingSafeEqual } from 'node:crypto'
import { OAuthError } from '@gleaner/contracts'
import { storedHash } from '@gleaner/security/stored-hash'
import type { ClientCredentials } from './client-credentials.ts'
import { findClient, isAnyClientRegistered, type OAuthClient } from './clients.ts'
import type { OAuthContext } from './context.ts'

/**
 * The client that is at the token endpoint. Throws invalid_client, in the same words whether it is the id or the secret
 * that is wrong, and temporarily_unavailable when no client is registered at all.
 */
export async function authenticateClient(
  { db, doors }: Pick<OAuthContext, 'db' | 'doors'>,
  { id, secret }: ClientCredentials,
): Promise<OAuthClient> {
  const prisma = await db.prisma()
  const found = id === undefined ? undefined : await findClient(prisma, id)
  // Its document is read by who asks for consent; here the client is as it was then.
  const client = found?.origin === 'document' && !doors.documents ? undefined : found
  if (!client && !(await isAnyClientRegistered(prisma))) throw notConfigured()
  if (client && isGenuine(client, secret)) return client
  throw new OAuthError(
    'invalid_client',
    'The client is not known, or its client_secret is wrong. Send client_id and client_secret in the body, or by HTTP Basic.',
  )
}

/** The error of a service whose operator has registered no client. */
export function notConfigured(): OAuthError {
  return new OAuthError(
    'temporarily_unavailable',
    'OAuth integration is not configured: the operator of this service has registered no client.',
  )
}

/** A public client has no secret, and proves itself by PKCE alone. */
function isGenuine({ secretHash }: OAuthClient, secret: string | undefined): boolean {
  if (secretHash === null || secret === undefined) return secretHash === null && secret === undefined
  return timingSafeEqual(secretHash, storedHash(secret))
}
