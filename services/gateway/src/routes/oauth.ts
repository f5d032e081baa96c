import { OAuthError, type TokenRequest } from '@gleaner/contracts'
import { requestIdOf } from '@gleaner/http-api'
import {
  authenticateClient,
  callbackUrl,
  clientOfRequest,
  DEVICE_GRANT,
  decideDevice,
  describeDevice,
  exchangeCode,
  introspectToken,
  issueCode,
  issuerOf,
  keyName,
  knownClient,
  type OAuthClient,
  type Presented,
  pollDevice,
  readAuthorizeQuery,
  readClientCredentials,
  registerStranger,
  requestFault,
  revokeToken,
  startDevice,
} from '@gleaner/oauth'
import { networkKeyOf } from '@gleaner/rate-limits'
import type { Request, Response } from 'express'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { consentPage, type Stranger } from '../html/consent-page.ts'
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
      stranger: strangerOf(client),
      keyName: keyName(client, asked.request.source),
      request: asked.request,
      allowedUrl: back({ code: '' }),
      deniedUrl: back({ error: 'access_denied' }),
    }),
  )
}

/** How a person is told who asks, where the operator has not registered the client. */
function strangerOf({ id, origin }: Pick<OAuthClient, 'id' | 'origin'>): Stranger | undefined {
  if (origin === 'operator' || origin === 'built_in') return undefined
  return origin === 'document' ? { address: id } : { address: undefined }
}

/** POST /oauth/authorize: consent, as the consent page or a web app of the operator's gives it. */
export const authorizeClient: Handler<'authorizeClient'> = async (ctx, { caller, body, response }) => {
  const client = await clientOfRequest(ctx.oauth, body)
  const fault = requestFault(ctx.oauth, client, body)
  if (fault) throw fault
  response.json({ code: await issueCode(ctx.oauth, caller, client, body), state: body.state })
}

/** POST /oauth/token. */
export const exchangeOAuthCode: Handler<'exchangeOAuthCode'> = async (ctx, { body, request, response }) => {
  const { grant_type } = body
  keepFromCaches(response)
  if (grant_type && grant_type !== 'authorization_code' && grant_type !== DEVICE_GRANT) {
    throw new OAuthError(
      'unsupported_grant_type',
      `grant_type must be authorization_code or ${DEVICE_GRANT}.`,
    )
  }
  const client = await clientOf(ctx, request, body)
  const key =
    grant_type === DEVICE_GRANT
      ? await pollDevice(ctx.oauth, client, deviceCodeIn(body), body.resource)
      : await exchangeCode(ctx.oauth, client, presentedIn(body))
  response.json({ access_token: key, token_type: 'bearer', scope: 'scrape' })
}

/** POST /oauth/revoke. */
export const revokeOAuthToken: Handler<'revokeOAuthToken'> = async (ctx, { body, request, response }) => {
  keepFromCaches(response)
  await revokeToken(ctx.oauth, await clientOf(ctx, request, body), body)
  response.status(200).end()
}

/** POST /oauth/introspect. */
export const introspectOAuthToken: Handler<'introspectOAuthToken'> = async (ctx, call) => {
  const { body, request, response } = call
  keepFromCaches(response)
  const client = await clientOf(ctx, request, body)
  response.json(await introspectToken(ctx.oauth, ctx.db.pool, client, body))
}

/** POST /oauth/register. */
export const registerOAuthClient: Handler<'registerOAuthClient'> = async (ctx, { body, response }) => {
  keepFromCaches(response)
  response.status(201).json(await registerStranger(ctx.oauth, body))
}

/** POST /oauth/device_authorization. */
export const startDeviceAuthorization: Handler<'startDeviceAuthorization'> = async (ctx, call) => {
  const { body, request, response } = call
  keepFromCaches(response)
  const client = await clientOf(ctx, request, body, { mayBeNew: true })
  response.json(await startDevice(ctx.oauth, client, body))
}

/** POST /oauth/device/ask and /oauth/device/decide: what the device page does for a person. */
export const askAboutDevice: Handler<'askAboutDevice'> = async (ctx, { caller, body, request, response }) => {
  const asking = { caller, network: networkKeyOf(request.ip ?? '') }
  response.json(await describeDevice(ctx.oauth, asking, body.user_code))
}

export const decideAboutDevice: Handler<'decideAboutDevice'> = async (ctx, call) => {
  const { caller, body, request, response } = call
  await decideDevice(ctx.oauth, { caller, network: networkKeyOf(request.ip ?? '') }, body)
  response.json({ status: body.allow ? 'allowed' : 'denied' })
}

/** The client that calls; `mayBeNew`: its metadata document may be read first. */
async function clientOf(
  { oauth }: Pick<Context, 'oauth'>,
  request: Request,
  body: Parameters<typeof readClientCredentials>[1],
  { mayBeNew = false } = {},
): Promise<OAuthClient> {
  const credentials = readClientCredentials(request.get('Authorization'), body)
  if (mayBeNew && credentials.id !== undefined) await knownClient(oauth, credentials.id)
  return await authenticateClient(oauth, credentials)
}

function keepFromCaches(response: Response): void {
  response.setHeader('Cache-Control', 'no-store').setHeader('Pragma', 'no-cache')
}

function deviceCodeIn({ device_code }: TokenRequest): string {
  if (device_code) return device_code
  throw new OAuthError('invalid_request', 'device_code must be given.')
}

/** Throws invalid_request that names what is missing. */
function presentedIn({ grant_type, code, redirect_uri, code_verifier, resource }: TokenRequest): Presented {
  if (grant_type && code && redirect_uri)
    return { code, redirectUri: redirect_uri, codeVerifier: code_verifier || undefined, resource }
  const missing = Object.entries({ grant_type, code, redirect_uri }).flatMap(([name, value]) =>
    value ? [] : [name],
  )
  throw new OAuthError('invalid_request', `${missing.join(', ')} must be given.`)
}
