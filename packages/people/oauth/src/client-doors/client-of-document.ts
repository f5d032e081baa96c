import { OAuthError } from '@gleaner/contracts'
import type { Database } from '@gleaner/db'
import { findClient, type OAuthClient } from '../clients.ts'
import type { OAuthContext } from '../context.ts'
import { type ClientMetadata, readClientMetadata } from './client-metadata.ts'
import { storeClient } from './store-client.ts'

/** A document is read again after so long, in minutes. */
const FRESH_MINUTES = 60
const MOST_ID_CHARS = 500

/** Whether a client's id is the address of its metadata (draft-ietf-oauth-client-id-metadata-document). */
export function isDocumentAddress(id: string, isDevelopment: boolean): boolean {
  const url = /^https?:\/\//.test(id) && id.length <= MOST_ID_CHARS ? URL.parse(id) : null
  return (
    url !== null &&
    // Written as it is compared: one tool has one id.
    url.href === id &&
    (url.protocol === 'https:' || isDevelopment) &&
    url.pathname !== '/' &&
    url.username === '' &&
    url.password === '' &&
    !id.includes('#')
  )
}

/**
 * The client whose id is the address of its metadata: as stored, or as its document says when that is an hour old. Such a client has no
 * secret. Throws invalid_request: what was known does not hold when the document cannot be read any more.
 */
export async function clientOfDocument(
  { db, documents, isDevelopment }: Pick<OAuthContext, 'db' | 'documents' | 'isDevelopment'>,
  id: string,
): Promise<OAuthClient> {
  if (!(await isFresh(db, id))) {
    const { name, redirectUris } = await documents
      .read(id, (said) => judge(id, said, isDevelopment))
      .catch(refuse)
    await storeClient(db, { id, name, redirectUris, secretHash: null, origin: 'document' })
  }
  return (await findClient(await db.prisma(), id))!
}

async function isFresh({ pool }: Database, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM oauth_client WHERE id = $1 AND origin = 'document' AND read_at > now() - interval '${FRESH_MINUTES} minutes'`,
    [id],
  )
  return rowCount === 1
}

/** Throws an Error that says what is wrong with a document. */
function judge(id: string, said: Record<string, unknown>, isDevelopment: boolean): ClientMetadata {
  if (said.client_id !== id) throw new Error('its client_id is another')
  if (said.client_secret !== undefined) throw new Error('it holds a client_secret')
  const otherwise = { name: new URL(id).host, authentication: 'none', isDevelopment }
  const metadata = readClientMetadata(said, otherwise)
  if (metadata.authentication !== 'none') throw new Error('its token_endpoint_auth_method is not "none"')
  return metadata
}

function refuse({ message }: Error): never {
  const text = `client_id: the metadata document at this address cannot be used: ${message}`
  throw new OAuthError('invalid_request', text, { issues: [{ path: 'client_id', message }] })
}
