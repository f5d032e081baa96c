import { ApiError, invalidRequest, type OAuthClientInfo } from '@gleaner/contracts'
import { listClients, redirectUriFault, registrationFault } from '@gleaner/oauth'
import * as operator from '@gleaner/operator'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { operatorOf } from '../operator-call.ts'
import { replyOnce } from '../reply-once.ts'

/** /operator/oauth-clients: the tools that may ask for keys. */
export const listOAuthClients: Handler<'listOAuthClients'> = async ({ db }, { response }) => {
  const clients = (await listClients(db)).map((client) => showClient(client))
  response.json({ clients, total: clients.length })
}

export const createOAuthClient: Handler<'createOAuthClient'> = async (ctx, call) => {
  const { name, redirect_uris, public: isPublic, first_party: isFirstParty } = call.body
  checkRedirectUris(ctx, redirect_uris)
  await replyOnce(ctx, call, 201, async (both) => {
    const redirectUris = [...new Set(redirect_uris)]
    const { id, secret } = await operator.registerClient(both, operatorOf(call.caller), {
      name,
      redirectUris,
      isPublic,
      isFirstParty,
    })
    const asked = { name, firstParty: isFirstParty, redirectUris }
    const made = { id, ...asked, origin: 'operator', createdAt: new Date(), liveKeys: 0 }
    return {
      ...showClient({ ...made, secretHash: isPublic ? null : new Uint8Array() }),
      client_secret: secret ?? null,
    }
  })
}

export const updateOAuthClient: Handler<'updateOAuthClient'> = async (ctx, call) => {
  const { caller, params, body, response } = call
  const { db } = ctx
  checkRedirectUris(ctx, body.redirect_uris)
  await db.transaction((both) =>
    operator.setRedirectUris(both, operatorOf(caller), params.client_id, () => [
      ...new Set(body.redirect_uris),
    ]),
  )
  const client = (await listClients(db)).find(({ id }) => id === params.client_id)
  if (!client) throw new ApiError('NOT_FOUND', 'This client was removed meanwhile.')
  response.json(showClient(client))
}

export const deleteOAuthClient: Handler<'deleteOAuthClient'> = async (
  { db },
  { caller, params, response },
) => {
  const { client_id } = params
  const revoked = await db.transaction((both) => operator.removeClient(both, operatorOf(caller), client_id))
  response.json({ client_id, revoked_keys: revoked })
}

export const rotateOAuthSecret: Handler<'rotateOAuthSecret'> = async (
  { db },
  { caller, params, response },
) => {
  const { client_id } = params
  const secret = await db.transaction((both) =>
    operator.replaceClientSecret(both, operatorOf(caller), client_id),
  )
  response.json({ client_id, client_secret: secret })
}

/** Throws INVALID_REQUEST that names each that cannot be one. */
function checkRedirectUris({ oauth }: Pick<Context, 'oauth'>, uris: readonly string[]): void {
  const issues = uris.flatMap((uri, at) => {
    const message = redirectUriFault(uri) ?? registrationFault(uri, oauth.isDevelopment)
    return message ? [{ path: `redirect_uris.${at}`, message }] : []
  })
  if (issues.length > 0) throw invalidRequest(issues)
}

type Listed = Awaited<ReturnType<typeof listClients>>[number]

function showClient(client: Omit<Listed, 'readAt' | 'keptUntil'>): OAuthClientInfo {
  return {
    client_id: client.id,
    client_secret: null,
    name: client.name,
    public: client.secretHash === null,
    first_party: client.firstParty,
    origin: client.origin as OAuthClientInfo['origin'],
    redirect_uris: client.redirectUris,
    live_keys: client.liveKeys,
    created_at: client.createdAt.toISOString(),
  }
}
