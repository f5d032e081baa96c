import { type AuthorizeQuery, AuthorizeRequest, OAuthError } from '@gleaner/contracts'
import { clientOfRequest, faulty, requestFault } from './authorization-request.ts'
import type { OAuthClient } from './clients.ts'
import type { OAuthContext } from './context.ts'

export interface AskedConsent {
  client: OAuthClient
  redirectUri: string
  state: string | undefined
  /** What the person is asked for, or what is wrong with it: then the client may be told at its redirect URI. */
  asked: { request: AuthorizeRequest } | { fault: OAuthError }
}

/** Reads the query of RFC 6749 section 4.1.1 that brings a browser here. Throws as `clientOfRequest` does. */
export async function readAuthorizeQuery(ctx: OAuthContext, query: AuthorizeQuery): Promise<AskedConsent> {
  const client_id = required(query, 'client_id')
  const redirectUri = required(query, 'redirect_uri')
  const client = await clientOfRequest(ctx, { client_id, redirect_uri: redirectUri })
  return { client, redirectUri, state: query.state || undefined, asked: readRest(ctx, client, query) }
}

function readRest(ctx: OAuthContext, client: OAuthClient, query: AuthorizeQuery): AskedConsent['asked'] {
  if (query.response_type !== 'code') {
    const message = 'response_type: must be "code"'
    return {
      fault: new OAuthError(query.response_type ? 'unsupported_response_type' : 'invalid_request', message),
    }
  }
  const parsed = AuthorizeRequest.safeParse(query)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path[0] as keyof AuthorizeQuery
    return { fault: faulty(field, query[field] ? String(issue?.message) : 'is required') }
  }
  const fault = requestFault(ctx, client, parsed.data)
  return fault ? { fault } : { request: parsed.data }
}

function required(query: AuthorizeQuery, name: 'client_id' | 'redirect_uri'): string {
  const value = query[name]
  if (value) return value
  throw faulty(name, 'is required')
}
