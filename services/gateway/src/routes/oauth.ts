import { OAuthError, type TokenRequest } from '@gleaner/contracts'
import { requestIdOf } from '@gleaner/http-api'
import {
  authenticateClient,
  callbackUrl,
  clientOfRequest,
  exchangeCode,
  issueCode,
  issuerOf,
  keyName,
  type Presented,
  readAuthorizeQuery,
  readClientCredentials,
  requestFault,
} from '@gleaner/oauth'
import type { Handler } from '../handler.ts'
import { consentPage } from '../html/consent-page.ts'
import { errorPage } from '../html/error-page.ts'
import { sendDocument } from '../html/send-document.ts'

/** GET /oauth/authorize: asks a person for consent. What is wrong with the client or its redirect URI is shown, and goes nowhere. */
export const showConsentPage: Handler<'showConsentPage'> = async (ctx, { query, response }) => {
  const { client, redirectUri, state, asked } = await readAuthorizeQuery(ctx.oauth, query)
  const iss = issuerOf(ctx.config.PUBLIC_URL)
  const back = (reply: Record<string, string>) => callbackUrl(redirectUri, { state, iss, ...reply })
  if ('fault' in asked) {
    // Not sent there by itself: an open redirector would be made of that (RFC 9700 section 4.11.2).
    const { oauthCode, message } = asked.fault
    const href = back({ error: oauthCode, error_description: message })
    sendDocument(
      response,
      asked.fault.status,
      errorPage(asked.fault, requestIdOf(response), { href, label: `Back to ${client.name}` }),
    )
    return
  }
  sendDocument(
    response,
    200,
    consentPage({
      serviceHost: new URL(iss).host,
      clientName: client.name,
      keyName: keyName(client, asked.request.source),
      request: asked.request,
      allowedUrl: back({ code: '' }),
      deniedUrl: back({ error: 'access_denied' }),
    }),
  )
}

/** POST /oauth/authorize: consent, as the consent page or a web app of the operator's gives it. */
export const authorizeClient: Handler<'authorizeClient'> = async (ctx, { caller, body, response }) => {
  const client = await clientOfRequest(ctx.oauth, body)
  const fault = requestFault(client, body)
  if (fault) throw fault
  response.json({ code: await issueCode(ctx.oauth, caller, client, body), state: body.state })
}

/** POST /oauth/token. */
export const exchangeOAuthCode: Handler<'exchangeOAuthCode'> = async (ctx, { body, request, response }) => {
  response.setHeader('Cache-Control', 'no-store').setHeader('Pragma', 'no-cache')
  if (body.grant_type && body.grant_type !== 'authorization_code') {
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code, the only one.')
  }
  const credentials = readClientCredentials(request.get('Authorization'), body)
  const client = await authenticateClient(ctx.oauth, credentials)
  const key = await exchangeCode(ctx.oauth, client, presentedIn(body))
  response.json({ access_token: key, token_type: 'bearer', scope: 'scrape' })
}

/** Throws invalid_request that names what is missing. */
function presentedIn({ grant_type, code, redirect_uri, code_verifier }: TokenRequest): Presented {
  if (grant_type && code && redirect_uri)
    return { code, redirectUri: redirect_uri, codeVerifier: code_verifier || undefined }
  const missing = Object.entries({ grant_type, code, redirect_uri }).flatMap(([name, value]) =>
    value ? [] : [name],
  )
  throw new OAuthError('invalid_request', `${missing.join(', ')} must be given.`)
}
