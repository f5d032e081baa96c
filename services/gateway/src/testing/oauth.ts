import { createHash, randomBytes } from 'node:crypto'
import { createClient, type NewClient } from '@gleaner/oauth'
import type { GatewayFixture, Reply, TestAccount } from './fixture.ts'

export const CALLBACK = 'https://tool.example/callback'

export interface TestClient {
  id: string
  secret: string
}

/** A client that may redirect to `CALLBACK`. */
export async function registerClient(
  fixture: GatewayFixture,
  more: Partial<NewClient> = {},
): Promise<TestClient> {
  const client = { name: 'Tool', redirectUris: [CALLBACK], isPublic: false, isFirstParty: false, ...more }
  const { id, secret = '' } = await fixture.db.transaction((both) => createClient(both, client))
  return { id, secret }
}

export function authorize(
  fixture: GatewayFixture,
  account: TestAccount,
  client: TestClient,
  more = {},
): Promise<Reply> {
  const body = { client_id: client.id, redirect_uri: CALLBACK, state: 'a state', ...more }
  return fixture.asUser(account, 'POST', '/oauth/authorize', body)
}

export async function codeFor(...asked: Parameters<typeof authorize>): Promise<string> {
  return (await authorize(...asked)).body.code
}

/** Fields of a token request with the client's credentials in the body. */
export function tokenRequest(client: TestClient, code: string, more: Record<string, unknown> = {}) {
  const credentials = { client_id: client.id, client_secret: client.secret }
  return { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...credentials, ...more }
}

/** POST /oauth/token, with the fields as JSON or, by its content type, as a form. */
export function exchange(
  fixture: GatewayFixture,
  fields: object | string,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
): Promise<Reply> {
  const isForm = headers['Content-Type']?.startsWith('application/x-www-form-urlencoded')
  const written = isForm
    ? String(new URLSearchParams(fields as Record<string, string>))
    : JSON.stringify(fields)
  const body = typeof fields === 'string' ? fields : written
  return fixture.request('/api/v1/oauth/token', { method: 'POST', headers, body })
}

/** A verifier of PKCE with its challenge. */
export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
